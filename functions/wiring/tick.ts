import * as z from 'zod';
import { instantOf } from '../../treasury/time/instant.ts';

/**
 * What the schedules send. The scheduler writes the time without milliseconds
 * ("2026-01-31T09:00:00Z"); inside, every instant has them, so that text order is time order.
 */
export const tick = z.strictObject({
  client: z.string().min(1),
  scheduledFor: z.iso.datetime().transform((text) => instantOf(Date.parse(text))),
});
