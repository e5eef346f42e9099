import * as z from 'zod/mini';
import type { MarketPrices } from '../../treasury/market/market-reading.ts';
import { decimalText } from '../../treasury/money/decimal-text.ts';
import type { MarketBalancesIn } from '../../treasury/report-values/market-in.ts';
import { instant as readAt } from '../../treasury/time/instant-schema.ts';
import { valuationSchema } from '../../treasury/valuation/valuation.ts';
import { apart, notStated, path as pathIn, usedRate, valuationMarks } from './valued-in.ts';

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

type ShownBalances = Omit<MarketBalancesIn, 'pricesMissing'> & { readonly pricesMissing?: string };

/** The answer of GET /v1/balances. */
export const balancesResponse: z.ZodMiniType<ShownBalances> = z
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
        path: z.exactOptional(pathIn),
        instruments: z.exactOptional(path.instruments),
        manualRate: z.exactOptional(usedRate),
      }),
    ),
    notStated,
    apart,
    notCompared: z.exactOptional(z.string()),
    unvalued,
    ...valuationMarks,
  })
  .register(z.globalRegistry, {
    id: 'Balances',
  });
