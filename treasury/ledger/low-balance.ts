import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const LOW_STATES = ['below', 'over'] as const;

export const lowBalanceStateSchema = record(() => ({
  tenant: z.string(),
  ruleId: z.string(),
  currency: z.string(),
  /** below: the balance is below the low of the rule. over: it was, and is not any more. */
  state: z.enum(LOW_STATES),
  /** When the balances had been read that showed it first. */
  since: instant,
  /** Tick of that snapshot. */
  snapshot: instant,
  /** What was there, and what the alert was about; decimal text in the currency. */
  balance: decimalText,
  low: decimalText,
  /** From the balance to what the rule keeps. Absent if it keeps a value, or is over. */
  missing: z.exactOptional(decimalText),
  version: z.int().check(z.positive()),
}));

/** Whether the balance of a rule with a `low` is below it; there is none as long as it never was. */
export type LowBalanceState = Stored<typeof lowBalanceStateSchema>;
