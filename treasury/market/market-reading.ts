import { formatDecimal } from '../money/decimal-text.ts';
import type { ReadFailed } from '../outcomes/read-failed.ts';
import type { ReadFailureCode, TradingService } from '../ports/trading-service.ts';
import type { Instant } from '../time/instant.ts';
import { type BalancesOnRecord, knownNow } from '../valuation/absent-balances.ts';
import {
  type Absent,
  type Balance,
  type Balances,
  notStatedIn,
  statedIn,
} from '../valuation/balance.ts';
import type { Price, Prices } from '../valuation/price.ts';
import { midPrice } from '../valuation/price-path.ts';
import { type ShownTotal, shownTotal, totalValue } from '../valuation/total-value.ts';
import type { CurrencyValue } from '../valuation/valuation.ts';
import { valueBalances } from '../valuation/value.ts';

/** The prices of the service at one moment, and the value of a unit of each currency that follows from them. */
export interface MarketPrices {
  /** When the answer had arrived. */
  readonly readAt: Instant;
  readonly reportingCurrency: string;
  /** Decimal text, quote per base. Without a middle if bid and ask cannot both be right. */
  readonly prices: Readonly<Record<string, Price & { readonly mid?: string }>>;
  /** Of one unit, and by which price path. */
  readonly values: Readonly<Record<string, Omit<CurrencyValue, 'value'>>>;
  /** Named by the prices, without a price path into the reporting currency. */
  readonly unvalued: readonly string[];
}

/** The holdings at the service at one moment, and their value. */
export interface MarketBalances {
  readonly readAt: Instant;
  /** When the prices were read that it is valued at; absent if they could not be read. */
  readonly pricesReadAt?: Instant;
  /** Why there are no prices, and so no values. */
  readonly pricesMissing?: { readonly code: ReadFailureCode; readonly failed: ReadFailed };
  readonly reportingCurrency: string;
  /** Decimal text in the reporting currency; null unless everything is stated and has a price. */
  readonly total: string | null;
  /** Present if `total` is null: the sum of what is stated and has a price. */
  readonly partialTotal?: string;
  readonly balances: Readonly<Record<string, Balance & Partial<CurrencyValue>>>;
  /** On record, and not stated by the answer. Never counted as zero. */
  readonly notStated?: Readonly<Record<string, Absent>>;
  /** The values of their last balances; in no total. */
  readonly apart?: Readonly<Record<string, CurrencyValue>>;
  /** A sentence: why it is not known whether the answer leaves something out. Then there is no total either. */
  readonly notCompared?: string;
  /** Held, without a price path into the reporting currency. Never counted as zero. */
  readonly unvalued: readonly string[];
}

/** The last snapshot, which says what an answer leaves out; null before the first one. */
export type OnRecord =
  | { readonly read: true; readonly last: BalancesOnRecord | null }
  | { readonly read: false };

export interface BalancesPorts {
  readonly service: Pick<TradingService, 'readPrices' | 'readBalances'>;
  readonly onRecord: () => Promise<OnRecord>;
}

const NOT_COMPARED =
  'The last snapshot cannot be read now: whether the answer leaves out a currency that is held is not known.';

export type MarketReading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly failed: ReadFailed };

/** The service's prices of now. */
export async function readMarketPrices(
  service: Pick<TradingService, 'readPrices'>,
  reportingCurrency: string,
): Promise<MarketReading<MarketPrices>> {
  const reading = await service.readPrices();
  if (!reading.ok) return reading;
  const { readAt, prices } = reading.value;
  return { ok: true, value: { readAt, ...valuedPrices(prices, reportingCurrency) } };
}

/** Balances and prices of one moment, as whoever values them gets them. No prices if they could not be read. */
export interface MarketSeen {
  readonly readAt: Instant;
  readonly balances: Balances;
  readonly prices: Prices;
}

interface Valued<Value, Marks> {
  readonly valuation: Parameters<typeof totalValue>[0] & {
    readonly reportingCurrency: string;
    readonly values: Readonly<Record<string, Value>>;
    readonly unvalued: readonly string[];
    readonly apart?: Readonly<Record<string, Value>>;
  };
  /** What the answer says of the values beside them. */
  readonly marks: Marks;
}

/** The service's balances of now, each with its value, and what was on record and is not stated. */
export async function readValuedBalances<Value extends object, Marks extends object>(
  { service, onRecord }: BalancesPorts,
  value: (seen: MarketSeen) => Valued<Value, Marks>,
) {
  const [reading, market, record] = await Promise.all([
    service.readBalances(),
    service.readPrices(),
    onRecord(),
  ]);
  if (!reading.ok) return reading;
  const { readAt } = reading.value;
  const balances = knownNow(reading.value.balances, record.read ? record.last : null, readAt);
  const { valuation, marks } = value({
    readAt,
    balances,
    prices: market.ok ? market.value.prices : {},
  });
  const known = market.ok
    ? { pricesReadAt: market.value.readAt }
    : { pricesMissing: { code: market.code, failed: market.failed } };
  const shown = statedIn(balances)
    .toSorted(byName)
    .map(
      ([currency, balance]) => [currency, { ...balance, ...valuation.values[currency] }] as const,
    );
  const { reportingCurrency, unvalued, apart } = valuation;
  return {
    ok: true as const,
    value: {
      readAt,
      ...known,
      reportingCurrency,
      ...totalOf(valuation, balances, record),
      balances: Object.fromEntries(shown),
      ...notStatedIn(balances),
      ...(apart === undefined ? {} : { apart }),
      unvalued,
      ...marks,
    },
  };
}

/** Where nothing says what the answer leaves out, what it states may be a part. */
function totalOf(
  valuation: Parameters<typeof totalValue>[0],
  balances: Balances,
  { read }: OnRecord,
): ShownTotal & Pick<MarketBalances, 'notCompared'> {
  if (read) return shownTotal(totalValue(valuation, balances));
  return { total: null, partialTotal: valuation.total, notCompared: NOT_COMPARED };
}

function valuedPrices(prices: Prices, reportingCurrency: string): Omit<MarketPrices, 'readAt'> {
  const currencies = new Set(Object.keys(prices).flatMap((instrument) => instrument.split('/')));
  const units = Object.fromEntries([...currencies].map((currency) => [currency, { total: '1' }]));
  const { values, unvalued } = valueBalances(units, prices, reportingCurrency);
  const shown = Object.entries(prices)
    .sort(byName)
    .map(([instrument, { bid, ask }]) => {
      const mid = midPrice({ bid, ask });
      return [
        instrument,
        { bid, ask, ...(mid === null ? {} : { mid: formatDecimal(mid) }) },
      ] as const;
    });
  const worth = Object.entries(values).map(
    ([currency, { price, path, instruments }]) => [currency, { price, path, instruments }] as const,
  );
  return {
    reportingCurrency,
    prices: Object.fromEntries(shown),
    values: Object.fromEntries(worth),
    unvalued,
  };
}

/** By code unit: the same order on every machine, whatever its language. */
function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
