import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { readEnvironment, settleEnvironment } from '../../adapters/environment/environment.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { MIXED_WRITES } from '../../contract/diagnosis.ts';
import { settlementBody } from '../../contract/settlement.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import { withdrawProposal } from '../../treasury/settlement/withdraw-proposal.ts';
import { mixedTransactionOf } from '../diagnosis/mixed-transaction.ts';
import { api } from '../http/api.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { callerOf } from '../http/caller.ts';
import { instructionOfRoute } from '../http/instruction-of-route.ts';
import type { Answer } from '../http/problem.ts';
import { validatedBody } from '../http/validated.ts';
import { logger, metrics } from '../observability/observed.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { effects } from '../wiring/effects.ts';
import { connectSeals } from '../wiring/seals.ts';
import { answerOf, withdrawnAnswer } from './answers.ts';
import { unbookedRoutes } from './unbooked.ts';

const environment = readEnvironment(settleEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  ledger: createLedger(table),
};

/** Routes with answers of their own. */
const UNBOOKED: Readonly<Record<string, (event: ApiEvent) => Promise<Answer>>> = unbookedRoutes(
  ports,
  table,
);

/** POST and DELETE .../{id}/settlement, and what is unbooked: what became of requests, said by two people. */
export const handler = api(
  async (event) => {
    const unbooked = UNBOOKED[event.routeKey];
    if (unbooked !== undefined) return await unbooked(event);
    const method = event.routeKey.split(' ')[0];
    return method === 'DELETE' ? await takeBack(event) : await say(event);
  },
  ports,
  mixedTransactionOf(table, MIXED_WRITES['settle-instruction']),
);

async function say(event: ApiEvent): Promise<Answer> {
  const concern = await concerned(event);
  const result = await settle(ports, { ...concern, ...validatedBody(settlementBody, event) });
  const refusal = result.result === 'refused' ? result.refusal.code : undefined;
  metrics.addMetric(`Settlement_${result.result}`, MetricUnit.Count, 1);
  const { instructionId } = concern;
  logger.info('settlement', { result: result.result, refusal, instructionId });
  return answerOf(result, event.requestContext.requestId);
}

async function takeBack(event: ApiEvent): Promise<Answer> {
  const concern = await concerned(event);
  const result = await withdrawProposal(ports, concern);
  const { instructionId } = concern;
  logger.info('settlement taken back', { result: result.result, instructionId });
  return withdrawnAnswer(result, event.requestContext.requestId);
}

async function concerned(event: ApiEvent) {
  const { client, requestContext } = event;
  const { requestId } = requestContext;
  const instructionId = await instructionOfRoute(ports.ledger, client, event);
  return { client, instructionId, by: callerOf(event), requestId };
}
