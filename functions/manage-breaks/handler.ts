import { MetricUnit } from '@aws-lambda-powertools/metrics';
import {
  manageBreaksEnvironment,
  readEnvironment,
} from '../../adapters/environment/environment.ts';
import { readBreak } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { closingBody, explanationBody } from '../../contract/breaks.ts';
import { MIXED_WRITES } from '../../contract/diagnosis.ts';
import { closeBreak, explainBreak } from '../../treasury/breaks/decide.ts';
import type { BreakResult } from '../../treasury/breaks/ports.ts';
import { mixedTransactionOf } from '../diagnosis/mixed-transaction.ts';
import { api } from '../http/api.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { breakIdOf } from '../http/break-id.ts';
import { callerOf } from '../http/caller.ts';
import { ifMatchOf } from '../http/etag.ts';
import { type Answer, ProblemError } from '../http/problem.ts';
import { validatedBody } from '../http/validated.ts';
import { logger, metrics } from '../observability/observed.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { effects } from '../wiring/effects.ts';
import { breakAnswer } from './answers.ts';

const environment = readEnvironment(manageBreaksEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  ledger: createLedger(table),
  breaks: { readBreak: (of: string, id: string) => readBreak(table, of, id) },
};

const ROUTES: Readonly<Record<string, (event: ApiEvent) => Promise<BreakResult>>> = {
  'POST /v1/breaks/{id}/explanation': async (event) => {
    const body = validatedBody(explanationBody, event);
    return await explainBreak(ports, { ...(await concerned(event)), ...body });
  },
  'POST /v1/breaks/{id}/closing': async (event) => {
    const body = validatedBody(closingBody, event);
    return await closeBreak(ports, { ...(await concerned(event)), ...body });
  },
};

/** What people say about differences: what one was, and that it is closed. */
export const handler = api(
  async (event): Promise<Answer> => {
    const route = ROUTES[event.routeKey];
    if (route === undefined) {
      const title = `There is no route ${event.routeKey}`;
      throw new ProblemError({ status: 404, code: 'not-found', title });
    }
    const result = await route(event);
    const refusal = result.result === 'refused' ? result.refusal.code : undefined;
    if (result.result === 'written') metrics.addMetric('BreaksDecided', MetricUnit.Count, 1);
    logger.info('break', { result: result.result, refusal, id: breakIdOf(event) });
    return breakAnswer(result, event.requestContext.requestId);
  },
  ports,
  mixedTransactionOf(table, MIXED_WRITES['manage-breaks']),
);

async function concerned(event: ApiEvent) {
  const { client } = event;
  const id = breakIdOf(event);
  const version = await ifMatchOf(event, () => readBreak(table, client, id));
  const { requestId } = event.requestContext;
  return { client, id, version, by: callerOf(event), requestId };
}
