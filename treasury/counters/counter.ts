import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { MAX_COUNTERPARTIES, MAX_LIMITED_ACCOUNTS } from '../policy/policy-limits.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import type { WindowName } from './windows.ts';

/** Counters that lanes do not hold stand in one item of each name, which every claim that counts there writes. */
export const SHARED_COUNTS = ['trade-usage', 'approval-usage', 'outflow-usage'] as const;

export type SharedName = (typeof SHARED_COUNTS)[number];

/** People whose trades of one day are kept: 26 hours of each, twice, take under 10 kB, an item holds 400 kB. */
export const MAX_TRADING_PEOPLE = 80;

/** The unit of what is counted and not added up; no currency is written in small letters. */
export const PIECES = 'pieces';

interface Kind {
  readonly stands: 'lane' | SharedName;
  readonly windows: readonly WindowName[];
  /**
   * Counters of the kind that are kept at once: buckets of 25 hours and 31 days take 2.5 kB of each at the most, and each
   * kilobyte is paid for with every claim. One that only counts for ever is one number, and takes no room. Absent: as many as
   * the policy has rules.
   */
  readonly most?: number;
}

const DAY = ['hours'] as const;
const MONTH = ['hours', 'days'] as const;

/** Everything that limits count, in which windows, and where it stands. */
const KINDS = {
  /** What a rule's budgets count, by the rule. */
  rule: { stands: 'lane', windows: MONTH },
  /** How often a rule with a limit of that withdrew. */
  withdrawals: { stands: 'lane', windows: DAY },
  /** What went to a destination without a person's approval. */
  unapproved: { stands: 'lane', windows: DAY },
  /** All withdrawals and conversions that so many people approved: "0" or "1". */
  'approved-by': { stands: 'approval-usage', windows: DAY },
  /** All trades. */
  traded: { stands: 'trade-usage', windows: DAY },
  /** The trades of a person, or of a rule. */
  trader: { stands: 'trade-usage', windows: DAY, most: MAX_TRADING_PEOPLE },
  /** The part of them that no other person approved. */
  'trader-alone': { stands: 'trade-usage', windows: DAY, most: MAX_TRADING_PEOPLE },
  /** What left to an account with limits, in its own currency. */
  account: { stands: 'outflow-usage', windows: [...MONTH, 'ever'], most: MAX_LIMITED_ACCOUNTS },
  /** What left to a counterparty with limits. */
  counterparty: { stands: 'outflow-usage', windows: MONTH, most: MAX_COUNTERPARTIES },
  /** All withdrawals. */
  outflow: { stands: 'outflow-usage', windows: MONTH },
} as const satisfies Record<string, Kind>;

export type CounterKind = keyof typeof KINDS;

export const COUNTERS: Readonly<Record<CounterKind, Kind>> = KINDS;

export const counterSchema = record(() => ({
  kind: z.enum(Object.keys(KINDS) as [CounterKind, ...CounterKind[]]),
  /** Whose it is: the id of a rule or an account, the name of a person or a counterparty. Empty: everybody's. */
  of: z.string(),
  /** The currency of the amounts: amounts of two currencies are never added, so they have two counters. Or `PIECES`. */
  unit: z.string(),
}));

export type Counter = Stored<typeof counterSchema>;

export const debitSchema = record(() => ({
  counter: counterSchema,
  /** Decimal text in the counter's unit. */
  amount: decimalText,
  /** The moment of the claim: it names the bucket of each window, which the amount goes back to. */
  at: instant,
  /** Of a rule: the part of a run that is divided among several accounts; absent if it is not. */
  part: z.exactOptional(
    record(() => ({ number: z.int().check(z.positive()), occurrence: instant })),
  ),
}));

/** An amount that a claim took from one counter. */
export type Debit = Stored<typeof debitSchema>;

/** Where a counter stands. */
export function standsIn({ kind }: Pick<Counter, 'kind'>): 'lane' | SharedName {
  return COUNTERS[kind].stands;
}

/** The debits of one place. */
export function debitsIn(
  place: 'lane' | SharedName,
  debits: readonly Debit[] = [],
): readonly Debit[] {
  return debits.filter(({ counter }) => standsIn(counter) === place);
}

/** Whether these are the debits of a trade. */
export function isTrade(debits: readonly Debit[] = []): boolean {
  return debitsIn('trade-usage', debits).length > 0;
}

/** The debit of the budgets of the rule that a claim came from; absent if it came from a person. */
export function ruleDebit(debits: readonly Debit[] = []): Debit | undefined {
  return debits.find(({ counter }) => counter.kind === 'rule');
}
