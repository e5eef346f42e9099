import { cachedVerifier } from '../../adapters/seals/cached-verifier.ts';
import { callersIn } from '../../adapters/store/callers.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { json, ProblemError, saidJson } from '../../api/problems/problem.ts';
import { serviceUnreadable } from '../../api/problems/service-unreadable.ts';
import { serve } from '../../api/router/serve.ts';
import { QUERY_MARKET } from '../../api/routes/declared/query-market.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { connectTradingServices } from '../../runtime/clients/trading-service.ts';
import { effects } from '../../runtime/effects.ts';
import { queryMarketEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import type { Reader } from '../../treasury/facts/sentences/language.ts';
import { sayPricesMissing } from '../../treasury/facts/sentences/say/say-not-read.ts';
import {
  type BalancesPorts,
  type MarketReading,
  type OnRecord,
  readMarketPrices,
} from '../../treasury/market/market-reading.ts';
import {
  type MarketBalancesIn,
  readMarketBalancesIn,
} from '../../treasury/report-values/market-in.ts';
import { askedIn } from '../../treasury/report-values/valuation-in.ts';

/** A person waits for the answer: a service that does not answer by then is said to be unreadable. */
const LIMITS = { readBudgetMs: 10_000 } as const;

const environment = readEnvironment(queryMarketEnvironment);
const serviceOf = connectTradingServices(environment, LIMITS);
const { REPORTING_CURRENCY } = environment;
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const { latest } = createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE });
const ratesOf = reportRates(ledgerTable, cachedVerifier(connectSeals(environment)), {
  consistent: false,
});

/** GET routes that call the service itself: its prices and balances at this moment. */
export const handler = serve(
  QUERY_MARKET,
  {
    'GET /v1/prices': async ({ tenant }) =>
      json(200, valueIn(await readMarketPrices(serviceOf(tenant), REPORTING_CURRENCY))),
    'GET /v1/balances': async ({ tenant, query: { in: into } }) => {
      const asked = await askedIn(ratesOf, tenant, into);
      const read = await readMarketBalancesIn(portsOf(tenant), REPORTING_CURRENCY, asked);
      const balances = valueIn(read);
      return saidJson(200, (reader) => shown(balances, reader));
    },
  },
  { callers: { ...callersIn(ledgerTable), now: effects.now } },
);

function portsOf(tenant: string): BalancesPorts {
  return { service: serviceOf(tenant), onRecord: async () => await onRecord(tenant) };
}

/** The service's answer does not wait for the store: without a snapshot it says that it was compared with none. */
async function onRecord(tenant: string): Promise<OnRecord> {
  try {
    return { read: true, last: await latest(tenant) };
  } catch (error) {
    logger.warn('the last snapshot could not be read', error as Error);
    return { read: false };
  }
}

function shown({ pricesMissing, ...balances }: MarketBalancesIn, reader: Reader): object {
  if (pricesMissing === undefined) return balances;
  const { code, failed } = pricesMissing;
  const why = { code: 'not-read', failed } as const;
  return { ...balances, pricesMissing: sayPricesMissing({ code, why }, reader) };
}

function valueIn<Value>(reading: MarketReading<Value>): Value {
  if (reading.ok) return reading.value;
  throw new ProblemError(serviceUnreadable(reading));
}
