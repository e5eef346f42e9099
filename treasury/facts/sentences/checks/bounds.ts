import { formatDecimal } from '../../../money/decimal-text.ts';
import { amountIn } from '../../../policy/wording.ts';
import {
  type BoundFact,
  type FloorName,
  isFloor,
  leftIn,
  type OutflowFact,
  type OutflowLimitName,
} from '../../bound-facts.ts';
import type { Said } from './said.ts';

type Of<Code extends OutflowFact['code']> = Extract<OutflowFact, { readonly code: Code }>;

type Named = Omit<BoundFact, 'seen'>;

function nameOf({ limit, cap, currency, of = '' }: Named): string {
  const amount = amountIn(currency, cap);
  switch (limit) {
    case 'floor-total':
      return `liquidity floor of ${amount} over everything`;
    case 'floor-currency':
      return `liquidity floor of ${amount}`;
    case 'account-24h':
    case 'account-30d':
      return `limit of ${amount} per ${windowOf(limit)} to "${of}"`;
    case 'counterparty-24h':
    case 'counterparty-30d':
      return `limit of ${amount} per ${windowOf(limit)} to counterparty "${of}"`;
    case 'outflow-24h':
      return `limit of ${amount} per ${windowOf(limit)} over all withdrawals`;
    case 'first-payment':
      return `first-payment maximum of ${amount} to "${of}"`;
    default:
      return limit satisfies never;
  }
}

function windowOf(limit: FloorName | OutflowLimitName): string {
  if (limit === 'first-payment') return 'all, as no answer has named the place yet';
  return limit.endsWith('30d') ? '30 days' : '24 hours';
}

function leftText(bound: BoundFact): string {
  return formatDecimal(leftIn(bound));
}

/** "1 BTC (worth 100 USD)"; the worth only in another currency. */
function takes({ needed, taken, currency }: Of<'floor' | 'outflow'>): string {
  const amount = amountIn(needed.currency, needed.amount);
  return needed.currency === currency ? amount : `${amount} (worth ${amountIn(currency, taken)})`;
}

function staysOf({ cap, currency }: Named): string {
  return `at least ${amountIn(currency, cap)} stays`;
}

export const BOUNDS: Said<OutflowFact> = {
  'bound-unknown': {
    seen: ({ why }) => `not known: ${why}`,
    accepted: (fact) =>
      isFloor(fact.limit)
        ? staysOf(fact)
        : `at most ${amountIn(fact.currency, fact.cap)} in ${windowOf(fact.limit)}`,
    refused: (fact) => `The ${nameOf(fact)} cannot be compared, so nothing leaves: ${fact.why}.`,
  },
  floor: {
    seen: (fact) =>
      `${amountIn(fact.currency, fact.seen)} there, ${leftText(fact)} above the floor`,
    accepted: staysOf,
    refused: (fact) =>
      `The ${nameOf(fact)} must stay; ${amountIn(fact.currency, fact.seen)} are there, so ${takes(fact)} cannot leave.`,
  },
  outflow: {
    seen: (fact) =>
      `${fact.seen} of ${amountIn(fact.currency, fact.cap)} used in ${windowOf(fact.limit)}, ${leftText(fact)} left`,
    accepted: ({ taken }) => `at least ${taken} left`,
    refused: (fact) =>
      `The ${nameOf(fact)} has ${amountIn(fact.currency, leftText(fact))} left; ${takes(fact)} would be needed.`,
  },
};

/** "the 766 USD above the liquidity floor of 1234 USD over everything". */
export function roomText(bound: BoundFact): string {
  const room = amountIn(bound.currency, leftText(bound));
  return `the ${room} ${isFloor(bound.limit) ? 'above' : 'left of'} the ${nameOf(bound)}`;
}
