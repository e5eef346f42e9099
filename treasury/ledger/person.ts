import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const personSchema = record(() => ({
  tenant: z.string(),
  /** As the audit log has the person. */
  id: z.string(),
  /** What the person's token called them when they last did something. People may choose it: nothing is decided by it. */
  name: z.string(),
  seenAt: instant,
}));

/** A display name, kept beside the id that everything else names. */
export type Person = Stored<typeof personSchema>;
