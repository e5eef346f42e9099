import * as z from 'zod/mini';
import { decimalOf, decimalText, formatDecimal } from '../../treasury/money/decimal-text.ts';
import type { SeriesName, SeriesPoint } from '../../treasury/series/series.ts';
import { instant } from '../../treasury/time/instant-schema.ts';
import { packJson, unpackJson } from './codec.ts';

/*
 * Points of a series as the columns of a table: the values of one field after the other take two thirds of what rows take. A column
 * that follows from the others is left out, which nearly every value is: the product of amount and price.
 */

/** The one codec of points so far. */
const CODEC = 1;

const columnsSchema = z.object({
  at: z.array(instant),
  amount: z.array(decimalText),
  price: z.array(z.nullable(decimalText)),
  reportingCurrency: z.array(z.string()),
  /** Absent: each is amount x price, and null without a price. */
  value: z.optional(z.array(z.nullable(decimalText))),
  /** Absent: none of them names any. */
  unvalued: z.optional(z.array(z.array(z.string()))),
});

type Columns = z.output<typeof columnsSchema>;

/** The points of a day of one series, in the order of time. */
export function packPoints(points: readonly SeriesPoint[]): Uint8Array {
  return packJson(CODEC, columnsOf(points));
}

/** @throws Error if `packPoints` does not make such bytes. */
export function unpackPoints(bytes: unknown): readonly SeriesPoint[] {
  return pointsIn(unpackJson(CODEC, bytes));
}

/** The points of an hour of several series: together they compress to less, and are one write. */
export function packChunk(series: ReadonlyMap<SeriesName, readonly SeriesPoint[]>): Uint8Array {
  const columns = [...series].map(([name, points]) => [name, columnsOf(points)] as const);
  return packJson(CODEC, Object.fromEntries(columns));
}

const chunkSchema = z.record(z.string(), z.unknown());

/** The series of a chunk; only the one named, if one is. @throws Error if `packChunk` does not make such bytes. */
export function unpackChunk(
  bytes: unknown,
  only?: SeriesName,
): ReadonlyMap<SeriesName, readonly SeriesPoint[]> {
  const all = Object.entries(chunkSchema.parse(unpackJson(CODEC, bytes)));
  const wanted = only === undefined ? all : all.filter(([name]) => name === only);
  return new Map(wanted.map(([name, columns]) => [name, pointsIn(columns)]));
}

function columnsOf(points: readonly SeriesPoint[]): Columns {
  const isComputed = ({ amount, price, value }: SeriesPoint) => value === product(amount, price);
  return {
    at: points.map(({ at }) => at),
    amount: points.map(({ amount }) => amount),
    price: points.map(({ price }) => price),
    reportingCurrency: points.map(({ reportingCurrency }) => reportingCurrency),
    ...(points.every(isComputed) ? {} : { value: points.map(({ value }) => value) }),
    ...(points.every(({ unvalued }) => unvalued.length === 0)
      ? {}
      : { unvalued: points.map(({ unvalued }) => [...unvalued]) }),
  };
}

function pointsIn(columns: unknown): readonly SeriesPoint[] {
  const { at, amount, price, reportingCurrency, value, unvalued } = columnsSchema.parse(columns);
  return at.map((each, index) => {
    const amountOf = cell(amount, index);
    const priceOf = cell(price, index);
    return {
      at: each,
      amount: amountOf,
      price: priceOf,
      value: value === undefined ? product(amountOf, priceOf) : cell(value, index),
      reportingCurrency: cell(reportingCurrency, index),
      unvalued: unvalued === undefined ? [] : cell(unvalued, index),
    };
  });
}

function cell<T>(column: readonly T[], index: number): T {
  const found = column[index];
  if (found === undefined) throw new Error(`a column of points has no value ${index}`);
  return found;
}

function product(amount: string, price: string | null): string | null {
  return price === null ? null : formatDecimal(decimalOf(amount).times(decimalOf(price)));
}
