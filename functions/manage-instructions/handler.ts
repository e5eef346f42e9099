import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { callerOf } from '../../api/callers/caller.ts';
import { notFound } from '../../api/problems/not-found.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { digestOf } from '../../api/requests/etag.ts';
import { idempotencyKeyOf } from '../../api/requests/idempotency-key.ts';
import { instructionOfRoute } from '../../api/requests/instruction-of-route.ts';
import { validatedBody } from '../../api/requests/validate.ts';
import { instructionTag } from '../../api/responses/instruction-view.ts';
import { api } from '../../api/router/api.ts';
import { approvalBody, refusalBody, withdrawalBody } from '../../api/routes/instructions.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import {
  manageInstructionsEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger, metrics } from '../../runtime/observability/middleware.ts';
import { decide } from '../../treasury/approvals/decide.ts';
import type { DecisionCommand } from '../../treasury/approvals/judge-decision.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import { requestWithdrawal } from '../../treasury/withdrawals/request-withdrawal.ts';
import { decidedResponse, requestedResponse } from './responses.ts';

const environment = readEnvironment(manageInstructionsEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  ledger: createLedger(table),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
};

/** The last part of a route's path says what is decided. */
const DECISIONS: readonly DecisionCommand['decision'][] = ['approve', 'decline', 'cancel'];

/** Asking for withdrawals by hand, and approving, declining and cancelling what was not sent. */
export const handler = api(
  async (event) =>
    event.routeKey === 'POST /v1/withdrawals' ? await ask(event) : await decideOn(event),
  ports,
  mixedTransactionOf(table, MIXED_WRITES['manage-instructions']),
);

async function ask(event: ApiEvent): Promise<HttpResponse> {
  const idempotencyKey = idempotencyKeyOf(event);
  const body = validatedBody(withdrawalBody, event);
  const { requestId } = event.requestContext;
  const requestedBy = callerOf(event);
  const command = { tenant: event.tenant, requestedBy, idempotencyKey, requestId, ...body };
  const result = await requestWithdrawal(ports, command);
  metrics.addMetric(`WithdrawalRequest_${result.result}`, MetricUnit.Count, 1);
  logger.info('withdrawal asked for', { result: result.result });
  return requestedResponse(result, requestId);
}

async function decideOn(event: ApiEvent): Promise<HttpResponse> {
  const decision = decisionOf(event);
  const { tenant, requestContext } = event;
  const { requestId } = requestContext;
  const instruction = await instructionOfRoute(ports.ledger, tenant, event);
  const { id: instructionId } = instruction;
  const said =
    decision === 'approve'
      ? await approvalOf(event, instruction)
      : { decision, ...validatedBody(refusalBody, event) };
  const by = callerOf(event);
  const result = await decide(ports, { tenant, instructionId, by, requestId, ...said });
  metrics.addMetric(`Decision_${decision}_${result.result}`, MetricUnit.Count, 1);
  logger.info('decision', { decision, result: result.result, instructionId });
  return decidedResponse(result, requestId);
}

/** An approval rests on the content that was seen. */
async function approvalOf(event: ApiEvent, instruction: Instruction) {
  const body = validatedBody(approvalBody, event);
  const content = await digestOf(event, async () => instructionTag(instruction));
  return { decision: 'approve', content, ...body } as const;
}

function decisionOf({ routeKey }: ApiEvent): DecisionCommand['decision'] {
  const last = routeKey.split('/').at(-1) ?? '';
  const known = DECISIONS.find((name) => name === last);
  if (known !== undefined) return known;
  throw notFound(`There is no route ${routeKey}.`);
}
