import * as z from 'zod/mini';
import type { MarketBalances, MarketPrices } from '../../treasury/market/market-reading.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';

const readAt = z.iso.datetime({ precision: 3 }).check(
  z.meta({
    description: 'When the answer of the service had arrived',
    examples: ['2026-01-31T09:00:00.125Z'],
  }),
);
const reportingCurrency = z.string().check(z.meta({ examples: ['USD'] }));
const unvalued = z
  .array(z.string())
  .check(z.describe('Currencies without a path of prices; never counted as zero'));

const path = {
  path: z.enum(['same', 'direct', 'inverse', 'crossed']),
  instruments: z.array(z.string()).check(z.describe('The instruments used, in order')),
};
const unitPrice = decimalText.check(z.describe('Reporting currency per unit'));

/** The answer of GET /v1/prices. */
export const pricesResponse: z.ZodMiniType<MarketPrices> = z
  .strictObject({
    readAt,
    reportingCurrency,
    prices: z.record(
      z.string(),
      z.strictObject({
        bid: decimalText,
        ask: decimalText,
        mid: z
          .exactOptional(decimalText)
          .check(z.describe('Absent where bid and ask cannot both be right')),
      }),
    ),
    values: z
      .record(z.string(), z.strictObject({ price: unitPrice, ...path }))
      .check(z.describe('What one unit of each currency is worth')),
    unvalued,
  })
  .register(z.globalRegistry, {
    id: 'Prices',
    description: 'The prices of the service at this moment',
  });

/** The answer of GET /v1/balances. */
export const balancesResponse: z.ZodMiniType<MarketBalances> = z
  .strictObject({
    readAt,
    pricesReadAt: z.exactOptional(readAt),
    pricesMissing: z
      .exactOptional(z.string())
      .check(z.describe('Why there are no prices, and so no values')),
    reportingCurrency,
    total: z
      .nullable(decimalText)
      .check(z.describe('The value of everything; null where something has no price')),
    partialTotal: z
      .exactOptional(decimalText)
      .check(z.describe('There where `total` is null: the sum of what has a price')),
    balances: z.record(
      z.string(),
      z.strictObject({
        total: decimalText,
        available: z.exactOptional(decimalText),
        value: z.exactOptional(decimalText),
        price: z.exactOptional(unitPrice),
        path: z.exactOptional(path.path),
        instruments: z.exactOptional(path.instruments),
      }),
    ),
    unvalued,
  })
  .register(z.globalRegistry, {
    id: 'Balances',
    description: 'The balances at the service at this moment, valued',
  });
