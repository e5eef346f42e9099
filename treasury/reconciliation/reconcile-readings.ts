import { explainReadings } from '../evidence/explain-readings.ts';
import { MAX_RECENT_FLOWS } from '../instructions/lane.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type Flow, flowOf } from './flow.ts';
import type { KnownMovement } from './movement.ts';
import { type ExplainedInterval, placeMovements } from './place-movements.ts';
import { type Reading, totalIn } from './reading.ts';

/** Unexplained amounts up to which there is no break, by currency; decimal text, absent: zero. */
export type Tolerances = Readonly<Record<string, string>>;

/** One currency in one interval, as it is found to be. */
export interface Finding {
  readonly flow: Omit<Flow, 'version'>;
  /** The unexplained amount is beyond the tolerance. */
  readonly isBreak: boolean;
  /** Requests whose outcome is not known that would explain it, to the last digit. */
  readonly mayBe: readonly string[];
}

/**
 * Explains a stretch of readings, oldest first and a chain (see `chainOf`), by what is known of the
 * instructions whose windows touch it. Only intervals in which something moved, or should have, are
 * found. Pure; the same for the same set of readings and instructions.
 */
export function reconcileReadings(
  client: string,
  readings: readonly Reading[],
  movementsIn: (currency: string) => readonly KnownMovement[],
  tolerances: Tolerances,
): readonly Finding[] {
  return currenciesIn(readings).flatMap((currency) => {
    const tolerance = toleranceOf(tolerances, currency);
    const movements = movementsIn(currency);
    const balances = readings.map((reading) => ({
      takenAt: reading.takenAt,
      total: totalIn(reading, currency),
    }));
    return placeMovements(balances, movements, tolerance).flatMap((interval, index) => {
      const [since, until] = [readings[index], readings[index + 1]];
      if (since === undefined || until === undefined) return [];
      const flow = flowOf(client, currency, [since, until], interval);
      if (flow === null) return [];
      const isBreak = interval.unexplained.abs().greaterThan(tolerance);
      return [{ flow, isBreak, mayBe: isBreak ? mayBe(interval, movements) : [] }];
    });
  });
}

function currenciesIn(readings: readonly Reading[]): readonly string[] {
  return [...new Set(readings.flatMap(({ balances }) => Object.keys(balances)))].sort();
}

function toleranceOf(tolerances: Tolerances, currency: string): Decimal {
  const text = Object.hasOwn(tolerances, currency) ? tolerances[currency] : undefined;
  return text === undefined ? ZERO : decimalOf(text);
}

/** Asks of each request of unknown outcome whether, executed, it explains what remains. */
function mayBe(
  { opening, closing, unexplained }: ExplainedInterval,
  movements: readonly KnownMovement[],
): readonly string[] {
  const open = movements
    .filter(({ certainty }) => certainty === 'open')
    .filter(({ from, until }) => closing.takenAt > from && opening.takenAt < until);
  const flows = open.map(({ instructionId, least, at }) => ({
    instructionId,
    change: formatDecimal(least),
    at,
  }));
  return open.flatMap(({ instructionId, least }) => {
    const others = flows.filter((each) => each.instructionId !== instructionId);
    const ways = explainReadings(
      ['0', formatDecimal(unexplained)],
      formatDecimal(least),
      others.slice(-MAX_RECENT_FLOWS),
    );
    return ways.some(({ executed }) => executed) ? [instructionId] : [];
  });
}
