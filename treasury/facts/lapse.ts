import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const lapseSchema = z.discriminatedUnion('code', [
  /** A balance moved in the direction of the request; or back, after it was said to be executed. Decimal text of totals. */
  coded('moved', () => ({
    currency: z.string(),
    from: decimalText,
    to: decimalText,
    at: instant,
  })),
  /** What moved by then is not what the person saw: a reading came late, or was dropped. */
  coded('seen-otherwise'),
  /** The latest balances leave out other currencies than they did when it was said. */
  coded('not-stated', () => ({ currencies: z.array(z.string()) })),
  coded('too-old', () => ({ hours: z.int() })),
]);

/** Why what a person said of an outcome no longer holds. */
export type Lapse = Stored<typeof lapseSchema>;

/** Whose statement no longer holds. */
export const lapsedShape = { by: z.string(), executed: z.boolean(), why: lapseSchema };

const lapsedSchema = record(() => lapsedShape);

export type Lapsed = Stored<typeof lapsedSchema>;
