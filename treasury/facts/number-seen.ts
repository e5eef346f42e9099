import { formatDecimal, isDecimalText } from '../money/decimal-text.ts';
import { secondsBetween } from '../time/instant.ts';
import { allocatedIn, freeIn, staysIn } from './amount-facts.ts';
import type { CheckFact } from './check-fact.ts';

/**
 * The number that a check compares: an amount in the rule's currency, a price, a value or seconds; null if it is none, or has
 * more digits than decimal text, as a percentage of an amount may.
 */
export function numberSeen(fact: CheckFact): string | null {
  const number = numberOf(fact);
  return number !== null && isDecimalText(number) ? number : null;
}

function numberOf(fact: CheckFact): string | null {
  switch (fact.code) {
    case 'balance-age':
      return secondsText(fact.readAt, fact.now);
    case 'cooldown':
      return fact.lastClaimedAt === null ? null : secondsText(fact.lastClaimedAt, fact.now);
    case 'threshold':
      return formatDecimal(freeIn(fact));
    case 'keep':
      return staysIn(fact);
    case 'taken':
      return allocatedIn(fact);
    case 'allocation':
    case 'maximum':
    case 'step':
    case 'minimum':
    case 'approval':
      return fact.amount;
    case 'budget':
      return fact.budget?.spent ?? null;
    case 'low':
      return fact.balance;
    case 'floor':
    case 'outflow':
      return fact.currency === fact.needed.currency ? fact.seen : null;
    case 'trade-limit':
      return fact.value;
    case 'trade-approval':
      return fact.above === null ? null : fact.value;
    case 'price-at-claim':
      return fact.market;
    default:
      return null;
  }
}

/** Of instants, so of milliseconds: never so small that a number is written with an exponent. */
function secondsText(from: string, to: string): string {
  return String(secondsBetween(from, to));
}
