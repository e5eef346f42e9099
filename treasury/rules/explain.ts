import type { DecidedTrade } from '../decisions/decision.ts';
import type { ApprovalRoom } from '../instructions/approval-room.ts';
import type { OutflowBound } from '../limits/outflow-bounds.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { compare, formatMoney, isPositive, money, subtract } from '../money/money.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { amountIn } from '../policy/wording.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import { freeOf, needsApproval } from './checks/amounts.ts';
import { tradeText } from './checks/conversion.ts';
import { describeRoom } from './checks/outflow.ts';
import type { SweepAmount } from './checks/sweep-amount.ts';

/** The amount of a sweep with the rule that it was computed by. */
export interface SizedSweep extends SweepAmount {
  readonly rule: AmountRule;
}

/** A sweep as one sentence: how much, where to, how the amount was computed, how much stays. */
export function explainSweep(
  swept: SizedSweep,
  {
    account,
    approval: room,
    bounds,
  }: {
    readonly account: RegisteredAccount | null;
    readonly approval: ApprovalRoom;
    readonly bounds: readonly OutflowBound[];
  },
  trade?: DecidedTrade,
): string {
  const { rule } = swept;
  const { committed, unbooked } = swept.holding;
  const left = formatMoney(subtract(freeOf(swept.holding), swept.amount));
  const beside = [
    ...(isPositive(committed) ? [`${formatMoney(committed)} already spoken for`] : []),
    ...(isPositive(unbooked) ? [`${formatMoney(unbooked)} not known to be booked`] : []),
  ];
  const spoken = beside.length === 0 ? '' : ` beside ${beside.join(' and ')}`;
  const approval = approvalOf(room, swept);
  const how = [partOf(rule, swept), ...cutsOf(rule, swept, bounds)].join(', ');
  const where =
    rule.kind === undefined
      ? `to "${account?.label ?? rule.withdrawalAccountId}"`
      : `into ${rule.into}${trade === undefined ? '' : ` (${tradeText(trade, trade)})`}`;
  return `${formatMoney(swept.amount)} ${where}${approval}: ${how}; ${left} stays${spoken}.`;
}

function approvalOf(room: ApprovalRoom, { amount }: SweepAmount): string {
  if (!needsApproval(amount, room)) return '';
  const { limit, unapproved } = room;
  const before = unapproved.isZero() ? '' : `, of which ${formatDecimal(unapproved)} are used`;
  return `, once it is approved (needed above ${limit} ${amount.currency} in 24 hours${before})`;
}

function partOf({ allocation, currency, keep }: AmountRule, swept: SweepAmount): string {
  const surplus = `the ${formatMoney(swept.surplus)} above the kept ${amountIn(currency, keep)}`;
  switch (allocation.kind) {
    case 'all':
      return `all of ${surplus}`;
    case 'percentage':
      return `${allocation.percent} % of ${surplus}`;
    case 'fixed':
      return compare(swept.allocated, swept.surplus) === 0
        ? `all of ${surplus}`
        : `a fixed amount out of ${surplus}`;
    default:
      return allocation satisfies never;
  }
}

function cutsOf(
  { currency, maximum, step }: AmountRule,
  swept: SweepAmount,
  bounds: readonly OutflowBound[],
): readonly string[] {
  const { allocated, wanted, budgeted, amount } = swept;
  const cuts: string[] = [];
  const capped = maximum !== undefined && compare(allocated, money(currency, maximum)) > 0;
  if (capped) cuts.push(`cut to the maximum of ${maximum}`);
  if (compare(amount, budgeted) < 0) cuts.push(`cut to ${describeRoom(bounds)}`);
  else if (compare(budgeted, wanted) < 0) cuts.push('cut to what is left of the budget');
  else if (!capped && compare(amount, allocated) < 0)
    cuts.push(`rounded down to a multiple of ${step}`);
  return cuts;
}
