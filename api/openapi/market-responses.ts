import * as z from 'zod/mini';
import type { MarketBalances, MarketPrices } from '../../treasury/market/market-reading.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import { instant as readAt } from '../../treasury/time/instant-schema.ts';
import { valuationSchema } from '../../treasury/valuation/valuation.ts';

const reportingCurrency = z.string();
const unvalued = z.array(z.string());

const path = {
  path: valuationSchema.shape.values.def.valueType.shape.path,
  instruments: z.array(z.string()),
};

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
        mid: z.exactOptional(decimalText),
      }),
    ),
    values: z.record(z.string(), z.strictObject({ price: decimalText, ...path })),
    unvalued,
  })
  .register(z.globalRegistry, {
    id: 'Prices',
  });

/** The answer of GET /v1/balances. */
export const balancesResponse: z.ZodMiniType<MarketBalances> = z
  .strictObject({
    readAt,
    pricesReadAt: z.exactOptional(readAt),
    pricesMissing: z.exactOptional(z.string()),
    reportingCurrency,
    total: z.nullable(decimalText),
    partialTotal: z.exactOptional(decimalText),
    balances: z.record(
      z.string(),
      z.strictObject({
        total: decimalText,
        available: z.exactOptional(decimalText),
        value: z.exactOptional(decimalText),
        price: z.exactOptional(decimalText),
        path: z.exactOptional(path.path),
        instruments: z.exactOptional(path.instruments),
      }),
    ),
    unvalued,
  })
  .register(z.globalRegistry, {
    id: 'Balances',
  });
