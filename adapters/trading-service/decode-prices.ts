import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import {
  type AmountFault,
  decimalOf,
  positiveDecimalText,
} from '../../treasury/money/decimal-text.ts';
import type { PriceFault } from '../../treasury/outcomes/content-fault.ts';
import type { DroppedPrice, Price, Prices } from '../../treasury/valuation/price.ts';
import { type Decoded, emptyMap } from '../http-client/decoded.ts';
import { currencyCodeOf } from './currency-code.ts';
import { quotedName, shapeOf, shownName } from './describe-shape.ts';
import { MAX_INSTRUMENTS } from './limits.ts';
import { pagesByHeaders } from './pages-by-headers.ts';
import { statedFailure } from './stated-failure.ts';

/** BASE/QUOTE (reference, part 1), each part as open as a currency. */
const INSTRUMENT = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,31}\/[A-Za-z0-9][A-Za-z0-9._:-]{0,31}$/;

/** A bid of zero occurs in a market without buyers: that is no price to value anything with. */
const priceSchema = z.object({ bid: positiveDecimalText, ask: positiveDecimalText });
const NOT_POSITIVE: AmountFault = 'not-positive';
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
    return { ok: false, fault: { code: 'not-by-instrument', seen: shapeOf(body) } };
  }
  const failure = statedFailure(body, 'prices', harmlessTexts);
  if (failure !== null) return { ok: false, fault: { code: 'states-failure', stated: failure } };
  // From the body itself: a copy made on the way could lose a key or gain one.
  const entries = Object.entries(body as object);
  const further = pagesByHeaders(headers, entries.length);
  if (further !== null) return { ok: false, fault: further };
  if (entries.length > MAX_INSTRUMENTS) {
    return { ok: false, fault: { code: 'too-many-instruments', most: MAX_INSTRUMENTS } };
  }
  const spellings = Map.groupBy(entries, ([name]) => currencyCodeOf(name));
  const prices = emptyMap<Price>();
  const dropped: DroppedPrice[] = [];
  for (const [name, seen] of entries) {
    const instrument = currencyCodeOf(name);
    const alike = (spellings.get(instrument) ?? []).map(([each]) => each);
    const price = alike.length > 1 ? differByCase(alike) : decodePrice(name, seen, harmlessTexts);
    if (price.ok) prices[instrument] = price.value;
    else dropped.push({ instrument: shownInstrument(name), why: price.why });
  }
  const [first] = dropped;
  if (first !== undefined && dropped.length === entries.length) {
    return { ok: false, fault: { code: 'no-price', ...first } };
  }
  return { ok: true, value: { prices, dropped } };
}

type ReadPrice =
  | { readonly ok: true; readonly value: Price }
  | { readonly ok: false; readonly why: PriceFault };

/** Each of them is dropped and names the others: all of all would grow with the square of their number. */
const MAX_NAMES_ALIKE = 6;

function differByCase(alike: readonly string[]): ReadPrice {
  const names = alike.slice(0, MAX_NAMES_ALIKE).map(shownName);
  const more = alike.length - names.length;
  return { ok: false, why: { code: 'case-alone', names, ...(more > 0 && { more }) } };
}

function decodePrice(
  instrument: string,
  seen: unknown,
  harmlessTexts: readonly string[],
): ReadPrice {
  if (!INSTRUMENT.test(instrument)) return { ok: false, why: { code: 'other-form' } };
  const failure = statedFailure(seen, 'prices', harmlessTexts);
  if (failure !== null) return { ok: false, why: { code: 'states-failure', stated: failure } };
  const price = priceSchema.safeParse(seen);
  if (!price.success) return { ok: false, why: faultOf(seen, price.error) };
  if (decimalOf(price.data.bid).greaterThan(decimalOf(price.data.ask))) {
    return { ok: false, why: { code: 'crossed' } };
  }
  return { ok: true, value: price.data };
}

/** As it came if it is a price, else fit to be shown. */
function shownInstrument(instrument: string): string {
  return INSTRUMENT.test(instrument) ? instrument : quotedName(instrument);
}

function faultOf(entry: unknown, error: z.core.$ZodError): PriceFault {
  const [issue] = error.issues;
  const seen = shapeOf(entry);
  const [field] = issue?.path ?? [];
  if (field !== 'bid' && field !== 'ask') return { code: 'no-object', seen };
  const isDecimal = issue?.code === 'custom' && issue.params?.reason === NOT_POSITIVE;
  return { code: isDecimal ? 'not-positive' : 'no-decimal', field, seen };
}
