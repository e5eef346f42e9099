import * as z from 'zod/mini';
import '../../treasury/validation/in-english.ts';
import {
  decimalOf,
  nonNegativeDecimalText,
  positiveDecimalText,
} from '../../treasury/money/decimal-text.ts';
import type { Price, Prices } from '../../treasury/snapshots/snapshot.ts';
import { type Decoded, emptyMap } from './decoded.ts';
import { describeShape, shownName } from './describe-shape.ts';
import { MAX_INSTRUMENTS } from './limits.ts';

/** BASE/QUOTE (reference, part 1), each part as open as a currency. */
const INSTRUMENT = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}\/[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/;

/** A bid of zero occurs where nobody buys. The middle of the two is above zero in any case. */
const priceSchema = z.object({ bid: nonNegativeDecimalText, ask: positiveDecimalText });
const answerSchema = z.record(z.string(), z.unknown());

/**
 * Decodes GET /v1/prices (reference, 2.1 and 4.1). Unknown fields of an entry pass. One entry that is
 * not a price fails the whole reading, named: a source that is wrong in one place is not one to value
 * everything else with, and an instrument left out in silence would change which path is used.
 */
export function decodePrices(body: unknown): Decoded<Prices> {
  const parsed = Array.isArray(body) ? null : answerSchema.safeParse(body);
  if (!parsed?.success) {
    const problem = `not an object keyed by instrument; seen: ${describeShape(body)}`;
    return { ok: false, problem: `${problem}; accepted: {"BTC/USD": {"bid": "1", "ask": "2"}}` };
  }
  // From the body itself: a copy made on the way could lose a key or gain one.
  const entries = Object.entries(body as object);
  if (entries.length > MAX_INSTRUMENTS) {
    return { ok: false, problem: `more than ${MAX_INSTRUMENTS} instruments` };
  }
  const prices = emptyMap<Price>();
  for (const [instrument, seen] of entries) {
    if (!INSTRUMENT.test(instrument)) {
      return { ok: false, problem: `${shownName(instrument)} is not of the form BASE/QUOTE` };
    }
    const price = priceSchema.safeParse(seen);
    if (!price.success) return { ok: false, problem: priceProblem(instrument, seen, price.error) };
    if (decimalOf(price.data.bid).greaterThan(decimalOf(price.data.ask))) {
      return { ok: false, problem: `${instrument}: the bid is above the ask` };
    }
    prices[instrument] = price.data;
  }
  return { ok: true, value: prices };
}

function priceProblem(instrument: string, seen: unknown, error: z.core.$ZodError): string {
  const field = error.issues[0]?.path.map(String).join('.') || 'the entry';
  return `${instrument}: ${field}: ${error.issues[0]?.message}; seen: ${describeShape(seen)}`;
}
