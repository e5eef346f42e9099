import * as z from 'zod/mini';
import { readFailedSchema } from '../outcomes/read-failed.ts';
import { coded, record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const notTakenSchema = z.discriminatedUnion('code', [
  coded('not-read', () => ({ failed: readFailedSchema })),
  coded('too-large', () => ({ bytes: z.int(), most: z.int() })),
  /** What a later tick was told of a currency, and this answer was not, or the other way round. */
  coded('late', () => ({ after: instant, currency: z.string(), isHere: z.boolean() })),
]);

export type NotTaken = Stored<typeof notTakenSchema>;

export const missingSchema = record(() => ({
  /** The service's, for alarms and lists: `timeout`, `too-large`. */
  code: z.string(),
  why: notTakenSchema,
}));

/** Why a snapshot, or the prices in it, are missing. */
export type Missing = Stored<typeof missingSchema>;
