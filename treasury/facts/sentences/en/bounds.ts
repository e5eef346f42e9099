import {
  type BoundFact,
  type FloorName,
  isFloor,
  leftText,
  type OutflowFact,
  type OutflowLimitName,
} from '../../bound-facts.ts';
import { ofPrices, type Said } from '../said.ts';
import {
  amountIn,
  asPart,
  numberPart,
  type Part,
  type Sentence,
  sentence,
  written,
} from '../sentence.ts';
import { NO_PRICES } from './no-prices.ts';

type Of<Code extends OutflowFact['code']> = Extract<OutflowFact, { readonly code: Code }>;

type Named = Omit<BoundFact, 'seen'>;

function nameOf({ limit, cap, currency, of = '' }: Named): Sentence {
  const amount = amountIn(currency, cap);
  switch (limit) {
    case 'floor-total':
      return sentence`liquidity floor of ${amount} over everything`;
    case 'floor-currency':
      return sentence`liquidity floor of ${amount}`;
    case 'account-24h':
    case 'account-30d':
      return sentence`limit of ${amount} per ${windowOf(limit)} to "${written(of)}"`;
    case 'account-lifetime':
      return sentence`lifetime limit of ${amount} to "${written(of)}"`;
    case 'counterparty-24h':
    case 'counterparty-30d':
      return sentence`limit of ${amount} per ${windowOf(limit)} to counterparty "${written(of)}"`;
    case 'outflow-24h':
      return sentence`limit of ${amount} per ${windowOf(limit)} over all withdrawals`;
    case 'first-payment':
      return sentence`first-payment maximum of ${amount} to "${written(of)}"`;
    default:
      return limit satisfies never;
  }
}

function windowOf(limit: FloorName | OutflowLimitName): string {
  if (limit === 'account-lifetime') return 'all';
  if (limit === 'first-payment') return 'all, as no answer has named the place yet';
  return limit.endsWith('30d') ? '30 days' : '24 hours';
}

/** "1 BTC (worth 100 USD)"; the worth only in another currency. */
function takes({ needed, taken, currency }: Of<'floor' | 'outflow'>): Part | Sentence {
  const amount = amountIn(needed.currency, needed.amount);
  return needed.currency === currency
    ? amount
    : sentence`${amount} (worth ${amountIn(currency, taken)})`;
}

function staysOf({ cap, currency }: Named): Sentence {
  return sentence`at least ${amountIn(currency, cap)} stays`;
}

export const BOUNDS: Said<OutflowFact> = {
  'bound-unknown': {
    seen: ({ why }) => sentence`not known: ${asPart(ofPrices(NO_PRICES, why).refused)}`,
    accepted: (fact) =>
      isFloor(fact.limit)
        ? staysOf(fact)
        : sentence`at most ${amountIn(fact.currency, fact.cap)} in ${windowOf(fact.limit)}`,
    refused: (fact) =>
      sentence`The ${nameOf(fact)} cannot be compared, so nothing leaves: ${asPart(ofPrices(NO_PRICES, fact.why).refused)}.`,
  },
  floor: {
    seen: (fact) =>
      sentence`${amountIn(fact.currency, fact.seen)} there, ${numberPart(leftText(fact))} above the floor`,
    accepted: staysOf,
    refused: (fact) =>
      sentence`The ${nameOf(fact)} must stay; ${amountIn(fact.currency, fact.seen)} are there, so ${takes(fact)} cannot leave.`,
  },
  outflow: {
    seen: (fact) =>
      sentence`${numberPart(fact.seen)} of ${amountIn(fact.currency, fact.cap)} used in ${windowOf(fact.limit)}, ${numberPart(leftText(fact))} left`,
    accepted: ({ taken }) => sentence`at least ${numberPart(taken)} left`,
    refused: (fact) =>
      sentence`The ${nameOf(fact)} has ${amountIn(fact.currency, leftText(fact))} left; ${takes(fact)} would be needed.`,
  },
};

/** "the 766 USD above the liquidity floor of 1234 USD over everything". */
export function roomText(bound: BoundFact): Sentence {
  const room = amountIn(bound.currency, leftText(bound));
  return sentence`the ${room} ${isFloor(bound.limit) ? 'above' : 'left of'} the ${nameOf(bound)}`;
}
