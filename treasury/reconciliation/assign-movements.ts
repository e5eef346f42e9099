import { type Decimal, ZERO } from '../money/decimal.ts';
import type { Instant } from '../time/instant.ts';
import { Assignment, isLess, leftOf } from './assignment.ts';
import type { KnownMovement } from './movement.ts';

/**
 * Ways of placing the movements of one currency that are tried one by one. One request at a time passes
 * through a currency, and its window is some minutes: a handful of movements with two or three intervals
 * each. Beyond it one movement after the other is moved where that explains more.
 */
const MAX_PLACEMENTS = 4_096;

/**
 * Places that are tried for the movements of one currency beyond that: some seconds of the function's share of
 * a processor. An hour of a request a minute, each of which may show in any of its readings, is 4,000 in a
 * round, and a handful of rounds is enough; where it is not, the best so far counts.
 */
const MAX_TRIES = 100_000;

/** A balance and the moment it was read. */
export interface BalanceAt {
  readonly takenAt: Instant;
  readonly total: Decimal;
}

export interface AssignedMovement {
  readonly movement: AssignableMovement;
  /** Signed; of a movement that is known between bounds, the part that the balances show. */
  readonly amount: Decimal;
}

/** The window between two readings that follow each other. */
export interface ExplainedInterval {
  readonly opening: BalanceAt;
  readonly closing: BalanceAt;
  readonly movements: readonly AssignedMovement[];
  /** closing - opening - movements, signed. */
  readonly unexplained: Decimal;
}

/** The place where a movement may show: an interval, before all of them (-1), or after (their number). */
type Placement = readonly number[];

/** A movement to be placed. `showsLater`: it need not show within its window, since the service may book late. */
export type AssignableMovement = KnownMovement & { readonly showsLater?: true };

export interface PlacedMovements {
  readonly intervals: readonly ExplainedInterval[];
  /** Movements that the balances explain better without: they have not shown yet. */
  readonly later: readonly KnownMovement[];
}

/**
 * Assigns each movement to the interval that shows it. Each moves the balance once, within its window; of all
 * assignments the one counts that leaves the fewest intervals unexplained, and of those the one nearest to the
 * recorded times. So a booking that the service shows late is no difference, while the rest that no assignment
 * explains remains, to the last digit. Pure, and the same for the same set. Movements of unknown outcome are not
 * assigned: they explain nothing before they are settled.
 */
export function assignMovements(
  readings: readonly BalanceAt[],
  movements: readonly AssignableMovement[],
  tolerance: Decimal,
): PlacedMovements {
  const intervals = intervalsOf(readings);
  const placeable = movements
    .filter(({ certainty }) => certainty !== 'open')
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const nominal = placeable.map((movement) => nominalPlace(movement, readings));
  const options = placeable.map((movement, index) =>
    placesFor(movement, readings, nominal[index] ?? 0),
  );
  const changes = intervals.map(({ opening, closing }) => closing.total.minus(opening.total));
  const later = placeable.flatMap(({ showsLater }, index) => (showsLater ? [index] : []));
  const assignment = new Assignment(changes, placeable, nominal, tolerance);
  const best = bestPlacement(options, assignment, later, intervals.length);
  return {
    intervals: intervals.map((interval, index) =>
      explained(
        interval,
        placeable.filter((_, each) => best[each] === index),
      ),
    ),
    later: placeable.filter((_, each) => best[each] === intervals.length),
  };
}

interface Interval {
  readonly opening: BalanceAt;
  readonly closing: BalanceAt;
}

function intervalsOf(readings: readonly BalanceAt[]): readonly Interval[] {
  return readings.slice(1).flatMap((closing, index) => {
    const opening = readings[index];
    return opening === undefined ? [] : [{ opening, closing }];
  });
}

function order({ from, instructionId }: KnownMovement): string {
  return `${from}#${instructionId}`;
}

/** The interval that holds the recorded time. A movement in flight shows later, unless it shows already. */
function nominalPlace({ at, certainty }: KnownMovement, readings: readonly BalanceAt[]): number {
  const after = readings.findIndex(({ takenAt }) => takenAt >= at);
  return certainty === 'in-flight' || after < 0 ? readings.length - 1 : after - 1;
}

