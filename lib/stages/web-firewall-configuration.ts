import * as z from 'zod';

/**
 * Requests of one address in five minutes. WAF takes from 10 on; an office behind one address has some ten open consoles, each
 * of which asks for some 500 in that time, so fewer than this would close it to its own people.
 */
const LEAST_PER_5_MINUTES = 1_000;
/** Beyond it, the limits of the API's routes are what refuses first (500 a second on each that decides). */
const MOST_PER_5_MINUTES = 1_000_000;

const REQUESTS = `a whole number from ${LEAST_PER_5_MINUTES} to ${MOST_PER_5_MINUTES}`;
const FIREWALL = 'an object such as { "requestsPerAddressPer5Minutes": 10000 }';

/** The firewall in front of the API (docs/deploying.md). */
export const webFirewallSettings = z.strictObject(
  {
    requestsPerAddressPer5Minutes: z
      .int({ error: REQUESTS })
      .min(LEAST_PER_5_MINUTES, REQUESTS)
      .max(MOST_PER_5_MINUTES, REQUESTS),
  },
  { error: FIREWALL },
);

export type WebFirewallSettings = z.infer<typeof webFirewallSettings>;
