import { callersIn } from '../../adapters/store/callers.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { namesIn, peopleIn } from '../../adapters/store/people.ts';
import { persistently } from '../../adapters/store/persistently.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { isStoreBusy } from '../../adapters/store/store-busy.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import {
  instructionIsAboveLimit,
  instructionIsThere,
  tagOfInstruction,
} from '../../api/requests/instruction-of-path.ts';
import type { InputTo, PathInput } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { MANAGE_INSTRUCTIONS } from '../../api/routes/declared/manage-instructions.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectSeals } from '../../runtime/clients/seals.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import {
  manageInstructionsEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { type DecideResult, decide } from '../../treasury/approvals/decide.ts';
import type { DecisionCommand } from '../../treasury/approvals/judge-decision.ts';
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

type Routes = typeof MANAGE_INSTRUCTIONS;
type Approving = InputTo<Routes, `POST /v1/${List}/{id}/approve`>;
type Refusing = InputTo<Routes, `POST /v1/${List}/{id}/${'decline' | 'cancel'}`>;
type List = 'withdrawals' | 'trades';

/** Requesting withdrawals by hand, and approving, declining and cancelling instructions that were not sent. */
export const handler = serve(
  MANAGE_INSTRUCTIONS,
  {
    'POST /v1/withdrawals': request,
    'POST /v1/withdrawals/{id}/approve': approve,
    'POST /v1/withdrawals/{id}/decline': (input) =>
      decideOn(input, { decision: 'decline', ...input.body }),
    'POST /v1/withdrawals/{id}/cancel': (input) =>
      decideOn(input, { decision: 'cancel', ...input.body }),
    'POST /v1/trades/{id}/approve': approve,
    'POST /v1/trades/{id}/decline': (input) =>
      decideOn(input, { decision: 'decline', ...input.body }),
    'POST /v1/trades/{id}/cancel': (input) =>
      decideOn(input, { decision: 'cancel', ...input.body }),
  },
  {
    records: { ...ports, people: peopleIn(table) },
    callers: { ...callersIn(table), now: ports.now },
    names: namesIn(table),
    diagnoses: mixedTransactionOf(table, MIXED_WRITES['manage-instructions']),
    before: isThere,
    isAboveLimit: instructionIsAboveLimit(ports),
  },
);

async function request(input: InputTo<Routes, 'POST /v1/withdrawals'>): Promise<HttpResponse> {
  const { tenant, requestId, idempotencyKey, body } = input;
  const command = { tenant, requestedBy: input.by(), idempotencyKey, requestId, ...body };
  const result = await requestWithdrawal(ports, command);
  logger.info('withdrawal asked for', { result: result.result });
  return requestedResponse(result, requestId);
}

/** An approval rests on the content that the approver saw. */
async function approve(input: Approving): Promise<HttpResponse> {
  const content = await input.ifMatch(() => tagOfInstruction(ports.ledger, input));
  return await decideOn(input, { decision: 'approve', content, ...input.body });
}

/** Milliseconds for which what stops money is tried: the function has 15 s, and its last attempt takes some. */
const STOPPING_MS = 8_000;

/** What was decided, however long the store is slow, or others keep writing, within what a caller waits. */
async function stopping(once: () => Promise<DecideResult>): Promise<DecideResult> {
  let last: DecideResult = { result: 'contended' };
  const notContended = async () => {
    last = await once();
    if (last.result === 'contended') throw new ContendedError();
    return last;
  };
  const mayPass = (error: unknown) => error instanceof ContendedError || isStoreBusy(error);
  try {
    return await persistently(notContended, { forMs: STOPPING_MS, mayPass });
  } catch (error) {
    if (error instanceof ContendedError) return last;
    throw error;
  }
}

class ContendedError extends Error {
  override readonly name = 'ContendedError';
}

/** Whether it is there is looked up as persistently where the request stops money. */
async function isThere(about: PathInput): Promise<void> {
  const once = () => instructionIsThere(ports.ledger)(about);
  const stops = /[/](?:decline|cancel)$/.test(about.routeKey);
  await (stops ? persistently(once, { forMs: STOPPING_MS / 2, mayPass: isStoreBusy }) : once());
}

async function decideOn(
  { tenant, path, requestId, by }: Approving | Refusing,
  said: Pick<DecisionCommand, 'decision' | 'comment' | 'content'>,
): Promise<HttpResponse> {
  const instructionId = path.id;
  const command = { tenant, instructionId, by: by(), requestId, ...said };
  const once = () => decide(ports, command);
  const result = said.decision === 'approve' ? await once() : await stopping(once);
  logger.info('decision', { decision: said.decision, result: result.result, instructionId });
  return decidedResponse(result, requestId);
}