/** Every place that the window allows, the nearest to the recorded time first. */
function placesFor(
  { from, until, certainty, showsLater }: AssignableMovement,
  readings: readonly BalanceAt[],
  nominal: number,
): readonly number[] {
  const first = readings[0]?.takenAt ?? from;
  const last = readings.at(-1)?.takenAt ?? until;
  const places = intervalsOf(readings).flatMap(({ opening, closing }, index) =>
    closing.takenAt > from && opening.takenAt < until ? [index] : [],
  );
  // Claimed before the first of the readings, it may be in that one already.
  if (from < first) places.push(-1);
  if (last < until || certainty === 'in-flight' || showsLater) places.push(readings.length - 1);
  return places.sort((a, b) => Math.abs(a - nominal) - Math.abs(b - nominal) || a - b);
}

/** `later`: the movements that may show after all intervals, whose number is `after`. */
function bestPlacement(
  options: readonly (readonly number[])[],
  assignment: Assignment,
  later: readonly number[],
  after: number,
): Placement {
  for (const [movement, [place]] of options.entries()) assignment.put(movement, place ?? 0);
  const ways = options.reduce((product, places) => product * places.length, 1);
  if (assignment.weight.some((part) => part !== 0)) {
    if (ways <= MAX_PLACEMENTS) lookThrough(options, assignment);
    else improveFromBoth(options, assignment, later, after);
  }
  return assignment.places.map((place) => place ?? 0);
}

/**
 * Starts from where everything was recorded, and if that leaves differences, from where nothing has shown yet: moved
 * one by one, many that are all booked late in the same interval never leave it, since without one of them as much is
 * wrong as with it.
 */
function improveFromBoth(
  options: readonly (readonly number[])[],
  assignment: Assignment,
  later: readonly number[],
  after: number,
): void {
  improve(options, assignment);
  const recorded = { places: assignment.places, weight: assignment.weight };
  if (recorded.weight[0] === 0 || later.length === 0) return;
  for (const movement of later) assignment.put(movement, after);
  improve(options, assignment);
  if (isLess(assignment.weight, recorded.weight)) return;
  for (const [movement, place] of recorded.places.entries()) assignment.put(movement, place ?? 0);
}

/** Tries every assignment; of equal ones the first that was met stays. */
function lookThrough(options: readonly (readonly number[])[], assignment: Assignment): void {
  let best = { places: assignment.places, weight: assignment.weight };
  const visit = (movement: number): void => {
    const places = options[movement];
    if (places === undefined) {
      const { weight } = assignment;
      if (isLess(weight, best.weight)) best = { places: assignment.places, weight };
      return;
    }
    for (const place of places) {
      assignment.put(movement, place);
      visit(movement + 1);
    }
  };
  visit(0);
  for (const [movement, place] of best.places.entries()) assignment.put(movement, place ?? 0);
}

/** Moves one movement at a time while that is better; each round ends with fewer differences. */
function improve(options: readonly (readonly number[])[], assignment: Assignment): void {
  let tries = 0;
  for (let better = true; better; ) {
    better = false;
    for (const [movement, places] of options.entries()) {
      if (tries > MAX_TRIES) return;
      tries += places.length;
      better = settle(movement, places, assignment) || better;
    }
  }
}

/** Assigns one movement to its best place; false if that is where it was. */
function settle(movement: number, places: readonly number[], assignment: Assignment): boolean {
  const before = assignment.placeOf(movement) ?? 0;
  let best = { place: before, weight: assignment.weight };
  for (const place of places) {
    assignment.put(movement, place);
    const { weight } = assignment;
    if (isLess(weight, best.weight)) best = { place, weight };
  }
  assignment.put(movement, best.place);
  return best.place !== before;
}

function unexplainedOf(
  { opening, closing }: Interval,
  movements: readonly KnownMovement[],
): Decimal {
  const least = sumOf(movements.map((each) => each.least));
  const most = sumOf(movements.map((each) => each.most));
  return leftOf(closing.total.minus(opening.total), { least, most });
}

/** Movements known between bounds take, one after the other, the amounts that the balances show. */
function explained(
  interval: Interval,
  movements: readonly AssignableMovement[],
): ExplainedInterval {
  const unexplained = unexplainedOf(interval, movements);
  const least = sumOf(movements.map((each) => each.least));
  const shown = interval.closing.total.minus(interval.opening.total).minus(unexplained);
  let left = shown.minus(least);
  const placed = movements.map((movement) => {
    const room = movement.most.minus(movement.least);
    const taken = left.lessThan(room) ? left : room;
    left = left.minus(taken);
    return { movement, amount: movement.least.plus(taken) };
  });
  return { ...interval, movements: placed, unexplained };
}

function sumOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), ZERO);
}
