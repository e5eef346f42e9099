import type { DecidedTrade } from '../decisions/decision.ts';
import { formatDecimal } from '../money/decimal-text.ts';
import { compare, formatMoney, isPositive, subtract } from '../money/money.ts';
import { amountIn } from '../policy/wording.ts';
import type { AmountRule } from '../value-limits/rule-limits.ts';
import { freeOf } from './checks/amounts.ts';
import { describeTradeRoom, tradeText } from './checks/conversion.ts';
import { describeRoom } from './checks/outflow.ts';
import type { SweepAmount, SweepCap } from './checks/sweep-amount.ts';
import type { PartView } from './parts.ts';

/** The amount of a sweep with the rule that it was computed by. */
export interface SizedSweep extends SweepAmount {
  readonly rule: AmountRule;
}

/** A sweep as one sentence: how much, where to, how the amount was computed, how much stays. */
export function explainSweep(
  swept: SizedSweep,
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
  const how = [partOf(rule, swept), ...cutOf(rule, swept)].join(', ');
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

/** The limit that bound, or the rounding if none did. */
function cutOf(rule: AmountRule, { allocated, amount, binding }: SweepAmount): readonly string[] {
  if (binding !== null) return [`cut to ${describeCap(rule, binding)}`];
  const isRounded = compare(amount, allocated) < 0;
  return isRounded ? [`rounded down to a multiple of ${rule.step}`] : [];
}

function describeCap({ currency, maximum = '' }: AmountRule, cap: SweepCap): string {
  switch (cap.kind) {
    case 'maximum':
      return `the maximum of ${maximum}`;
    case 'budget': {
      const { remaining, cap: budget } = cap.budget;
      const left = amountIn(currency, formatDecimal(remaining));
      return `the ${left} left of the budget of ${amountIn(currency, formatDecimal(budget))} per ${cap.window}`;
    }
    case 'trade':
      return describeTradeRoom(cap.cap);
    case 'bound':
      return describeRoom(cap.bound);
    default:
      return cap satisfies never;
  }
}
