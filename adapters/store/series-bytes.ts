import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { DAY_MS, startOfDay } from '../../treasury/series/hour.ts';
import type { RollUp } from '../../treasury/series/roll-up.ts';
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { epochMsOf, type Instant, instantOf } from '../../treasury/time/instant.ts';
import { packText, unpackText } from './packed-text.ts';

/*
 * Points and roll-ups as short texts. What an item has in bytes is what it costs, to write and to read for
 * ever; these, deflated, are a tenth of the same as attributes. Exact all the same: what is left out is what stood
 * before it, or the exact product of amount and price.
 *
 *   points   USD|0,3.25,64983.75;300,,64990.1;,,64991.2    time, amount, price, value, unvalued
 *   chunk    BTC<tab>points<newline>ETH<tab>points       one hour of several series
 *   roll-up  USD|0|86100|288|3.25|4|3|4|64991.2              first, last, points, open, close, low, high,
 *                                                             price, value, unvalued, partial
 */

const VERSION = 1;
/** Stands in place of a missing price or value. */
const NONE = '-';

/** Between the series of a chunk, and between the name of one and its points. */
const [NEXT_SERIES, AFTER_NAME] = ['\n', '\t'];

/** The points of an hour or a day, which began at `from`, in the order of time. */
export function packPoints(from: Instant, points: readonly SeriesPoint[]): Uint8Array {
  return packText(VERSION, textOfPoints(from, points));
}

/** @throws Error if `packPoints` does not make such bytes. */
export function unpackPoints(from: Instant, packed: Uint8Array): readonly SeriesPoint[] {
  return pointsIn(from, unpackText(VERSION, packed));
}

/** The points of an hour of several series: together they compress to less, and are one write. */
export function packChunk(
  from: Instant,
  series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>,
): Uint8Array {
  const texts = [...series].map(
    ([name, points]) => `${encodeURIComponent(name)}${AFTER_NAME}${textOfPoints(from, points)}`,
  );
  return packText(VERSION, texts.join(NEXT_SERIES));
}

/** The series of a chunk; only the one named, if one is. @throws Error if `packChunk` does not make such bytes. */
export function unpackChunk(
  from: Instant,
  packed: Uint8Array,
  only?: SeriesName,
): ReadonlyMap<SeriesName, readonly SeriesPoint[]> {
  const series = new Map<SeriesName, readonly SeriesPoint[]>();
  for (const text of unpackText(VERSION, packed).split(NEXT_SERIES)) {
    const [encoded = '', points] = text.split(AFTER_NAME);
    if (points === undefined) throw new Error('a series has no points');
    const name = decodeURIComponent(encoded);
    if (only === undefined || only === name) series.set(name, pointsIn(from, points));
  }
  return series;
}

/**
 * Times are seconds (of milliseconds if a tick has them) since the beginning; a point that follows at the pace of the one
 * before has none.
 */
function textOfPoints(from: Instant, points: readonly SeriesPoint[]): string {
  const start = epochMsOf(from);
  let currency = '';
  let before: SeriesPoint | undefined;
  let [offset, pace] = [0, Number.NaN];
  const texts = points.map((point) => {
    const at = epochMsOf(point.at) - start;
    const time = at - offset === pace ? '' : timeText(at);
    [pace, offset] = [at - offset, at];
    const changed = point.reportingCurrency === currency ? '' : `${point.reportingCurrency}|`;
    currency = point.reportingCurrency;
    const fields = [
      time,
      point.amount === before?.amount ? '' : point.amount,
      point.price === before?.price ? '' : (point.price ?? NONE),
      valueText(point.amount, point.price, point.value),
      listText(point.unvalued),
    ];
    before = point;
    return `${changed}${withoutEmptyEnd(fields).join(',')}`;
  });
  return texts.join(';');
}

