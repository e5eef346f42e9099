import type { UnbookedEntry } from '../booking/booking.ts';
import type { BudgetDebit, Lane, TradeDebit } from '../instructions/lane.ts';
import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';

/** What goes back into budgets and rolling limits where nothing unbooked was executed. */
export interface DebitsGivenBack {
  readonly budgets: readonly BudgetDebit[];
  readonly trades: readonly TradeDebit[];
}

export const NOTHING_GIVEN_BACK: DebitsGivenBack = { budgets: [], trades: [] };

/**
 * The debits of everything unbooked in a lane: of an amount that was booked in part, as much as its unbooked part. Amounts that
 * were added up, since there were too many, have lost their debits and stay debited; so does the room of approvals.
 */
export function debitsOf({ booking }: Lane): DebitsGivenBack {
  const entries = booking?.entries ?? [];
  return {
    budgets: entries.flatMap((entry) => {
      const budget = entry.debits?.budget;
      return budget === undefined
        ? []
        : [{ ...budget, amount: unbookedShare(entry, budget.amount) }];
    }),
    trades: entries.flatMap((entry) => {
      const trade = entry.debits?.trade;
      return trade === undefined ? [] : [{ ...trade, amount: unbookedShare(entry, trade.amount) }];
    }),
  };
}

/** Rounded down: never more is given back than was debited. */
function unbookedShare({ amount, debits }: UnbookedEntry, debited: string): string {
  const claimed = decimalOf(debits?.claimed ?? amount);
  const left = Decimal.min(decimalOf(amount), claimed);
  if (left.equals(claimed)) return debited;
  const share = decimalOf(debited).times(left).dividedBy(claimed);
  return formatDecimal(share.toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN));
}
