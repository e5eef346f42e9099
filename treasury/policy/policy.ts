import * as z from 'zod/mini';
import type { Calendar } from '../calendars/calendar.ts';
import { record, type Stored } from '../records/record.ts';
import type { Controls } from './controls.ts';
import type { HaltState } from './halt-state.ts';
import type { ManualRate } from './manual-rate.ts';
import type { MatchingRule } from './matching-rule.ts';
import type { RegisteredAccount } from './registered-account.ts';
import { ruleSchema, type SweepRule } from './sweep-rule.ts';

export const unreadableRuleSchema = record(
  () =>
    z.pick(ruleSchema, {
      id: true,
      version: true,
      currency: true,
      kind: true,
      into: true,
      withdrawalAccountId: true,
      approvalAbove: true,
    }).shape,
);

/** The readable part of a rule whose item cannot be read as a whole. */
export type UnreadableRule = Stored<typeof unreadableRuleSchema>;

/** All current decisions of people for one tenant. Without controls: disarmed. */
export interface Policy {
  readonly controls: Controls | null;
  /** The kill switch, which stands beside the controls: the stricter of the two applies. */
  readonly halt: HaltState;
  readonly accounts: readonly RegisteredAccount[];
  /** Ids of accounts whose items cannot be read: nothing leaves to them. Absent: none. */
  readonly unreadableAccounts?: readonly string[];
  /** Ids of accounts that were taken away for ever: they cannot be used again, in any spelling. */
  readonly deletedAccounts?: readonly string[];
  readonly rules: readonly SweepRule[];
  /** Absent: none. They sweep nothing, and their limits of approvals apply. */
  readonly unreadableRules?: readonly UnreadableRule[];
  /** The calendars that rules can name, beside those that are built in. Absent: none. */
  readonly calendars?: readonly Calendar[];
  /** Ids of calendars whose items cannot be read: rules that name them sweep nothing. Absent: none. */
  readonly unreadableCalendars?: readonly string[];
  /** The movements that the books expect. Absent: not read, as by everything that sends. */
  readonly matchingRules?: readonly MatchingRule[];
  /** The rates that reports are valued by. Absent: not read, as by everything that sends. */
  readonly manualRates?: readonly ManualRate[];
}

/** The currencies that have rules, readable or not. */
export function ruledCurrencies({
  rules,
  unreadableRules = [],
}: Pick<Policy, 'rules' | 'unreadableRules'>): ReadonlySet<string> {
  return new Set([...rules, ...unreadableRules].map(({ currency }) => currency));
}