function pointsIn(from: Instant, body: string): readonly SeriesPoint[] {
  const start = epochMsOf(from);
  let currency = '';
  let [offset, pace] = [0, 0];
  let [amount, price]: [string, string | null] = ['', null];
  return body.split(';').map((each) => {
    const bar = each.indexOf('|');
    if (bar >= 0) currency = each.slice(0, bar);
    const [time = '', nextAmount = '', nextPrice = '', value = '', unvalued = ''] = each
      .slice(bar + 1)
      .split(',');
    const at = time === '' ? offset + pace : timeOf(time);
    [pace, offset] = [at - offset, at];
    if (nextAmount !== '') amount = nextAmount;
    if (nextPrice !== '') price = nextPrice === NONE ? null : nextPrice;
    return {
      at: instantOf(start + at),
      amount: checked(amount),
      price: price === null ? null : checked(price),
      value: readValue(amount, price, value),
      reportingCurrency: currency,
      unvalued: listOf(unvalued),
    };
  });
}

/** The roll-up of one day. */
export function packRollUp(day: string, rollUp: RollUp): Uint8Array {
  const start = epochMsOf(startOfDay(day));
  const { open, close, low, high, price, value } = rollUp;
  const fields = [
    rollUp.reportingCurrency,
    timeText(epochMsOf(rollUp.firstAt) - start),
    timeText(epochMsOf(rollUp.lastAt) - start),
    rollUp.points.toString(),
    open ?? NONE,
    close === open ? '' : (close ?? NONE),
    low === open ? '' : (low ?? NONE),
    high === open ? '' : (high ?? NONE),
    price ?? NONE,
    valueText(close ?? '0', price, value),
    listText(rollUp.unvalued),
    rollUp.partial === 0 ? '' : rollUp.partial.toString(),
  ];
  return packText(VERSION, withoutEmptyEnd(fields).join('|'));
}

/** @throws Error if `packRollUp` does not make such bytes. */
export function unpackRollUp(day: string, packed: Uint8Array): RollUp {
  const [currency = '', first = '', last = '', points = '', open = '', ...rest] = unpackText(
    VERSION,
    packed,
  ).split('|');
  const [closed = '', low = '', high = '', priced = '', value = '', unvalued = '', partial = '0'] =
    rest;
  const close = known(closed === '' ? open : closed);
  const price = priced === NONE ? null : checked(priced);
  return {
    firstAt: instantOf(epochMsOf(startOfDay(day)) + timeOf(first, DAY_MS)),
    lastAt: instantOf(epochMsOf(startOfDay(day)) + timeOf(last, DAY_MS)),
    open: known(open),
    close,
    low: known(low === '' ? open : low),
    high: known(high === '' ? open : high),
    price,
    value: readValue(close ?? '0', price, value),
    reportingCurrency: currency,
    unvalued: listOf(unvalued),
    points: Number.parseInt(points, 10),
    partial: Number.parseInt(partial, 10),
  };
}

/** Whole seconds as they are; times with milliseconds, with a point. */
function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1_000).toString();
  const rest = ms % 1_000;
  return rest === 0 ? seconds : `${seconds}.${rest.toString()}`;
}

function timeOf(text: string, below = Number.MAX_SAFE_INTEGER): number {
  const [seconds = '', rest = '0'] = text.split('.');
  const ms = Number.parseInt(seconds, 10) * 1_000 + Number.parseInt(rest, 10);
  if (!(ms >= 0 && ms < below)) throw new Error('a time is not one');
  return ms;
}

/** Nothing if amount and price say it, which is nearly always. */
function valueText(amount: string, price: string | null, value: string | null): string {
  if (value === null) return price === null ? '' : NONE;
  return price !== null && product(amount, price) === value ? '' : value;
}

function readValue(amount: string, price: string | null, text: string): string | null {
  if (text === NONE) return null;
  if (text !== '') return checked(text);
  return price === null ? null : product(amount, price);
}

function product(amount: string, price: string): string {
  return formatDecimal(decimalOf(amount).times(decimalOf(price)));
}

/** Names may hold the separators of texts here. */
function listText(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name)).join(' ');
}

function listOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ').map((name) => decodeURIComponent(name));
}

function withoutEmptyEnd(fields: readonly string[]): readonly string[] {
  const end = fields.findLastIndex((field) => field !== '');
  return fields.slice(0, end + 1);
}

function known(text: string): string | null {
  return text === NONE ? null : checked(text);
}

function checked(amount: string): string {
  decimalOf(amount);
  return amount;
}
