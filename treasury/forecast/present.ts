import type { CountsRead } from '../counters/shared-counts.ts';
import type { Lane } from '../instructions/lane.ts';
import type { Controls } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import type { Ticks } from '../schedules/upcoming.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import type { Instant } from '../time/instant.ts';
import type { ExpectedFlows } from './expected-flows.ts';

/** Whether movements that the books expect are added to the balances. */
export const EXPECTED_FLOWS = ['none', 'mean'] as const;

/** Whether a sweep that needs approvals gets them at once, or never. */
export const ASSUMED_APPROVALS = ['given', 'none'] as const;

export interface ForecastRequest {
  readonly tenant: string;
  readonly days: number;
  readonly flows: (typeof EXPECTED_FLOWS)[number];
  readonly approvals: (typeof ASSUMED_APPROVALS)[number];
  /** Fewer decisions than one answer makes otherwise. */
  readonly mostDecisions?: number;
  /** Whose days. */
  readonly timeZone: string;
}

/** Everything that a forecast rests on, read at one moment. */
export interface Present {
  readonly policy: Policy & { readonly controls: Controls };
  /** With the latest balances taken into account. */
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly usage: CountsRead;
  /** Recent trades; absent or null if there were none, or no rule converts. */
  readonly tradeUsage?: CountsRead;
  /** What floors and limits over several currencies count; absent if the policy has none. */
  readonly outflows?: { readonly usage: CountsRead };
  readonly snapshot: SnapshotTaken;
  readonly ticks: Ticks;
  readonly flows: ExpectedFlows | null;
  readonly now: Instant;
}
