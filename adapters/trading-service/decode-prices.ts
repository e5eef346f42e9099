import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import '../../treasury/validation/zod-locale.ts';
import { decimalOf, positiveDecimalText } from '../../treasury/money/decimal-text.ts';
import type { DroppedPrice, Price, Prices } from '../../treasury/valuation/price.ts';
import { type Decoded, emptyMap } from '../http-client/decoded.ts';
import { currencyCodeOf } from './currency-code.ts';
import { describeShape, shownName } from './describe-shape.ts';
import { MAX_INSTRUMENTS } from './limits.ts';
import { pagesByHeaders } from './pages-by-headers.ts';
import { statedFailure } from './stated-failure.ts';

/** BASE/QUOTE (reference, part 1), each part as open as a currency. */
const INSTRUMENT = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}\/[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/;

/** A bid of zero occurs in a market without buyers: that is no price to value anything with. */
const priceSchema = z.object({ bid: positiveDecimalText, ask: positiveDecimalText });
const answerSchema = z.record(z.string(), z.unknown());

export interface DecodedPrices {
  readonly prices: Prices;
  readonly dropped: readonly DroppedPrice[];
}

/**
 * Decodes GET /v1/prices (reference, 2.1 and 4.1). Unknown fields of an entry pass. An entry that is no price,
 * crossed, zero or negative is dropped alone, and named: an instrument left out in silence would change which path is
 * used; so would the rest of an answer that has more pages. If none is a price, the answer is not understood. Instruments are compared and kept in capitals; two that differ by
 * case alone are both dropped.
 */
export function decodePrices(
  body: unknown,
  headers: IncomingHttpHeaders = {},
  harmlessTexts: readonly string[] = [],
): Decoded<DecodedPrices> {
  const parsed = Array.isArray(body) ? null : answerSchema.safeParse(body);
  if (!parsed?.success) {
    const problem = `not an object keyed by instrument; seen: ${describeShape(body)}`;
    return { ok: false, problem: `${problem}; accepted: {"BTC/USD": {"bid": "1", "ask": "2"}}` };
  }
  const failure = statedFailure(body, 'prices', harmlessTexts);
  if (failure !== null) {
    return { ok: false, problem: `a 200 ${failure}`, why: 'states-failure' };
  }
  // From the body itself: a copy made on the way could lose a key or gain one.
  const entries = Object.entries(body as object);
  const further = pagesByHeaders(headers, entries.length);
  if (further !== null) return { ok: false, problem: `a 200 ${further}; all of it is needed` };
  if (entries.length > MAX_INSTRUMENTS) {
    return { ok: false, problem: `more than ${MAX_INSTRUMENTS} instruments` };
  }
  const spellings = Map.groupBy(entries, ([name]) => currencyCodeOf(name));
  const prices = emptyMap<Price>();
  const dropped: DroppedPrice[] = [];
  for (const [name, seen] of entries) {
    const instrument = currencyCodeOf(name);
    const alike = (spellings.get(instrument) ?? []).map(([each]) => each);
    const price = alike.length > 1 ? differByCase(alike) : decodePrice(name, seen, harmlessTexts);
    if (price.ok) prices[instrument] = price.value;
    else dropped.push({ instrument: shownInstrument(name), problem: price.problem });
  }
  const [first] = dropped;
  if (first !== undefined && dropped.length === entries.length) {
    return { ok: false, problem: first.problem };
  }
  return { ok: true, value: { prices, dropped } };
}

function differByCase(names: readonly string[]): Decoded<Price> {
  return { ok: false, problem: `${names.map(shownName).join(' and ')} differ by case alone` };
}

function decodePrice(
  instrument: string,
  seen: unknown,
  harmlessTexts: readonly string[],
): Decoded<Price> {
  if (!INSTRUMENT.test(instrument)) {
    return { ok: false, problem: `${shownName(instrument)} is not of the form BASE/QUOTE` };
  }
  const failure = statedFailure(seen, 'prices', harmlessTexts);
  if (failure !== null) return { ok: false, problem: `${instrument}: an entry ${failure}` };
  const price = priceSchema.safeParse(seen);
  if (!price.success) return { ok: false, problem: priceProblem(instrument, seen, price.error) };
  if (decimalOf(price.data.bid).greaterThan(decimalOf(price.data.ask))) {
    return { ok: false, problem: `${instrument}: the bid is above the ask` };
  }
  return { ok: true, value: price.data };
}

/** As it came if it is a price, else fit to be shown. */
function shownInstrument(instrument: string): string {
  return INSTRUMENT.test(instrument) ? instrument : shownName(instrument);
}

function priceProblem(instrument: string, seen: unknown, error: z.core.$ZodError): string {
  const field = error.issues[0]?.path.map(String).join('.') || 'the entry';
  return `${instrument}: ${field}: ${error.issues[0]?.message}; seen: ${describeShape(seen)}`;
}
