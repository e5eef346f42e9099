import type { LateBooking, ShownPart } from '../ledger/claim-window.ts';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import type { AssignedMovement, ExplainedInterval } from './assign-movements.ts';
import { hasShown, magnitudes, shownOf, signOf } from './late-booking.ts';
import type { KnownMovement } from './movement.ts';

/** An explained interval, and the tick of the snapshot that ends it. */
export type TickedInterval = ExplainedInterval & { readonly snapshot: Instant };

export interface LateCredits {
  readonly intervals: readonly TickedInterval[];
  /** The state of each pending movement after them, by instruction. */
  readonly late: ReadonlyMap<string, LateBooking>;
}

/** A pending movement while its intervals are walked: how much of it may still show, and how much has to. */
interface Pending {
  readonly movement: KnownMovement;
  readonly sign: 1 | -1;
  /** Magnitudes. */
  readonly most: Decimal;
  readonly least: Decimal;
  /** Shown by the interval under examination, and in the end: never more than the most, at neither. */
  shown: Decimal;
  shownInAll: Decimal;
  readonly parts: ShownPart[];
  /** Parts in these very intervals that take back what showed before; they are placed already. */
  readonly takenBack: readonly ShownPart[];
}

/** A movement of which a part may still show, and the part that these intervals take back. */
export interface PendingMovement {
  readonly movement: KnownMovement;
  readonly takenBack: readonly ShownPart[];
}

/**
 * Credits unexplained amounts to the movements that have not shown yet: a fall to outgoing ones, a rise to incoming
 * ones, the oldest claim first, never more than there is. This is the arithmetic of a lane's unbooked amount
 * (`booking/`), over the totals of the snapshots.
 */
export function creditLate(
  intervals: readonly TickedInterval[],
  pending: readonly PendingMovement[],
): LateCredits {
  const first = intervals[0]?.snapshot ?? '';
  const open = pending
    .map((each) => pendingOf(each, first))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const credited = intervals.map((interval) => creditInterval(interval, open));
  return {
    intervals: credited,
    late: new Map(
      open.map(({ movement, parts, takenBack }) => [
        movement.instructionId,
        { parts: [...parts, ...takenBack] },
      ]),
    ),
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

function pendingOf({ movement, takenBack }: PendingMovement, first: Instant): Pending {
  const parts = [...(movement.late?.parts ?? [])];
  const before = parts.filter(({ snapshot }) => snapshot < first);
  return {
    movement,
    sign: signOf(movement),
    ...magnitudes(movement),
    shown: shownOf(movement, before),
    shownInAll: shownOf(movement, [...parts, ...takenBack]),
    parts,
    takenBack,
  };
}

function orderOf({ movement }: Pending): string {
  return `${movement.from}#${movement.instructionId}`;
}

function creditInterval(interval: TickedInterval, pending: readonly Pending[]): TickedInterval {
  const placed: AssignedMovement[] = [];
  let left = interval.unexplained;
  for (const each of pending) {
    const here = each.takenBack.filter(({ snapshot }) => snapshot === interval.snapshot);
    each.shown = each.shown.plus(shownOf(each.movement, here));
  }
  for (const each of pending) {
    const { movement, sign, most, least } = each;
    if (left.isZero()) break;
    if (left.isNegative() !== sign < 0) continue;
    const shown = Decimal.max(each.shown, each.shownInAll);
    if (movement.from >= interval.closing.takenAt || !shown.lessThan(least)) continue;
    const room = most.minus(shown);
    const part = room.lessThan(left.abs()) ? room : left.abs();
    const amount = part.times(sign);
    each.shown = each.shown.plus(part);
    each.shownInAll = each.shownInAll.plus(part);
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
