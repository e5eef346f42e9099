import * as z from 'zod/mini';
import type { Flow } from '../ledger/flow.ts';
import type { PendingClaims } from '../ledger/pending-claims.ts';
import { record, type Stored } from '../records/record.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';

const boundaryReadingSchema = record(() => ({
  /** Tick of the snapshot and the moment its balances were read. */
  snapshot: instant,
  readAt: instant,
  /** Seconds from the reading to the boundary; less than zero: it was read after it. */
  secondsBefore: z.int(),
}));

/**
 * Where an opening comes from: the last month before that has a statement. unfrozen-closing: it is not frozen, so what it closes
 * with may still change. first-reading: nothing is on record before; it is no balance of the month's first moment.
 */
const OPENINGS = ['frozen-closing', 'unfrozen-closing', 'first-reading'] as const;

const pendingInstructionSchema = record(() => ({ instructionId: z.string(), claimedAt: instant }));

export const statementBasisSchema = record(() => ({
  opening: z.enum(OPENINGS),
  first: boundaryReadingSchema,
  last: boundaryReadingSchema,
  /** Snapshots of the month by its schedule, and those that were taken; absent where the schedule is not known. */
  readings: z.exactOptional(
    record(() => ({
      expected: z.int().check(z.nonnegative()),
      taken: z.int().check(z.nonnegative()),
    })),
  ),
  /** Confirmed before the last reading, and not in its balances, as was known when the statement was made. */
  notBooked: z.array(pendingInstructionSchema),
  /** Claimed before the last reading, and of unknown outcome when the statement was made. */
  unknown: z.array(pendingInstructionSchema),
}));

/** What a statement rests on. Part of it, and of its digest. */
export type StatementBasis = Stored<typeof statementBasisSchema>;

export interface BasisMaterial {
  readonly from: Instant;
  readonly to: Instant;
  readonly opening: StatementBasis['opening'];
  readonly first: Pick<StatementBasis['first'], 'snapshot' | 'readAt'>;
  readonly closing: SnapshotTaken;
  readonly readings: StatementBasis['readings'] | null;
  /** Flows after the closing snapshot, as far as a service may book late. */
  readonly flowsAfter: readonly Flow[];
  readonly pending: PendingClaims | null;
}

export function basisOf(material: BasisMaterial): StatementBasis {
  const { from, to, opening, first, closing, readings } = material;
  const last = { snapshot: closing.scheduledFor, readAt: closing.takenAt };
  return {
    opening,
    first: { ...first, secondsBefore: Math.floor(secondsBetween(first.readAt, from)) },
    last: { ...last, secondsBefore: Math.floor(secondsBetween(last.readAt, to)) },
    ...(readings === null || readings === undefined ? {} : { readings }),
    ...pendingAt(material),
  };
}

function pendingAt({
  closing,
  flowsAfter,
  pending,
}: BasisMaterial): Pick<StatementBasis, 'notBooked' | 'unknown'> {
  const isBefore = (at: Instant) => at < closing.takenAt;
  const claims = (pending?.claims ?? [])
    .filter(({ claimedAt }) => isBefore(claimedAt))
    .map(({ instructionId, claimedAt, state }) => ({ instructionId, claimedAt, state }));
  // What was confirmed before the last reading and shows only later was not in its balances.
  const shownLater = flowsAfter
    .flatMap(({ movements }) => movements)
    .filter(({ at, inFlight }) => isBefore(at) && inFlight !== true)
    .map(({ instructionId, at }) => ({ instructionId, claimedAt: at, state: 'confirmed' }));
  const of = (isConfirmed: boolean) => {
    const found = [...claims, ...shownLater].filter(
      ({ state }) => (state === 'confirmed') === isConfirmed,
    );
    const once = new Map(
      found.map(({ instructionId, claimedAt }) => [instructionId, { instructionId, claimedAt }]),
    );
    return [...once.values()].sort((a, b) => (a.instructionId < b.instructionId ? -1 : 1));
  };
  return { notBooked: of(true), unknown: of(false) };
}
