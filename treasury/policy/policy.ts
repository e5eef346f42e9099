import type { Controls } from './controls.ts';
import type { RegisteredAccount } from './registered-account.ts';
import type { SweepRule } from './sweep-rule.ts';

/** Everything people have decided for one client, as it stands. Without controls: disarmed. */
export interface Policy {
  readonly controls: Controls | null;
  readonly accounts: readonly RegisteredAccount[];
  readonly rules: readonly SweepRule[];
}
