import * as z from 'zod';
import { positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import type { TradeRequest } from '../../treasury/outcomes/outcome.ts';

/** Currency codes are an open set at the service; this only keeps keys and messages sane. */
const INSTRUMENT = /^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/;

/** The body of POST /v1/trades, as in the reference, 4.3. `Sell` is the casing it shows. */
export const tradeBody: z.ZodType<TradeRequest> = z.strictObject({
  instrument: z
    .string({ error: 'expected text such as "BTC/USD"' })
    .regex(INSTRUMENT, 'expected BASE/QUOTE in capitals, such as "BTC/USD"')
    .refine((text) => new Set(text.split('/')).size === 2, 'expected two different currencies'),
  side: z
    .string({ error: 'expected "buy" or "sell"' })
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['buy', 'sell'], { error: 'expected "buy" or "sell"' })),
  price: positiveDecimalText,
  amount: positiveDecimalText,
});
