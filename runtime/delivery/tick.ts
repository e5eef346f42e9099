import * as z from 'zod/mini';
import { instantOf } from '../../treasury/time/instant.ts';

/** A question of another function: the balances as they are now, sealed under the name that it made up. */
export const asking = z.strictObject({
  tenant: z.string().check(z.minLength(1)),
  askedAs: z.string().check(z.minLength(1)),
});

/**
 * The event of the schedules. The scheduler writes the time without milliseconds ("2026-01-31T09:00:00Z"); inside,
 * every instant has them, so that text order is time order.
 */
const scheduledFor = z.pipe(
  z.iso.datetime(),
  z.transform((text) => instantOf(Date.parse(text))),
);
const tenant = z.string().check(z.minLength(1));

export const tick = z.strictObject({ tenant, scheduledFor });

/** The same for some tenants at once. */
export const sharedTick = z.strictObject({
  tenants: z.array(tenant).check(z.minLength(1)),
  scheduledFor,
});
