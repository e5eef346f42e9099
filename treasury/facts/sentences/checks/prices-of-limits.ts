import type { LimitName } from '../../../facts/limit-name.ts';
import type { ValuedLimit } from '../../../facts/valued-limit.ts';
import { amountIn } from '../../../policy/wording.ts';
import { duration } from '../../../time/duration.ts';
import { MAX_LIMIT_PRICE_AGE_SECONDS } from '../../../value-limits/price-of-limits.ts';
import type { LimitPriceFact, ValuesFact } from '../../price-of-limits-facts.ts';
import type { Said } from './said.ts';

const accepted = () =>
  `one instrument, at most ${duration(MAX_LIMIT_PRICE_AGE_SECONDS)} old, near the price before`;

function priceText({
  price,
  in: into,
  instruments,
}: Pick<ValuedLimit, 'price' | 'in' | 'instruments'>) {
  const by = instruments.length === 0 ? '' : ` by ${instruments.join(' and ')}`;
  return `${amountIn(into, price)}${by}`;
}

export const PRICES_OF_LIMITS: Said<LimitPriceFact> = {
  'no-limit-price': { seen: ({ found }) => found, accepted, refused: ({ why }) => why },
  'limit-prices': {
    seen: ({ prices }) => [...new Set(prices.map(priceText))].join(' and '),
    accepted,
  },
  'keep-above-threshold': {
    seen: ({ keep, threshold }) => `keeps ${keep} above the threshold of ${threshold}`,
    accepted: () => 'keeps at most the threshold',
    refused: ({ currency, keep, threshold }) =>
      `At these prices the rule keeps ${amountIn(currency, keep)}, more than its threshold of ${amountIn(currency, threshold)}.`,
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
export function sayValues(currency: string, valued: ValuesFact): string {
  const parts = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) => {
    const limit = valued[name];
    return limit === undefined ? [] : [sayValue(NAMES[name], currency, limit)];
  });
  return parts.length === 0 ? '' : ` By value: ${parts.join('; ')}.`;
}

function sayValue(name: string, currency: string, limit: ValuedLimit): string {
  const { value, in: into, amount, price, instruments } = limit;
  const is = `${name} of ${amountIn(into, value)} is ${amountIn(currency, amount)}`;
  return instruments.length === 0
    ? is
    : `${is} at ${amountIn(into, price)} (${instruments.join(' and ')})`;
}
