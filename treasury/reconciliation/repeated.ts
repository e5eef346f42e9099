import * as z from 'zod/mini';
import { instant } from '../time/instant-schema.ts';

/** What a call to repeat an interval came to, for whoever asked: made where it is read, and the books read none. */
export function repeatedSchema() {
  const count = z.int().check(z.nonnegative());
  return z.discriminatedUnion('result', [
    z.object({
      result: z.literal('repeated'),
      snapshots: count,
      first: instant,
      last: instant,
      /** Written by this call: what is on record already is not written again. */
      flows: count,
      opened: count,
      closed: count,
      matched: count,
      /** The tick that the next call begins with; null at the end of the interval. */
      next: z.nullable(instant),
    }),
    /** No snapshot was taken within the interval. */
    z.object({ result: z.literal('no-snapshots') }),
    /** Snapshots beside the first ones may have expired. */
    z.object({ result: z.literal('expired'), keptSince: instant }),
  ]);
}
export type Repeated = Readonly<z.infer<ReturnType<typeof repeatedSchema>>>;
