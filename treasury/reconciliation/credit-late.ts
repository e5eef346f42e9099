import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import { hasShown, type LateBooking, magnitudes, type ShownPart, shownOf } from './late-booking.ts';
import type { KnownMovement } from './movement.ts';
import type { ExplainedInterval, PlacedMovement } from './place-movements.ts';

/** An explained interval, and the tick of the snapshot that ends it. */
export type TickedInterval = ExplainedInterval & { readonly snapshot: Instant };

export interface LateCredits {
  readonly intervals: readonly TickedInterval[];
  /** How each pending movement stands after them, by instruction. */
  readonly late: ReadonlyMap<string, LateBooking>;
}

/** A pending movement while its intervals are walked: how much of it may still show, and how much has to. */
interface Pending {
  readonly movement: KnownMovement;
  readonly sign: 1 | -1;
  /** Magnitudes. */
  readonly most: Decimal;
  readonly least: Decimal;
  shown: Decimal;
  readonly parts: ShownPart[];
}

/**
 * Credits what is unexplained to the movements that have not shown yet: a fall to what leaves, a rise to what comes in, the
 * oldest claim first, never more than there is. This is the arithmetic of a lane's unbooked amount (`booking/`), over the
 * totals of the snapshots.
 */
export function creditLate(
  intervals: readonly TickedInterval[],
  pending: readonly KnownMovement[],
): LateCredits {
  const open = pending.map(pendingOf).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const credited = intervals.map((interval) => creditInterval(interval, open));
  return {
    intervals: credited,
    late: new Map(open.map(({ movement, parts }) => [movement.instructionId, { parts }])),
  };
}

/** The movement without the parts that showed elsewhere. */
export function withoutParts(
  movement: KnownMovement,
  parts: readonly ShownPart[],
): KnownMovement | null {
  if (parts.length === 0) return movement;
  if (hasShown(movement, parts)) return null;
  const shown = parts.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
  return {
    ...movement,
    least: movement.least.minus(shown),
    most: movement.most.minus(shown),
  };
}

function pendingOf(movement: KnownMovement): Pending {
  const parts = [...(movement.late?.parts ?? [])];
  return {
    movement,
    sign: movement.most.greaterThan(0) ? 1 : -1,
    ...magnitudes(movement),
    shown: shownOf(parts),
    parts,
  };
}

function orderOf({ movement }: Pending): string {
  return `${movement.from}#${movement.instructionId}`;
}

function creditInterval(interval: TickedInterval, pending: readonly Pending[]): TickedInterval {
  const placed: PlacedMovement[] = [];
  let left = interval.unexplained;
  for (const each of pending) {
    const { movement, sign, most, least } = each;
    if (left.isZero()) break;
    if (left.isNegative() !== sign < 0) continue;
    if (movement.from >= interval.closing.takenAt || !each.shown.lessThan(least)) continue;
    const room = most.minus(each.shown);
    const part = room.lessThan(left.abs()) ? room : left.abs();
    const amount = part.times(sign);
    each.shown = each.shown.plus(part);
    each.parts.push(partOf(interval, amount));
    placed.push({ movement, amount });
    left = left.minus(amount);
  }
  const movements = [...interval.movements, ...placed];
  return placed.length === 0 ? interval : { ...interval, movements, unexplained: left };
}

function partOf({ snapshot, opening, closing }: TickedInterval, amount: Decimal): ShownPart {
  const [from, until] = [opening.takenAt, closing.takenAt];
  return { snapshot, from, until, amount: formatDecimal(amount) };
}
