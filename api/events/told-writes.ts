import { BLOCKED_STATES } from '../../treasury/events/lane-events.ts';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';

/** Entities that lie among the snapshots. */
type SnapshotEntity = 'snapshot' | 'token-use';

/** Entities of the ledger whose every write may be told; of lanes most are not. */
const TOLD: Readonly<Record<Exclude<LedgerMove['entity'], SnapshotEntity | 'lane'>, true>> = {
  instruction: true,
  change: true,
  rule: true,
  account: true,
  calendar: true,
  webhook: true,
  'manual-rate': true,
  'matching-rule': true,
  controls: true,
  halt: true,
  break: true,
  missed: true,
  unbooked: true,
  statement: true,
  'closed-day': true,
  denials: true,
  export: true,
  reminder: true,
  'low-balance': true,
  'failing-rule': true,
  'failing-webhook': true,
};
/** Entities of the ledger whose items become events. */
export const TOLD_ENTITIES: readonly string[] = Object.keys(TOLD);

/** The images that the stream's filter lets through. */
export const TOLD_IMAGES = { entity: { S: TOLD_ENTITIES } } as const;

const LANES = { entity: { S: ['lane'] } } as const;
const inState = (states: readonly string[]) => ({ status: { M: { state: { S: states } } } });

/** The writes of the ledger's stream that may be told: a lane's only if it is blocked, or was. */
export const TOLD_WRITES: readonly Readonly<Record<string, object>>[] = [
  { NewImage: TOLD_IMAGES },
  { NewImage: { ...LANES, ...inState(BLOCKED_STATES) } },
  { NewImage: { ...LANES, ...inState(['idle']) }, OldImage: inState(BLOCKED_STATES) },
];
