import { callersIn } from '../../adapters/store/callers.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { namesIn, peopleIn } from '../../adapters/store/people.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import { bodyFields } from '../../api/requests/body-fields.ts';
import { etagOfTag } from '../../api/requests/etag.ts';
import type { InputTo } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { HALT } from '../../api/routes/declared/halt.ts';
import { createDynamo } from '../../runtime/clients/dynamo.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { haltEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { within } from '../../runtime/within.ts';
import { type HaltResult, halt } from '../../treasury/halt/halt.ts';
import { haltView } from '../../treasury/halt/halt-view.ts';
import { PersonLimits } from './person-limits.ts';

/** Milliseconds for an answer of the store: it takes ten, and a halt is tried again rather than waited for. */
const ANSWER_TIMEOUT_MS = 700;

const environment = readEnvironment(haltEnvironment);
// One attempt each: the store itself tries a halt again, at once and often.
const client = createDynamo(ANSWER_TIMEOUT_MS, { maxAttempts: 1 });
const table = { client, tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  within,
  ledger: createLedger(table),
};
const limits = new PersonLimits();

/** The kill switch: a function of its own, so that no other request to Sluice is in its way. */
export const handler = serve(
  HALT,
  { 'POST /v1/controls/halt': stop },
  {
    // After the halt: it is in force before a name is kept.
    records: { ...ports, people: peopleIn(table) },
    callers: { ...callersIn(table), now: ports.now },
    names: namesIn(table),
    diagnoses: mixedTransactionOf(table, MIXED_WRITES.halt),
  },
);

async function stop(input: InputTo<typeof HALT, 'POST /v1/controls/halt'>): Promise<HttpResponse> {
  const { requestId, body } = input;
  const by = input.by();
  const sparing = !limits.takes(by, Date.now());
  const command = { tenant: input.tenant, by, requestId, ...body, sparing };
  let result: HaltResult;
  try {
    result = await halt(ports, command);
  } catch (error) {
    logger.error('a halt was not written', error as Error);
    return problemResponse(problem('halt-not-written', { detail: NOT_WRITTEN }), requestId);
  }
  logger.info('halt', { result: result.result, sparing });
  return toResponse(result, requestId);
}

const NOT_WRITTEN =
  'The ledger took no write. Repeat the request; with access to the table, halt without this API: npm run sluice -- halt --break-glass.';

function toResponse(result: HaltResult, requestId: string): HttpResponse {
  if (result.result === 'halted')
    return json(200, haltView(result.halt), etagOfTag(`${result.halt.generation}`));
  const { code, message, fields = [] } = result.refusal;
  return problemResponse(problem(code, { detail: message, fields: bodyFields(fields) }), requestId);
}
