import * as z from 'zod';
import type { MarketBalances, MarketPrices } from '../treasury/market/market-reading.ts';
import { decimalText } from '../treasury/money/decimal-text.ts';

const readAt = z.iso.datetime({ precision: 3 }).meta({
  description: 'When the answer of the service had arrived',
  examples: ['2026-01-31T09:00:00.125Z'],
});
const reportingCurrency = z.string().meta({ examples: ['USD'] });
const unvalued = z
  .array(z.string())
  .meta({ description: 'Currencies without a path of prices; never counted as zero' });

const path = {
  path: z.enum(['same', 'direct', 'inverse', 'crossed']),
  instruments: z.array(z.string()).meta({ description: 'The instruments used, in order' }),
};
const unitPrice = decimalText.meta({ description: 'Reporting currency per unit' });

/** The answer of GET /v1/prices. */
export const pricesAnswer: z.ZodType<MarketPrices> = z
  .strictObject({
    readAt,
    reportingCurrency,
    prices: z.record(
      z.string(),
      z.strictObject({
        bid: decimalText,
        ask: decimalText,
        mid: decimalText
          .exactOptional()
          .meta({ description: 'Absent where bid and ask can not both be right' }),
      }),
    ),
    values: z
      .record(z.string(), z.strictObject({ price: unitPrice, ...path }))
      .meta({ description: 'What one unit of each currency is worth' }),
    unvalued,
  })
  .meta({ id: 'Prices', description: 'The prices of the service at this moment' });

/** The answer of GET /v1/balances. */
export const balancesAnswer: z.ZodType<MarketBalances> = z
  .strictObject({
    readAt,
    pricesReadAt: readAt.exactOptional(),
    pricesMissing: z
      .string()
      .exactOptional()
      .meta({ description: 'Why there are no prices, and so no values' }),
    reportingCurrency,
    total: decimalText.meta({ description: 'Sum of all that is valued' }),
    balances: z.record(
      z.string(),
      z.strictObject({
        total: decimalText,
        available: decimalText.exactOptional(),
        value: decimalText.exactOptional(),
        price: unitPrice.exactOptional(),
        path: path.path.exactOptional(),
        instruments: path.instruments.exactOptional(),
      }),
    ),
    unvalued,
  })
  .meta({ id: 'Balances', description: 'The balances at the service at this moment, valued' });
