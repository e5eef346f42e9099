import { type Decimal, ZERO } from '../money/decimal.ts';
import type { ChangeRange } from './trade-proceeds.ts';

/** The result of an assignment: intervals beyond the tolerance, intervals not exact, distance. Less is better. */
export type Weight = readonly [number, number, number];

export function isLess(a: Weight, b: Weight): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
}

/** The sum of one interval's movements, and the rest of its change. */
interface Filled extends ChangeRange {
  readonly isBeyond: boolean;
  readonly isExact: boolean;
}

/**
 * Movements assigned to intervals, and the weight of that. Moving one to another place costs two intervals, however
 * many there are: a search tries thousands of places.
 */
export class Assignment {
  readonly #changes: readonly Decimal[];
  readonly #movements: readonly ChangeRange[];
  readonly #nominal: readonly number[];
  readonly #tolerance: Decimal;
  readonly #filled: Filled[];
  readonly #places: (number | null)[];
  #beyond = 0;
  #inexact = 0;
  #distance = 0;

  /** Nothing is assigned yet. `changes`: of each interval, signed. `nominal`: a place of each movement. */
  constructor(
    changes: readonly Decimal[],
    movements: readonly ChangeRange[],
    nominal: readonly number[],
    tolerance: Decimal,
  ) {
    this.#changes = changes;
    this.#movements = movements;
    this.#nominal = nominal;
    this.#tolerance = tolerance;
    this.#places = movements.map(() => null);
    this.#filled = changes.map((change) => this.#judged(change, ZERO, ZERO));
    for (const { isBeyond, isExact } of this.#filled) {
      this.#beyond += isBeyond ? 1 : 0;
      this.#inexact += isExact ? 0 : 1;
    }
  }

  /** The weight of the assigned movements. */
  get weight(): Weight {
    return [this.#beyond, this.#inexact, this.#distance];
  }

  get places(): readonly (number | null)[] {
    return [...this.#places];
  }

  placeOf(movement: number): number | null {
    return this.#places[movement] ?? null;
  }

  /** Assigns a movement to an interval, or to none; it leaves its earlier place. */
  put(movement: number, place: number): void {
    this.take(movement);
    const { least, most } = this.#movements[movement] ?? NOTHING;
    const there = this.#filled[place];
    if (there !== undefined) this.#fill(place, there.least.plus(least), there.most.plus(most));
    this.#distance += this.#distanceOf(movement, place);
    this.#places[movement] = place;
  }

  take(movement: number): void {
    const place = this.#places[movement] ?? null;
    if (place === null) return;
    const { least, most } = this.#movements[movement] ?? NOTHING;
    const there = this.#filled[place];
    if (there !== undefined) this.#fill(place, there.least.minus(least), there.most.minus(most));
    this.#distance -= this.#distanceOf(movement, place);
    this.#places[movement] = null;
  }

  #fill(place: number, least: Decimal, most: Decimal): void {
    const before = this.#filled[place];
    const after = this.#judged(this.#changes[place] ?? ZERO, least, most);
    this.#filled[place] = after;
    this.#beyond += Number(after.isBeyond) - Number(before?.isBeyond ?? false);
    this.#inexact += Number(before?.isExact ?? true) - Number(after.isExact);
  }

  #judged(change: Decimal, least: Decimal, most: Decimal): Filled {
    const left = leftOf(change, { least, most });
    return {
      least,
      most,
      isBeyond: left.abs().greaterThan(this.#tolerance),
      isExact: left.isZero(),
    };
  }

  #distanceOf(movement: number, place: number): number {
    return Math.abs(place - (this.#nominal[movement] ?? place));
  }
}

const NOTHING: ChangeRange = { least: ZERO, most: ZERO };

/** The rest of a change if movements between two bounds account for it; signed. */
export function leftOf(change: Decimal, { least, most }: ChangeRange): Decimal {
  if (change.lessThan(least)) return change.minus(least);
  return change.greaterThan(most) ? change.minus(most) : ZERO;
}
