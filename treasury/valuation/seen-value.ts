import { Decimal, ROUNDING } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { isNear } from './near.ts';
import type { Price, Prices } from './price.ts';
import { DIVIDED_SCALE, EXACT_SCALE, midPrice, pricePath } from './price-path.ts';
import type { CurrencyValue } from './valuation.ts';
import { isUnbelievable } from './value.ts';

/** What one unit of a currency is worth in another by the prices of one reading. */
export interface SeenValue {
  readonly mid: Decimal;
  /** By the sides of the prices, each rounded so that neither lets more leave: `low` down, `high` up. */
  readonly low: Decimal;
  readonly high: Decimal;
  readonly path: Exclude<CurrencyValue['path'], 'same'>;
  readonly instruments: readonly string[];
}

export type ListedValue =
  | ({ readonly kind: 'found' } & SeenValue)
  /** Both instruments of the two currencies are listed, and are further apart than a price may jump. */
  | { readonly kind: 'contradicted'; readonly instruments: readonly string[] }
  | { readonly kind: 'none' };

/**
 * By the instrument of the two currencies, in either direction. If both are listed they have to agree, and each side is
 * that of whichever lets less leave.
 */
export function listedValue(currency: string, into: string, prices: Prices): ListedValue {
  const direct = legOf(`${currency}/${into}`, false, prices);
  const inverse = legOf(`${into}/${currency}`, true, prices);
  const found = [direct, inverse].filter((each) => each !== null);
  const [first, other] = found;
  if (first === undefined) return { kind: 'none' };
  const instruments = found.map(({ instrument }) => instrument);
  if (other !== undefined && !isNear(first.mid, other.mid)) {
    return { kind: 'contradicted', instruments };
  }
  return asSeen(
    {
      mid: first.mid,
      low: Decimal.min(...found.map(({ low }) => low)),
      high: Decimal.max(...found.map(({ high }) => high)),
    },
    direct === null ? 'inverse' : 'direct',
    instruments,
  );
}

/** Over one other currency, along the documented path. Two prices can be wrong, and their errors multiply. */
export function crossedValue(currency: string, into: string, prices: Prices): SeenValue | null {
  const path = pricePath(currency, into, prices);
  const [first = '', second = ''] = path?.instruments ?? [];
  if (path?.path !== 'crossed') return null;
  const one = legOf(first, !first.startsWith(`${currency}/`), prices);
  const two = legOf(second, !second.endsWith(`/${into}`), prices);
  if (one === null || two === null) return null;
  const seen = asSeen(
    {
      mid: path.over.dividedBy(path.under),
      low: one.low.times(two.low),
      high: one.high.times(two.high),
    },
    'crossed',
    [first, second],
  );
  return seen.kind === 'found' ? seen : null;
}

interface Leg extends Pick<SeenValue, 'mid' | 'low' | 'high'> {
  readonly instrument: string;
}

function legOf(instrument: string, inverse: boolean, prices: Prices): Leg | null {
  const price = Object.hasOwn(prices, instrument) ? prices[instrument] : undefined;
  const mid = price === undefined ? null : midPrice(price);
  if (price === undefined || mid === null) return null;
  return inverse
    ? { instrument, mid: ONE.dividedBy(mid), ...inverted(price) }
    : { instrument, mid, low: decimalOf(price.bid), high: decimalOf(price.ask) };
}

const ONE = new Decimal(1);

function inverted({ bid, ask }: Price) {
  return {
    low: ONE.dividedBy(decimalOf(ask)).toDecimalPlaces(DIVIDED_SCALE, ROUNDING.down),
    high: ONE.dividedBy(decimalOf(bid)).toDecimalPlaces(DIVIDED_SCALE, ROUNDING.up),
  };
}

/** A value that rounds to zero, or that is beyond all the money there is, is none. */
function asSeen(
  { mid, low, high }: Pick<SeenValue, 'mid' | 'low' | 'high'>,
  path: SeenValue['path'],
  instruments: readonly string[],
): ListedValue {
  const scale = path === 'direct' ? EXACT_SCALE : DIVIDED_SCALE;
  const seen = {
    mid: mid.toDecimalPlaces(scale, ROUNDING.halfEven),
    low: low.toDecimalPlaces(scale, ROUNDING.down),
    high: high.toDecimalPlaces(scale, ROUNDING.up),
  };
  if (seen.low.isZero() || isUnbelievable(seen.high)) return { kind: 'none' };
  return { kind: 'found', ...seen, path, instruments };
}
