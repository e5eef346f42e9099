import type { Lane } from '../instructions/lane.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** The states in which nothing can be claimed in a lane before an outcome is settled, or a balance frees it. */
export const BLOCKED_STATES = ['rejected', 'unknown', 'anomaly'] as const;
type BlockedState = (typeof BLOCKED_STATES)[number];

interface LaneData {
  readonly currency: string;
  /** Of the lane: grows with every write of it. */
  readonly version: number;
  /** The instruction that blocks it, or did. */
  readonly instructionId: string;
  /** Why it is blocked, or was. */
  readonly state: BlockedState;
  readonly since: Instant;
}

interface BlockedLaneData extends LaneData {
  /** Until then the service may still carry the request out, and nothing is released. */
  readonly quarantineUntil: Instant;
}

export interface LaneEvents {
  /** Nothing leaves in this currency. */
  readonly 'com.sluice.lane.blocked': BlockedLaneData;
  /** What blocked it is over: it can be claimed again. */
  readonly 'com.sluice.lane.released': LaneData;
}

/** One event when a lane is blocked, or blocked for another reason, and one when it is free again. */
export function laneEvent({ before, after, recordedAt }: MoveOf<'lane'>): EventBody | null {
  const { currency, version } = after;
  const was = before === null ? null : blockedAs(before);
  const is = blockedAs(after);
  const common = { subject: currency, write: `${currency}/${version}` } as const;
  if (is !== null) {
    if (was?.state === is.state && was.instructionId === is.instructionId) return null;
    const data = { currency, version, ...is };
    return { type: 'com.sluice.lane.blocked', ...common, time: is.since, data };
  }
  if (was === null) return null;
  const { quarantineUntil: _, ...rest } = was;
  const data = { currency, version, ...rest };
  const time = after.concludedAt ?? recordedAt;
  return { type: 'com.sluice.lane.released', ...common, time, data };
}

function blockedAs({ status }: Lane): Omit<BlockedLaneData, 'currency' | 'version'> | null {
  if (status.state === 'idle' || status.state === 'sending') return null;
  const { state, since, claim } = status;
  const { instructionId, quarantineUntil } = claim;
  return { instructionId, state, since, quarantineUntil };
}
