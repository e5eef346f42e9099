import type { CurrencyEvidence, Explanation } from '../instructions/evidence.ts';
import type { LaneFlow } from '../instructions/lane.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';

/**
 * Every way in which a series of balances can have come about to the last digit: the request executed or not, and any
 * of the earlier flows showing late. Each flow moves the balance once, between two readings; any other movement makes
 * the series inexplicable, and then the list is empty.
 * @param balances decimal text, oldest first, beginning with the balance before the claim.
 */
export function explainReadings(
  balances: readonly string[],
  changeIfExecuted: string,
  earlierFlows: readonly LaneFlow[],
): readonly Explanation[] {
  const totals = balances.map(decimalOf);
  const steps = totals.slice(1).map((total, index) => total.minus(totals[index] ?? ZERO));
  const moves = steps.filter((step) => !step.isZero());
  return [false, true].flatMap((executed) =>
    subsets(earlierFlows).flatMap((late) => {
      const flows = [...late.map(({ change }) => change), ...(executed ? [changeIfExecuted] : [])];
      const fits = accountsFor(moves, flows.map(decimalOf));
      return fits ? [{ executed, shownLate: late.map(({ instructionId }) => instructionId) }] : [];
    }),
  );
}

/** Whether each answer explains every reading, of every currency concerned. */
export function fittingAnswers(currencies: readonly Pick<CurrencyEvidence, 'explanations'>[]): {
  readonly executed: boolean;
  readonly notExecuted: boolean;
} {
  const fits = (executed: boolean) =>
    currencies.every(({ explanations }) => explanations.some((each) => each.executed === executed));
  return { executed: fits(true), notExecuted: fits(false) };
}

/** Whether the flows, each used once and all of them, add up to the moves in their order. */
function accountsFor(moves: readonly Decimal[], flows: readonly Decimal[]): boolean {
  const [move, ...later] = moves;
  if (move === undefined) return flows.length === 0;
  return subsets(flows).some((used) => {
    if (used.length === 0) return false;
    const sum = used.reduce((total, flow) => total.plus(flow), ZERO);
    return sum.equals(move) && accountsFor(later, without(flows, used));
  });
}

function without(flows: readonly Decimal[], used: readonly Decimal[]): readonly Decimal[] {
  return flows.filter((flow) => !used.includes(flow));
}

/** Two to the number of items: callers bound it, a lane keeps four earlier flows. */
function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return [...others, ...others.map((subset) => [first, ...subset])];
}
