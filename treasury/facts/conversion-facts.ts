import * as z from 'zod/mini';
import { SHARED_COUNTS } from '../counters/counter.ts';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { noValueSchema } from '../valuation/no-value.ts';
import { priceSchema } from '../valuation/price.ts';
import { amountIn } from './amount-in.ts';
import { fact } from './fact.ts';
import { numberText } from './number-in.ts';

const side = z.enum(TRADE_SIDES);

const conversionSchema = record(() => ({
  currency: z.string(),
  into: z.string(),
  instrument: z.exactOptional(z.string()),
  side: z.exactOptional(side),
}));

const tradeSchema = record(() => ({ instrument: z.string(), side }));

/** What a limit on the value of trades counts: one trade, or those of 24 hours, of everyone or of this rule. */
export const tradeScope = z.enum(['one-trade', 'all-trades', 'own-trades']);
export type TradeScope = z.output<typeof tradeScope>;

const TRADE_LIMITS = ['notional', 'traded-24h'] as const;
export type TradeLimitName = (typeof TRADE_LIMITS)[number];

const ofInstrument = () => ({ instrument: z.string() });
const ofPrice = () => ({ ...ofInstrument(), price: priceSchema });

export const CONVERSION_FACTS = [
  fact('conversion', 'circle', () => ({
    /** The currencies that are converted into each other, the last of them the first one again in a circle. */
    path: z.array(z.string()),
  })),
  fact('instrument', 'instrument', () => ({
    conversion: conversionSchema,
    permitted: z.array(z.string()),
    trade: z.nullable(tradeSchema),
  })),
  fact('price', 'price', ofPrice),
  fact('price', 'price-missing', ofInstrument),
  fact('price', 'price-contradictory', ofPrice),
  fact('price', 'trade-price-jumped', () => ({ ...ofPrice(), from: numberText })),
  fact('price', 'trade-price-stale', () => ({
    ...ofPrice(),
    readAt: instant,
    now: instant,
    maximumSeconds: z.number(),
  })),
  fact('price', 'price-at-claim', () => ({
    ...ofInstrument(),
    side,
    market: numberText,
    /** The worst that was decided. */
    decided: numberText,
  })),
  fact('price', 'unvalued', () => ({
    currency: z.string(),
    reportingCurrency: z.string(),
    /** Null if the prices say nothing of it. */
    why: z.nullable(noValueSchema),
  })),
  fact(TRADE_LIMITS, 'trade-limit', () => ({
    scope: tradeScope,
    /** Of `cap`, `used` and `value`: the reporting currency. */
    currency: z.string(),
    cap: numberText,
    /** Null: not known. */
    used: z.nullable(numberText),
    value: numberText,
    room: amountIn,
    needed: amountIn,
  })),
  /** The item that every trade counts in cannot be read. */
  fact('traded-24h', 'counts-unreadable', () => ({ counts: z.enum(SHARED_COUNTS) })),
  fact('minimum', 'bought', () => ({ bought: numberText, paid: amountIn })),
  fact('trade-approval', 'trade-approval', () => ({
    currency: z.string(),
    value: numberText,
    /** Without an approval, in 24 hours; null: not known. */
    unapproved: z.nullable(numberText),
    /** Null: none is needed. */
    above: z.nullable(numberText),
  })),
] as const;

/** Whether a currency is converted into another, at which price, and how much of it. */
export type ConversionFact = Stored<(typeof CONVERSION_FACTS)[number]>;
