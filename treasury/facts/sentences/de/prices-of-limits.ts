import { MAX_LIMIT_PRICE_AGE_SECONDS } from '../../../value-limits/price-of-limits.ts';
import type { LimitName } from '../../limit-name.ts';
import type { LimitPriceFact, ValuesFact } from '../../price-of-limits-facts.ts';
import type { ValuedLimit } from '../../valued-limit.ts';
import { ofPrices, type Said } from '../said.ts';
import { amountIn, eachOnce, joined, numberPart, type Sentence, sentence } from '../sentence.ts';
import { duration } from './duration.ts';
import { NO_PRICES } from './no-prices.ts';
import { listed } from './wording.ts';

const accepted = () =>
  `ein Instrument, höchstens ${duration(MAX_LIMIT_PRICE_AGE_SECONDS)} alt, nahe am Kurs davor`;

function priceText({
  price,
  in: into,
  instruments,
}: Pick<ValuedLimit, 'price' | 'in' | 'instruments'>) {
  const by = instruments.length === 0 ? '' : ` nach ${listed(instruments)}`;
  return sentence`${amountIn(into, price)}${by}`;
}

export const PRICES_OF_LIMITS: Said<LimitPriceFact> = {
  'no-limit-price': {
    seen: ({ why }) => ofPrices(NO_PRICES, why).seen,
    accepted,
    refused: ({ why }) => ofPrices(NO_PRICES, why).refused,
  },
  'limit-prices': {
    seen: ({ prices }) => joined(eachOnce(prices.map(priceText)), ' und '),
    accepted,
  },
  'keep-above-threshold': {
    seen: ({ keep, threshold }) =>
      sentence`behält ${numberPart(keep)}, mehr als die Schwelle von ${numberPart(threshold)}`,
    accepted: () => 'behält höchstens die Schwelle',
    refused: ({ currency, keep, threshold }) =>
      sentence`Zu diesen Kursen behält die Regel ${amountIn(currency, keep)}, mehr als ihre Schwelle von ${amountIn(currency, threshold)}.`,
  },
};

/** In the order in which they are said. */
const NAMES = {
  threshold: 'die Schwelle',
  keep: 'der behaltene Teil',
  maximum: 'der Höchstbetrag',
  'budget-24h': 'das Budget für 24 Stunden',
  'budget-30d': 'das Budget für 30 Tage',
  minimum: 'der Mindestbetrag',
  approval: 'die Grenze ohne Freigabe',
} as const satisfies Partial<Record<LimitName, string>>;

/** " Nach Wert: die Schwelle von 100000 USD ist 1,5 BTC zu 66666 USD (BTC/USD)." Empty without a limit by value. */
export function valuesText(currency: string, valued: ValuesFact): Sentence {
  const parts = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) => {
    const limit = valued[name];
    return limit === undefined ? [] : [valueText(NAMES[name], currency, limit)];
  });
  return parts.length === 0 ? [] : sentence` Nach Wert: ${joined(parts, '; ')}.`;
}

function valueText(name: string, currency: string, limit: ValuedLimit): Sentence {
  const { value, in: into, amount, price, instruments } = limit;
  const is = sentence`${name} von ${amountIn(into, value)} ist ${amountIn(currency, amount)}`;
  return instruments.length === 0
    ? is
    : sentence`${is} zu ${amountIn(into, price)} (${listed(instruments)})`;
}
