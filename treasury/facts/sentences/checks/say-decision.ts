import { formatDecimal } from '../../../money/decimal-text.ts';
import { allocate } from '../../../policy/allocate.ts';
import { amountIn } from '../../../policy/wording.ts';
import { freeIn } from '../../amount-facts.ts';
import { numberIn } from '../../number-in.ts';
import { type CapFact, type DecisionFact, type SweepFact, surplusIn } from '../../sweep-fact.ts';
import { budgetWindow, leftOfBudget, takenText } from './amounts.ts';
import { roomText } from './bounds.ts';
import { tradeRoomText, tradeText } from './conversions.ts';
import { sayValues } from './prices-of-limits.ts';
import { sayRefusal } from './say-check.ts';
import { sayMissed } from './schedules.ts';

/** What was decided and why, as a finance person reads it. */
export function sayDecision(decided: DecisionFact): string {
  const { currency, valued, missed } = decided;
  const beside = `${sayValues(currency, valued)}${missed === null ? '' : sayMissed(missed)}`;
  if (decided.code === 'sweep') {
    const { sweep } = decided;
    return `${sweep.conversion === undefined ? 'Withdraw' : 'Convert'} ${saySweep(sweep)}${beside}`;
  }
  return `${sayRefusal(decided.why)}${sayOtherwise(decided.otherwise)}${beside}`;
}

function sayOtherwise(sweep: SweepFact | undefined): string {
  if (sweep === undefined) return '';
  const action = sweep.conversion === undefined ? 'withdraw' : 'convert';
  return ` Otherwise it would ${action} ${saySweep(sweep)}`;
}

/** How much, where to, how the amount was computed, how much stays. */
function saySweep(sweep: SweepFact): string {
  const { currency, amount, holding } = sweep;
  const left = formatDecimal(freeIn(holding).minus(numberIn(amount)));
  const beside = takenText(holding, (each) => amountIn(currency, each));
  const spoken = beside === '' ? '' : ` beside ${beside}`;
  const how = [partOf(sweep), ...cutOf(sweep)].join(', ');
  return `${amountIn(currency, amount)} ${whereTo(sweep)}: ${how}; ${amountIn(currency, left)} stays${spoken}.`;
}

/** "to "Cold storage"", what each account of a split gets and which get nothing, or what it becomes. */
function whereTo({ currency, parts, split, conversion }: SweepFact): string {
  const approvals = (part: SweepFact['parts'][number]) => approvalOf(part, currency);
  if (conversion !== undefined) {
    const { into, trade } = conversion;
    const how = trade === undefined ? '' : ` (${tradeText(trade)})`;
    return `into ${into}${how}${parts.map(approvals).join('')}`;
  }
  const toAccount = (part: SweepFact['parts'][number]) => `to "${part.to}"${approvals(part)}`;
  if (split === null) return parts.map(toAccount).join('');
  const each = parts.map((part) => `${amountIn(currency, part.amount)} ${toAccount(part)}`);
  const nothing = Array.from({ length: split }, (_, index) => index + 1)
    .filter((part) => !parts.some((one) => one.part === part))
    .map((part) => `nothing is left for part ${part}`);
  return `in ${parts.length} of ${split} parts, ${[...each, ...nothing].join('; ')}`;
}

function approvalOf({ approval }: SweepFact['parts'][number], currency: string): string {
  if (approval === null) return '';
  const { above, unapproved } = approval;
  const before = numberIn(unapproved).isZero() ? '' : `, of which ${unapproved} are used`;
  return `, once it is approved (needed above ${amountIn(currency, above)} in 24 hours${before})`;
}

function partOf(sweep: SweepFact): string {
  const { allocation, currency, keep } = sweep;
  const surplus = surplusIn(sweep);
  const above = `the ${amountIn(currency, formatDecimal(surplus))} above the kept ${amountIn(currency, keep)}`;
  switch (allocation.kind) {
    case 'all':
      return `all of ${above}`;
    case 'percentage':
      return `${allocation.percent} % of ${above}`;
    case 'fixed':
      return allocate(allocation, surplus).equals(surplus)
        ? `all of ${above}`
        : `a fixed amount out of ${above}`;
    default:
      return allocation satisfies never;
  }
}

/** The limit that bound, or the rounding if none did. */
function cutOf(sweep: SweepFact): readonly string[] {
  const { allocation, amount, cap, currency, step } = sweep;
  if (cap !== null) return [`cut to ${sayCap(currency, cap)}`];
  const isRounded = numberIn(amount).lessThan(allocate(allocation, surplusIn(sweep)));
  return isRounded ? [`rounded down to a multiple of ${step}`] : [];
}

function sayCap(currency: string, cap: CapFact): string {
  switch (cap.code) {
    case 'maximum':
      return `the maximum of ${cap.maximum}`;
    case 'budget': {
      const left = amountIn(currency, leftOfBudget(cap));
      return `the ${left} left of the budget of ${amountIn(currency, cap.cap)} per ${budgetWindow(cap.limit)}`;
    }
    case 'trade-limit':
      return tradeRoomText(cap);
    case 'bound':
      return roomText(cap);
    default:
      return cap satisfies never;
  }
}
