import type { DecidedTrade } from '../decisions/decision.ts';
import type { OutflowBound } from '../limits/outflow-bounds.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { compare, formatMoney, isPositive, money, subtract } from '../money/money.ts';
import { amountIn } from '../policy/wording.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import { freeOf } from './checks/amounts.ts';
import { tradeText } from './checks/conversion.ts';
import { describeRoom } from './checks/outflow.ts';
import type { SweepAmount } from './checks/sweep-amount.ts';
import type { PartView } from './parts.ts';

/** The amount of a sweep with the rule that it was computed by. */
export interface SizedSweep extends SweepAmount {
  readonly rule: AmountRule;
}

/** A sweep as one sentence: how much, where to, how the amount was computed, how much stays. */
export function explainSweep(
  swept: SizedSweep,
  { bounds }: { readonly bounds: readonly OutflowBound[] },
  parts: readonly PartView[],
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
  const how = [partOf(rule, swept), ...cutsOf(rule, swept, bounds)].join(', ');
  return `${formatMoney(swept.amount)} ${whereTo(rule, parts, trade)}: ${how}; ${left} stays${spoken}.`;
}

/** "to "Cold storage"", what each account of a split gets and which get nothing, or what it becomes. */
function whereTo(
  { kind, into, split }: AmountRule,
  parts: readonly PartView[],
  trade: DecidedTrade | undefined,
): string {
  if (kind !== undefined) {
    const how = trade === undefined ? '' : ` (${tradeText(trade, trade)})`;
    return `into ${into}${how}${parts.map(approvalOf).join('')}`;
  }
  if (split === undefined) return parts.map(toAccount).join('');
  const each = parts.map((part) => `${formatMoney(part.amount)} ${toAccount(part)}`);
  const left = split.parts
    .map((_, index) => index + 1)
    .filter((part) => !parts.some((one) => one.part === part));
  const nothing = left.map((part) => `nothing is left for part ${part}`);
  return `in ${parts.length} of ${split.parts.length} parts, ${[...each, ...nothing].join('; ')}`;
}

function toAccount(part: PartView): string {
  return `to "${part.account?.label ?? part.withdrawalAccountId}"${approvalOf(part)}`;
}

function approvalOf({ room, amount, needsApproval }: PartView): string {
  if (!needsApproval) return '';
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
