import { duration } from '../../../time/duration.ts';
import { MAX_LIMIT_PRICE_AGE_SECONDS } from '../../../value-limits/price-of-limits.ts';
import type { LimitName } from '../../limit-name.ts';
import type { LimitPriceFact, ValuesFact } from '../../price-of-limits-facts.ts';
import type { ValuedLimit } from '../../valued-limit.ts';
import { ofPrices, type Said } from '../said.ts';
import { amountIn, eachOnce, joined, numberPart, type Sentence, sentence } from '../sentence.ts';
import { NO_PRICES } from './no-prices.ts';

const accepted = () =>
  `one instrument, at most ${duration(MAX_LIMIT_PRICE_AGE_SECONDS)} old, near the price before`;

function priceText({
  price,
  in: into,
  instruments,
}: Pick<ValuedLimit, 'price' | 'in' | 'instruments'>) {
  const by = instruments.length === 0 ? '' : ` by ${instruments.join(' and ')}`;
  return sentence`${amountIn(into, price)}${by}`;
}

export const PRICES_OF_LIMITS: Said<LimitPriceFact> = {
  'no-limit-price': {
    seen: ({ why }) => ofPrices(NO_PRICES, why).seen,
    accepted,
    refused: ({ why }) => ofPrices(NO_PRICES, why).refused,
  },
  'limit-prices': {
    seen: ({ prices }) => joined(eachOnce(prices.map(priceText)), ' and '),
    accepted,
  },
  'keep-above-threshold': {
    seen: ({ keep, threshold }) =>
      sentence`keeps ${numberPart(keep)} above the threshold of ${numberPart(threshold)}`,
    accepted: () => 'keeps at most the threshold',
    refused: ({ currency, keep, threshold }) =>
      sentence`At these prices the rule keeps ${amountIn(currency, keep)}, more than its threshold of ${amountIn(currency, threshold)}.`,
  },
};

/** In the order in which they are said. */
const NAMES = {
  threshold: 'the threshold',
  keep: 'the kept part',
  maximum: 'the maximum',
  'budget-24h': 'the budget of 24 hours',
  'budget-30d': 'the budget of 30 days',
  minimum: 'the minimum',
  approval: 'the limit without approval',
} as const satisfies Partial<Record<LimitName, string>>;

/** " By value: the threshold of 100000 USD is 1.5 BTC at 66666 USD (BTC/USD)." Empty without a limit by value. */
export function valuesText(currency: string, valued: ValuesFact): Sentence {
  const parts = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) => {
    const limit = valued[name];
    return limit === undefined ? [] : [valueText(NAMES[name], currency, limit)];
  });
  return parts.length === 0 ? [] : sentence` By value: ${joined(parts, '; ')}.`;
}

function valueText(name: string, currency: string, limit: ValuedLimit): Sentence {
  const { value, in: into, amount, price, instruments } = limit;
  const is = sentence`${name} of ${amountIn(into, value)} is ${amountIn(currency, amount)}`;
  return instruments.length === 0
    ? is
    : sentence`${is} at ${amountIn(into, price)} (${instruments.join(' and ')})`;
}
