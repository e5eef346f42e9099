import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';

/**
 * Proof that Sluice counted: a MAC over the amounts that limits count, by a key that no attacker with only write access
 * to the table can use. It names no person and authorises nothing.
 */
export const countSealSchema = record(() => ({
  /** Grows with every sealed state. Each number is marked by an item that no principal deletes, so none comes twice. */
  number: z.int().check(z.positive()),
  /** Identity of the table that it was counted in: a copy in another ledger proves nothing there. */
  epoch: z.string(),
  keyId: z.string(),
  mac: z.string(),
}));

export type CountSeal = Stored<typeof countSealSchema>;

/** An item that says for ever that a number of a count was taken. */
export const countMarkSchema = record(() => ({
  /** The count: a lane, or what limits over several currencies count. */
  of: z.string(),
  epoch: z.string(),
  number: z.int().check(z.positive()),
}));

export type CountMark = Stored<typeof countMarkSchema>;
