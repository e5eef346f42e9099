import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';

const levelSchema = record(() => ({
  /** The lowest and the highest value that agree so far; decimal text. */
  low: decimalText,
  high: decimalText,
  readings: z.int().check(z.positive()),
}));

const valueOnRecordSchema = record(() => ({
  /** The last value that was believed; decimal text. Absent: none has been. */
  last: z.exactOptional(decimalText),
  /** Values of the latest readings that are not believed yet. */
  level: z.exactOptional(levelSchema),
}));

/** What readings so far say of a value: the next one is judged by it. */
export type ValueOnRecord = Stored<typeof valueOnRecordSchema>;

export const unitValueSchema = record(() => ({
  ...valueOnRecordSchema.shape,
  /** The same over a third currency, since the currency has had no instrument of its own. */
  crossed: z.exactOptional(valueOnRecordSchema),
  /** The path by which this very reading shows a value that is believed. Absent: it shows none. */
  path: z.exactOptional(z.enum(['direct', 'inverse', 'crossed'])),
}));

/** What one unit of a currency is worth in the reporting currency, as a snapshot's reading leaves it on record. */
export type UnitValue = Stored<typeof unitValueSchema>;

export const unitValuesSchema = z.record(z.string(), unitValueSchema);

/** By currency. */
export type UnitValues = Stored<typeof unitValuesSchema>;
