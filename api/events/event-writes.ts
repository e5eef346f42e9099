import { BLOCKED_STATES } from '../../treasury/events/lane-events.ts';
import type { LedgerMove } from '../../treasury/events/ledger-move.ts';

/** Entities that lie among the snapshots. */
type SnapshotEntity = 'snapshot' | 'token-use';

/** Entities of the ledger whose every write may become an event; of lanes most do not. */
const OF_EVENTS: Readonly<Record<Exclude<LedgerMove['entity'], SnapshotEntity | 'lane'>, true>> = {
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
export const EVENT_ENTITIES: readonly string[] = Object.keys(OF_EVENTS);

/** The images that the stream's filter lets through. */
export const EVENT_IMAGES = { entity: { S: EVENT_ENTITIES } } as const;

const LANES = { entity: { S: ['lane'] } } as const;
const inState = (states: readonly string[]) => ({ status: { M: { state: { S: states } } } });

/** The writes of the ledger's stream that may become events: a lane's only if it is blocked, or was. */
export const EVENT_WRITES: readonly Readonly<Record<string, object>>[] = [
  { NewImage: EVENT_IMAGES },
  { NewImage: { ...LANES, ...inState(BLOCKED_STATES) } },
  { NewImage: { ...LANES, ...inState(['idle']) }, OldImage: inState(BLOCKED_STATES) },
];
