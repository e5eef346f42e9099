import type { Controls } from './controls.ts';
import type { HaltState } from './halt-state.ts';
import type { RegisteredAccount } from './registered-account.ts';
import type { SweepRule } from './sweep-rule.ts';

/** Everything people have decided for one client, as it stands. Without controls: disarmed. */
export interface Policy {
  readonly controls: Controls | null;
  /** The kill switch, which stands beside the controls: the stricter of the two holds. */
  readonly halt: HaltState;
  readonly accounts: readonly RegisteredAccount[];
  /** Ids of accounts that were taken away for ever: they are nobody's, however they are spelt. */
  readonly deletedAccounts?: readonly string[];
  readonly rules: readonly SweepRule[];
}
