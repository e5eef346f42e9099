import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { createLedger } from '../../adapters/store/ledger.ts';
import { callerOf } from '../../api/callers/caller.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { digestOf } from '../../api/requests/etag.ts';
import { instructionOfRoute } from '../../api/requests/instruction-of-route.ts';
import { validatedBody } from '../../api/requests/validate.ts';
import { instructionTag } from '../../api/responses/instruction-view.ts';
import { api } from '../../api/router/api.ts';
import { settlementBody } from '../../api/routes/settlement.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, settleEnvironment } from '../../runtime/environment/environment.ts';
import { logger, metrics } from '../../runtime/observability/middleware.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import { withdrawProposal } from '../../treasury/settlement/withdraw-proposal.ts';
import { toResponse, withdrawnResponse } from './responses.ts';
import { unbookedRoutes } from './unbooked.ts';

const environment = readEnvironment(settleEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  ledger: createLedger(table),
};

/** Routes with answers of their own. */
const UNBOOKED: Readonly<Record<string, (event: ApiEvent) => Promise<HttpResponse>>> =
  unbookedRoutes(ports, table);

/** POST .../{id}/settle and .../settle/retract, and what is unbooked: what became of requests, said by two people. */
export const handler = api(
  async (event) => {
    const unbooked = UNBOOKED[event.routeKey];
    if (unbooked !== undefined) return await unbooked(event);
    return event.routeKey.endsWith('/retract') ? await takeBack(event) : await say(event);
  },
  ports,
  mixedTransactionOf(table, MIXED_WRITES['settle-instruction']),
);

async function say(event: ApiEvent): Promise<HttpResponse> {
  const { instruction, ...concern } = await concerned(event);
  const body = validatedBody(settlementBody, event);
  const evidence = await digestOf(event, async () => instructionTag(instruction));
  const result = await settle(ports, { ...concern, ...body, evidence });
  const refusal = result.result === 'refused' ? result.refusal.code : undefined;
  metrics.addMetric(`Settlement_${result.result}`, MetricUnit.Count, 1);
  const { instructionId } = concern;
  logger.info('settlement', { result: result.result, refusal, instructionId });
  return toResponse(result, event.requestContext.requestId);
}

async function takeBack(event: ApiEvent): Promise<HttpResponse> {
  const { instruction: _, ...concern } = await concerned(event);
  const result = await withdrawProposal(ports, concern);
  const { instructionId } = concern;
  logger.info('settlement taken back', { result: result.result, instructionId });
  return withdrawnResponse(result, event.requestContext.requestId);
}

async function concerned(event: ApiEvent) {
  const { tenant, requestContext } = event;
  const { requestId } = requestContext;
  const instruction = await instructionOfRoute(ports.ledger, tenant, event);
  return { tenant, instruction, instructionId: instruction.id, by: callerOf(event), requestId };
}
