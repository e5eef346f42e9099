import * as z from 'zod/mini';
import { instantOf } from '../../treasury/time/instant.ts';

/**
 * The event of the schedules. The scheduler writes the time without milliseconds ("2026-01-31T09:00:00Z"); inside,
 * every instant has them, so that text order is time order.
 */
export const tick = z.strictObject({
  tenant: z.string().check(z.minLength(1)),
  scheduledFor: z.pipe(
    z.iso.datetime(),
    z.transform((text) => instantOf(Date.parse(text))),
  ),
});
