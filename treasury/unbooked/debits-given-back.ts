import { sumOf } from '../booking/booking.ts';
import type { BudgetDebit, EntryDebits } from '../booking/entry-debits.ts';
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
 * Amounts that were added up, since there were too many, have lost their debits and stay debited. Each claim's debits stand
 * once, whatever entries there are, and never more of them goes back than there is.
 */
export function debitsOf({ booking }: Lane): DebitsGivenBack {
  const shares = Object.entries(booking.debited ?? {}).flatMap(([id, debits]) => {
    const own = booking.entries.filter(({ instructionId }) => instructionId === id);
    return own.length === 0 ? [] : [shareOf(debits, sumOf(own))];
  });
  return {
    budgets: shares.flatMap(({ budget }) => budget ?? []),
    trades: shares.flatMap(({ trade }) => trade ?? []),
    approvals: shares.flatMap(({ approval }) => approval ?? []),
    outflows: shares.flatMap(({ outflow }) => outflow ?? []),
  };
}

/** The part of a claim's debits that is for its unbooked amount. */
function shareOf(debits: EntryDebits, unbooked: Decimal): Omit<EntryDebits, 'claimed'> {
  const { claimed, budget, trade, approval, outflow } = debits;
  const share = <A extends { readonly amount: string }>(part: A): A => ({
    ...part,
    amount: unbookedShare(part.amount, decimalOf(claimed), unbooked),
  });
  return {
    ...(budget && { budget: share(budget) }),
    ...(trade && { trade: share(trade) }),
    ...(approval && {
      approval: { ...share(approval), ...(approval.value && { value: share(approval.value) }) },
    }),
    ...(outflow && {
      outflow: {
        ...outflow,
        ...(outflow.account && { account: share(outflow.account) }),
        ...(outflow.value && { value: share(outflow.value) }),
      },
    }),
  };
}

/** Rounded down: never more is given back than was debited. */
function unbookedShare(debited: string, claimed: Decimal, unbooked: Decimal): string {
  if (unbooked.greaterThanOrEqualTo(claimed)) return debited;
  const share = decimalOf(debited).times(unbooked).dividedBy(claimed);
  return formatDecimal(share.toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN));
}
