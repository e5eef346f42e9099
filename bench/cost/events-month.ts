import { TENANTS_OF_A_LOOK } from '../../lib/limits.ts';
import { ASSUMED, type Assumptions } from './assumptions.ts';
import { DAYS, FUNCTION_GB, GB, type Load, MINUTES_A_DAY, usdOf } from './month.ts';
import type { PriceName } from './prices.ts';

/**
 * What one event posted to one webhook takes if it comes alone, to queue it and to post it:
 * test/integration/webhooks/delivery-cost.test.ts counts the units on the engine.
 */
export const ONE_DELIVERY = { writes: 16, reads: 7, invocations: 2, keyRequests: 3 } as const;

/** Due deliveries are looked for every minute, of some tenants at once: of each its webhooks, strongly consistent, and those that fail. */
const LOOKS_A_DAY = MINUTES_A_DAY;
const READS_OF_A_TENANT = 1.5;
const CALLS_OF_A_TENANT = 2;

const SECONDS_A_DAY = 86_400;

/** What is added to a month: how often, and the amounts of what has a price. */
export interface Addition {
  readonly times: number;
  readonly amounts: Readonly<Partial<Record<PriceName, number>>>;
}

/** Webhooks to which nothing is posted. */
export function looksOf({ tenants }: Load, assumed: Assumptions = ASSUMED): Addition {
  const times = Math.ceil(tenants / TENANTS_OF_A_LOOK) * DAYS * LOOKS_A_DAY;
  const ofTenants = tenants * DAYS * LOOKS_A_DAY;
  const ms = (ofTenants / times) * CALLS_OF_A_TENANT * assumed.databaseCallMs;
  const invoked = invocationsOf(times, ms, assumed);
  return {
    times,
    amounts: { ...invoked, scheduler: times, 'dynamodb-reads': ofTenants * READS_OF_A_TENANT },
  };
}

/** The events of every sweep, each posted alone to one webhook of its tenant. */
export function deliveriesOf(
  { tenants, currencies }: Load,
  assumed: Assumptions = ASSUMED,
): Addition {
  const sweeps = tenants * currencies * DAYS * assumed.sweepsPerCurrencyPerDay;
  const times = sweeps * assumed.eventsPerSweep;
  // A receiver takes as long as the service, and a delivery's own requests as long as one of the API.
  const ms = (assumed.serviceCallMs + assumed.requestMs) / ONE_DELIVERY.invocations;
  return {
    times,
    amounts: {
      ...invocationsOf(times * ONE_DELIVERY.invocations, ms, assumed),
      'dynamodb-writes': times * ONE_DELIVERY.writes,
      'dynamodb-reads': times * ONE_DELIVERY.reads,
      'key-requests': times * ONE_DELIVERY.keyRequests,
    },
  };
}

/** A system of each tenant that reads `GET /v1/events` again and again, whether or not there is one. */
export function feedReadsOf({ tenants }: Load, assumed: Assumptions = ASSUMED): Addition {
  const times = (tenants * DAYS * SECONDS_A_DAY) / assumed.feedReadEverySeconds;
  return {
    times,
    amounts: {
      ...invocationsOf(times, assumed.requestMs, assumed),
      'api-requests': times,
      'dynamodb-reads': times * assumed.requestReadUnits,
    },
  };
}

/** The price of an addition. */
export function usdOfAddition({ amounts }: Addition): number {
  const priced = Object.entries(amounts) as readonly (readonly [PriceName, number])[];
  return priced.reduce((sum, [name, amount]) => sum + usdOf(name, amount), 0);
}

function invocationsOf(times: number, ms: number, assumed: Assumptions): Addition['amounts'] {
  return {
    'lambda-requests': times,
    'lambda-compute': ((times * ms) / 1_000) * FUNCTION_GB,
    logs: (times * assumed.logBytesPerInvocation) / GB,
    traces: times * assumed.tracedShare,
  };
}
