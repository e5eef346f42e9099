import type { LateBooking, ShownPart } from '../ledger/claim-window.ts';
import type { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import { type AssignableMovement, assignMovements, type BalanceAt } from './assign-movements.ts';
import {
  creditLate,
  type PendingMovement,
  type TickedInterval,
  withoutParts,
} from './credit-late.ts';
import { hasShown, takesBack } from './late-booking.ts';
import type { KnownMovement } from './movement.ts';

/** A balance and the tick of the snapshot that read it. */
export type TickedBalance = BalanceAt & { readonly scheduledFor: Instant };

/**
 * The lane's word about a confirmed movement. shown: a balance showed it. unbooked: none has. either: the lane does
 * not say, or uses another figure than the totals.
 */
export type LaneSays = 'shown' | 'unbooked' | 'either';

export interface ExplainedCurrency {
  readonly intervals: readonly TickedInterval[];
  /** Movements that show late, by instruction: their state after these readings. */
  readonly late: ReadonlyMap<string, LateBooking>;
}

/**
 * Explains the balances of one currency by what is known of its movements. A movement shows whole within its window,
 * or it stays pending and later falls are credited to it (`creditLate`), so a booking that comes days later is no
 * difference, and the windows stay minutes long. Parts that other readings showed are left as they are.
 */
export function explainCurrency(
  readings: readonly TickedBalance[],
  movements: readonly KnownMovement[],
  tolerance: Decimal,
  laneSays: (movement: KnownMovement) => LaneSays,
): ExplainedCurrency {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return { intervals: [], late: new Map() };
  const isElsewhere = ({ snapshot }: ShownPart) =>
    snapshot <= first.scheduledFor || snapshot > last.scheduledFor;
  const sorted = movements.map((movement) => sortedOut(movement, laneSays, isElsewhere));
  const placed = assignMovements(
    readings,
    sorted.flatMap(({ placeable }) => placeable),
    tolerance,
  );
  const pending = [
    ...sorted.flatMap((each) => each.pending),
    ...placed.later
      .filter(({ certainty, until }) => certainty === 'executed' && until <= last.takenAt)
      .map(asPending),
  ];
  const ticked = placed.intervals.map((interval, index) => ({
    ...interval,
    snapshot: readings[index + 1]?.scheduledFor ?? last.scheduledFor,
  }));
  const { intervals, late } = creditLate(ticked, pending);
  const noted = pending.flatMap(({ movement }): readonly [string, LateBooking][] => {
    const { parts } = late.get(movement.instructionId) ?? { parts: [] };
    if (!isWorthNoting(movement, parts, last.takenAt)) return [];
    return [[movement.instructionId, { parts: parts.toSorted(byTick) }]];
  });
  return { intervals, late: new Map(noted) };
}

interface Sorted {
  readonly placeable: readonly AssignableMovement[];
  readonly pending: readonly PendingMovement[];
}

function asPending(movement: KnownMovement): PendingMovement {
  return { movement, takenBack: [] };
}

/** A movement by what is known of how it shows. */
function sortedOut(
  movement: KnownMovement,
  laneSays: (movement: KnownMovement) => LaneSays,
  isElsewhere: (part: ShownPart) => boolean,
): Sorted {
  const { certainty, late } = movement;
  if (certainty !== 'executed') return { placeable: [movement], pending: [] };
  if (late?.rest !== undefined) return { placeable: settledParts(movement, late), pending: [] };
  if (late !== undefined) {
    const parts = late.parts.filter(isElsewhere);
    const takenBack = late.parts.filter((part) => !isElsewhere(part) && takesBack(movement, part));
    return {
      placeable: takenBack.map((part) => partAlone(movement, part)),
      pending: [{ movement: { ...movement, late: { parts } }, takenBack }],
    };
  }
  const says = laneSays(movement);
  if (says === 'unbooked') return { placeable: [], pending: [asPending(movement)] };
  return {
    placeable: [says === 'either' ? { ...movement, showsLater: true } : movement],
    pending: [],
  };
}

/** Nothing more will show: each part where it showed, and the rest, if it was booked, within the window. */
function settledParts(
  movement: KnownMovement,
  { parts, rest }: LateBooking,
): readonly KnownMovement[] {
  const shown = parts.map((part) => partAlone(movement, part));
  const left = rest === 'booked' ? withoutParts(movement, parts) : null;
  return left === null ? shown : [...shown, left];
}

function partAlone(movement: KnownMovement, { from, until, amount }: ShownPart): KnownMovement {
  const change = decimalOf(amount);
  return { ...movement, from, until, least: change, most: change };
}

/** A movement that shows whole within its window is found there again; any other has to be stored. */
function isWorthNoting(
  movement: KnownMovement,
  parts: readonly ShownPart[],
  readUntil: Instant,
): boolean {
  if (movement.late !== undefined || parts.length > 1) return true;
  const { from, until } = movement;
  const isWithin = parts.every((part) => part.until > from && part.from < until);
  if (!isWithin) return true;
  return !hasShown(movement, parts) && (until <= readUntil || parts.length > 0);
}

function byTick(a: ShownPart, b: ShownPart): number {
  return a.snapshot < b.snapshot ? -1 : 1;
}
