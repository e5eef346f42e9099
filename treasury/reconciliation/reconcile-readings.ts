import type { BreakCandidate } from '../breaks/break-transitions.ts';
import { explainReadings } from '../evidence/explain-readings.ts';
import { MAX_RECENT_FLOWS } from '../instructions/lane.ts';
import type { LateBooking } from '../ledger/claim-window.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { ExplainedInterval } from './assign-movements.ts';
import { explainCurrency, type LaneSays } from './explain-currency.ts';
import { flowOf } from './flow-of.ts';
import { hasShown, signOf } from './late-booking.ts';
import type { KnownMovement } from './movement.ts';
import { bookedTotal, type Reading } from './reading.ts';

/** Unexplained amounts up to which there is no break, by currency; decimal text, absent: zero. */
export type Tolerances = Readonly<Record<string, string>>;

/** The known facts of one currency while its readings are explained. */
export interface KnownOfCurrency {
  readonly movements: readonly KnownMovement[];
  readonly laneSays: (movement: KnownMovement) => LaneSays;
  /** Requests that are not decided, however long ago they were claimed: each may still show. */
  readonly undecided: readonly Undecided[];
}

/** A request whose outcome is not known. */
export type Undecided = Pick<KnownMovement, 'instructionId' | 'from' | 'certainty'>;

/** Readings after explanation. */
export interface ReconciledReadings {
  readonly candidates: readonly BreakCandidate[];
  /** Movements that show late: by currency, then by instruction. */
  readonly late: ReadonlyMap<string, ReadonlyMap<string, LateBooking>>;
}

/**
 * Explains a window of readings, oldest first and a chain (see `chainOf`), by what is known of the instructions whose
 * windows touch it or that show late. Returns only intervals in which something moved, or should have. Pure; the same
 * for the same set of readings and instructions.
 */
export function reconcileReadings(
  tenant: string,
  readings: readonly Reading[],
  knownOf: (currency: string) => KnownOfCurrency,
  tolerances: Tolerances,
): ReconciledReadings {
  const explained = currenciesIn(readings).map((currency) => {
    const known = knownOf(currency);
    const { candidates, late } = reconcileCurrency(tenant, readings, currency, known, tolerances);
    return { currency, candidates, late };
  });
  return {
    candidates: explained.flatMap(({ candidates }) => candidates),
    late: new Map(explained.map(({ currency, late }) => [currency, late])),
  };
}

function reconcileCurrency(
  tenant: string,
  readings: readonly Reading[],
  currency: string,
  { movements, laneSays, undecided }: KnownOfCurrency,
  tolerances: Tolerances,
) {
  const tolerance = toleranceOf(tolerances, currency);
  const balances = readings.map((reading) => ({
    scheduledFor: reading.scheduledFor,
    takenAt: reading.takenAt,
    total: bookedTotal(reading, currency).total,
  }));
  const { intervals, late } = explainCurrency(balances, movements, tolerance, laneSays);
  const candidates = intervals.flatMap((interval, index): readonly BreakCandidate[] => {
    const [since, until] = [readings[index], readings[index + 1]];
    if (since === undefined || until === undefined) return [];
    const flow = flowOf(tenant, currency, [bookedTotal(since, currency), until], interval);
    if (flow === null) return [];
    const isBreak = interval.unexplained.abs().greaterThan(tolerance);
    if (!isBreak) return [{ flow, isBreak, ...NOTHING_ELSE }];
    const pending = pendingAt(interval, movements, { intervals, late, undecided });
    const may = { mayBe: mayBe(interval, movements), takenForWhole: takenForWhole(interval) };
    return [{ flow, isBreak, ...may, ...pending }];
  });
  return { candidates, late };
}

/** Of an interval in which everything is explained. */
const NOTHING_ELSE = { mayBe: [], awaits: [], isDoubted: false, takenForWhole: [] } as const;

/**
 * The outgoing movements that stand whole in an interval with a rise, by the balances alone: a part of one may have shown
 * there, and the rest may follow.
 */
function takenForWhole({ movements, unexplained }: ExplainedInterval): readonly string[] {
  if (!unexplained.greaterThan(0)) return [];
  return movements
    .filter(({ movement }) => movement.showsLater === true && signOf(movement) < 0)
    .map(({ movement }) => movement.instructionId);
}

function currenciesIn(readings: readonly Reading[]): readonly string[] {
  return [...new Set(readings.flatMap(({ balances }) => Object.keys(balances)))].sort();
}

function toleranceOf(tolerances: Tolerances, currency: string): Decimal {
  const text = Object.hasOwn(tolerances, currency) ? tolerances[currency] : undefined;
  return text === undefined ? ZERO : decimalOf(text);
}

interface Shown {
  readonly intervals: readonly ExplainedInterval[];
  readonly late: ReadonlyMap<string, LateBooking>;
  readonly undecided: readonly Undecided[];
}

/**
 * The requests that may still account for a part of what is unexplained at the end of an interval: those that are not
 * decided, and those that were executed and have not shown in full, in the same direction.
 */
function pendingAt(
  { closing, unexplained }: ExplainedInterval,
  movements: readonly KnownMovement[],
  { intervals, late, undecided }: Shown,
): Pick<BreakCandidate, 'awaits' | 'isDoubted'> {
  const placed = new Set(
    intervals.flatMap((each) => each.movements.map(({ movement }) => movement.instructionId)),
  );
  const isShown = (movement: KnownMovement) => {
    const booking = late.get(movement.instructionId) ?? movement.late;
    if (booking?.rest !== undefined) return true;
    return booking === undefined
      ? placed.has(movement.instructionId)
      : hasShown(movement, booking.parts);
  };
  const pending = movements.filter((movement) => {
    if (movement.from >= closing.takenAt) return false;
    if (movement.certainty !== 'executed') return true;
    return !isShown(movement) && signOf(movement) < 0 === unexplained.isNegative();
  });
  const open = undecided.filter(({ from }) => from < closing.takenAt);
  const all = [...pending, ...open];
  return {
    awaits: [...new Set(all.map(({ instructionId }) => instructionId))],
    isDoubted: all.some(({ certainty }) => certainty === 'open'),
  };
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
