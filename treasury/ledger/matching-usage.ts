import * as z from 'zod/mini';
import { bucketAmountsSchema } from '../counters/windows.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const matchingUsageSchema = record(() => ({
  tenant: z.string(),
  ruleId: z.string(),
  /** The currency of the amounts. If the rule counts in another one, these amounts cannot be used. */
  unit: z.string(),
  /** Explained amounts, without their sign, by the hour in which their snapshots were read. */
  hours: bucketAmountsSchema,
  /** Occurrences of the rule's schedule that have explained a movement, by currency. */
  occurrences: z.array(record(() => ({ at: instant, currency: z.string() }))),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
}));

/**
 * What a matching rule has explained lately. Written in the commit that explains, on condition of its version: two
 * reconciliations never rely on the same room.
 */
export type MatchingUsage = Stored<typeof matchingUsageSchema>;
