import { type HttpResponse, json, ProblemError } from '../../api/problems/problem.ts';
import { serviceUnreadable } from '../../api/problems/service-unreadable.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { validatedQuery } from '../../api/requests/validate.ts';
import { api } from '../../api/router/api.ts';
import { noQuery } from '../../api/routes/queries.ts';
import { connectTradingServices } from '../../runtime/clients/trading-service.ts';
import { queryMarketEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import {
  type MarketReading,
  readMarketBalances,
  readMarketPrices,
} from '../../treasury/market/market-reading.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';

/** A person waits for the answer: a service that does not answer by then is said to be unreadable. */
const LIMITS = { readBudgetMs: 10_000 } as const;

const environment = readEnvironment(queryMarketEnvironment);
const serviceOf = connectTradingServices(environment, LIMITS);
const { REPORTING_CURRENCY } = environment;

/** What each route reads of the service. The route key is API Gateway's own. */
const ROUTES: Readonly<
  Record<string, (service: TradingService) => Promise<MarketReading<object>>>
> = {
  'GET /v1/prices': (service) => readMarketPrices(service, REPORTING_CURRENCY),
  'GET /v1/balances': (service) => readMarketBalances(service, REPORTING_CURRENCY),
};

/** GET routes that ask the service itself: its prices and balances as they are at this moment. */
export const handler = api(async (event: ApiEvent): Promise<HttpResponse> => {
  const route = ROUTES[event.routeKey];
  if (route === undefined) throw new Error(`no route ${event.routeKey} in this function`);
  validatedQuery(noQuery, event.queryStringParameters);
  const reading = await route(serviceOf(event.tenant));
  if (reading.ok) return json(200, reading.value);
  throw new ProblemError(serviceUnreadable(reading));
});
