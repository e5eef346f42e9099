import * as z from 'zod/mini';
import type { Stored } from '../records/record.ts';
import type { Controls } from './controls.ts';
import type { HaltState } from './halt-state.ts';
import type { RegisteredAccount } from './registered-account.ts';
import { ruleSchema, type SweepRule } from './sweep-rule.ts';

export const unreadableRuleSchema = z.pick(ruleSchema, {
  id: true,
  version: true,
  currency: true,
  withdrawalAccountId: true,
  approvalAbove: true,
});

/** What can be told of a rule that a later version of Sluice wrote in a shape that this one cannot read. */
export type UnreadableRule = Stored<typeof unreadableRuleSchema>;

/** Everything people have decided for one tenant, as it stands. Without controls: disarmed. */
export interface Policy {
  readonly controls: Controls | null;
  /** The kill switch, which stands beside the controls: the stricter of the two holds. */
  readonly halt: HaltState;
  readonly accounts: readonly RegisteredAccount[];
  /** Ids of accounts that were taken away for ever: they are nobody's, however they are spelt. */
  readonly deletedAccounts?: readonly string[];
  readonly rules: readonly SweepRule[];
  /** Absent: none. Nothing is swept by them, and their limits of approvals hold. */
  readonly unreadableRules?: readonly UnreadableRule[];
}
