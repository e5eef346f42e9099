import type { UnbookedEntry } from '../booking/booking.ts';
import type { ApprovalDebit, BudgetDebit, OutflowDebit } from '../booking/entry-debits.ts';
import type { Lane } from '../instructions/lane.ts';
import { Decimal } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import type { DebitsOutside } from '../sending/refunds.ts';

/**
 * The amounts that go back into budgets, rolling limits and the room of approvals if nothing unbooked was executed.
 */
export interface DebitsGivenBack extends DebitsOutside {
  readonly budgets: readonly BudgetDebit[];
}

export const NOTHING_GIVEN_BACK: DebitsGivenBack = {
  budgets: [],
  trades: [],
  approvals: [],
  outflows: [],
};

/**
 * The debits of everything unbooked in a lane: for an amount that was booked in part, the share of its unbooked part.
 * Amounts that were added up, since there were too many, have lost their debits and stay debited.
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
    approvals: entries.flatMap((entry) => {
      const approval = entry.debits?.approval;
      return approval === undefined ? [] : [approvalShare(entry, approval)];
    }),
    outflows: entries.flatMap((entry) => {
      const outflow = entry.debits?.outflow;
      return outflow === undefined ? [] : [outflowShare(entry, outflow)];
    }),
  };
}

function approvalShare(entry: UnbookedEntry, { value, ...debit }: ApprovalDebit): ApprovalDebit {
  const amount = unbookedShare(entry, debit.amount);
  if (value === undefined) return { ...debit, amount };
  return { ...debit, amount, value: { ...value, amount: unbookedShare(entry, value.amount) } };
}

function outflowShare(entry: UnbookedEntry, debit: OutflowDebit): OutflowDebit {
  const { account, value } = debit;
  const share = <A extends { readonly amount: string }>(part: A) => ({
    ...part,
    amount: unbookedShare(entry, part.amount),
  });
  return {
    ...debit,
    ...(account === undefined ? {} : { account: share(account) }),
    ...(value === undefined ? {} : { value: share(value) }),
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
