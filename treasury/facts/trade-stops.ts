import * as z from 'zod/mini';
import { TRADE_SIDES } from '../outcomes/outcome.ts';
import { coded, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { noValueSchema } from '../valuation/no-value.ts';
import { numberText } from './number-in.ts';

const ofInstrument = () => ({ instrument: z.string() });

/** What a trade is worth. */
const notional = () => ({ notional: numberText, reportingCurrency: z.string() });

/** Against the trades of 24 hours, of everybody or of one person. */
const rolling = () => ({
  ...notional(),
  scope: z.enum(['total', 'person']),
  maximum: numberText,
});

/** Why a trade that a person asked for, or a rule decided, is not sent: what only the guards of trades find. */
export const TRADE_STOPS = [
  coded('instrument-not-permitted', () => ({
    ...ofInstrument(),
    permitted: z.array(z.string()),
  })),
  coded('no-price-now', ofInstrument),
  coded('prices-too-old', () => ({ readAt: instant, now: instant, maximumSeconds: z.int() })),
  coded('price-jumped', () => ({
    ...ofInstrument(),
    from: numberText,
    bid: z.string(),
    ask: z.string(),
    readings: z.int(),
  })),
  coded('outside-collar', () => ({
    ...ofInstrument(),
    side: z.enum(TRADE_SIDES),
    price: numberText,
    /** The ask of a purchase, the bid of a sale. */
    market: numberText,
    collarPercent: numberText,
    accepted: numberText,
  })),
  coded('reading-too-early', () => ({ currency: z.string(), readAt: instant, known: instant })),
  coded('trade-unvalued', () => ({
    amount: numberText,
    currency: z.string(),
    reportingCurrency: z.string(),
    /** Null if no price is in doubt: there is none. */
    why: z.nullable(noValueSchema),
  })),
  coded('notional-too-high', () => ({
    ...notional(),
    amount: numberText,
    currency: z.string(),
    maximum: numberText,
  })),
  coded('more-than-a-day', rolling),
  coded('day-is-full', () => ({ ...rolling(), traded: numberText, roomAt: instant })),
  coded('day-counted-otherwise', () => ({
    /** In which the last 24 hours are counted. */
    unit: z.string(),
    reportingCurrency: z.string(),
    roomAt: instant,
  })),
  coded('too-many-people-traded', () => ({ by: z.string(), maximum: z.int() })),
  coded('balance-too-low', () => ({
    currency: z.string(),
    needed: numberText,
    available: numberText,
    /** Not booked yet: not part of what is available. */
    unbooked: numberText,
  })),
  coded('too-many-waiting', () => ({
    currency: z.string(),
    waiting: z.int(),
    maximum: z.int(),
  })),
] as const;

export type TradeStop = Stored<(typeof TRADE_STOPS)[number]>;
