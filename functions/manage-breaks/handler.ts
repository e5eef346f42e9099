import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { readBreak } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { callerOf } from '../../api/callers/caller.ts';
import { notFound } from '../../api/problems/not-found.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { breakIdOf } from '../../api/requests/break-id.ts';
import { versionOf } from '../../api/requests/etag.ts';
import { validatedBody } from '../../api/requests/validate.ts';
import { api } from '../../api/router/api.ts';
import { closingBody, explanationBody } from '../../api/routes/breaks.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { manageBreaksEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger, metrics } from '../../runtime/observability/middleware.ts';
import { closeBreak, explainBreak } from '../../treasury/breaks/decide.ts';
import type { BreakResult } from '../../treasury/breaks/ports.ts';
import { breakResponse } from './responses.ts';

const environment = readEnvironment(manageBreaksEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  ledger: createLedger(table),
  breaks: { readBreak: (of: string, id: string) => readBreak(table, of, id) },
};

const ROUTES: Readonly<Record<string, (event: ApiEvent) => Promise<BreakResult>>> = {
  'POST /v1/breaks/{id}/explain': async (event) => {
    const body = validatedBody(explanationBody, event);
    return await explainBreak(ports, { ...(await concerned(event)), ...body });
  },
  'POST /v1/breaks/{id}/close': async (event) => {
    const body = validatedBody(closingBody, event);
    return await closeBreak(ports, { ...(await concerned(event)), ...body });
  },
};

/** What people say about differences: what one was, and that it is closed. */
export const handler = api(
  async (event): Promise<HttpResponse> => {
    const route = ROUTES[event.routeKey];
    if (route === undefined) throw notFound(`There is no route ${event.routeKey}.`);
    const result = await route(event);
    const refusal = result.result === 'refused' ? result.refusal.code : undefined;
    if (result.result === 'written') metrics.addMetric('BreaksDecided', MetricUnit.Count, 1);
    logger.info('break', { result: result.result, refusal, id: breakIdOf(event) });
    return breakResponse(result, event.requestContext.requestId);
  },
  ports,
  mixedTransactionOf(table, MIXED_WRITES['manage-breaks']),
);

async function concerned(event: ApiEvent) {
  const { tenant } = event;
  const id = breakIdOf(event);
  const version = await versionOf(event, () => readBreak(table, tenant, id));
  const { requestId } = event.requestContext;
  return { tenant, id, version, by: callerOf(event), requestId };
}
