import { callersIn } from '../../adapters/store/callers.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { namesIn, peopleIn } from '../../adapters/store/people.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import { instructionIsThere, tagOfInstruction } from '../../api/requests/instruction-of-path.ts';
import type { InputTo } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { SETTLE_INSTRUCTION } from '../../api/routes/declared/settle-instruction.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReader } from '../../runtime/clients/reader.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, settleEnvironment } from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { settle } from '../../treasury/settlement/settle.ts';
import { withdrawProposal } from '../../treasury/settlement/withdraw-proposal.ts';
import { toResponse, withdrawnResponse } from './responses.ts';
import { unbookedRoutes } from './unbooked.ts';

const environment = readEnvironment(settleEnvironment);
/**
 * Milliseconds that take-snapshot is waited for: a cold start, one attempt at the service and a seal, and what is left of the
 * 28 s that a person waits is for some thousand verifications and the write.
 */
const READING_TIMEOUT_MS = 12_000;
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  reader: connectReader(environment, READING_TIMEOUT_MS),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
  ledger: createLedger(table),
};

type Routes = typeof SETTLE_INSTRUCTION;
type Settling = InputTo<Routes, `POST /v1/${'withdrawals' | 'trades'}/{id}/settle`>;
type Retracting = InputTo<Routes, `POST /v1/${'withdrawals' | 'trades'}/{id}/settle/retract`>;

/**
 * POST .../{id}/settle and .../settle/retract, and unbooked amounts: the outcomes of requests, by the word of two
 * people.
 */
export const handler = serve(
  SETTLE_INSTRUCTION,
  {
    'POST /v1/withdrawals/{id}/settle': say,
    'POST /v1/withdrawals/{id}/settle/retract': takeBack,
    'POST /v1/trades/{id}/settle': say,
    'POST /v1/trades/{id}/settle/retract': takeBack,
    ...unbookedRoutes(ports, table),
  },
  {
    records: { ...ports, people: peopleIn(table) },
    callers: { ...callersIn(table), now: ports.now },
    names: namesIn(table),
    diagnoses: mixedTransactionOf(table, MIXED_WRITES['settle-instruction']),
    before: instructionIsThere(ports.ledger),
  },
);

async function say(input: Settling): Promise<HttpResponse> {
  const { tenant, requestId, path, body } = input;
  const evidence = await input.ifMatch(() => tagOfInstruction(ports.ledger, input));
  const instructionId = path.id;
  const command = { tenant, instructionId, by: input.by(), requestId, ...body, evidence };
  const result = await settle(ports, command);
  const refusal = result.result === 'refused' ? result.refusal.code : undefined;
  logger.info('settlement', { result: result.result, refusal, instructionId });
  return toResponse(result, requestId);
}

async function takeBack(input: Retracting): Promise<HttpResponse> {
  const { tenant, requestId, path } = input;
  const instructionId = path.id;
  const command = { tenant, instructionId, by: input.by(), requestId };
  const result = await withdrawProposal(ports, command);
  logger.info('settlement taken back', { result: result.result, instructionId });
  return withdrawnResponse(result, requestId);
}
