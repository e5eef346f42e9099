import { callersIn } from '../../adapters/store/callers.ts';
import { readBreak } from '../../adapters/store/flows.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { namesIn, peopleIn } from '../../adapters/store/people.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import type { InputTo } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { MANAGE_BREAKS } from '../../api/routes/declared/manage-breaks.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { manageBreaksEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { closeBreak, explainBreak } from '../../treasury/breaks/decide.ts';
import type { BreakResult } from '../../treasury/breaks/ports.ts';
import { manyBreaksRoutes } from './many.ts';
import { breakResponse } from './responses.ts';

const environment = readEnvironment(manageBreaksEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  ledger: createLedger(table),
  breaks: { readBreak: (of: string, id: string) => readBreak(table, of, id) },
};

type Decision = InputTo<typeof MANAGE_BREAKS, `POST /v1/breaks/{id}/${'explain' | 'close'}`>;

/** People's comments on differences: the explanation, and the closing. */
export const handler = serve(
  MANAGE_BREAKS,
  {
    'POST /v1/breaks/{id}/explain': async (input) =>
      answered(input, await explainBreak(ports, { ...(await decided(input)), ...input.body })),
    'POST /v1/breaks/{id}/close': async (input) =>
      answered(input, await closeBreak(ports, { ...(await decided(input)), ...input.body })),
    ...manyBreaksRoutes(ports, table),
  },
  {
    records: { ...ports, people: peopleIn(table) },
    callers: { ...callersIn(table), now: ports.now },
    names: namesIn(table),
    diagnoses: mixedTransactionOf(table, MIXED_WRITES['manage-breaks']),
  },
);

async function decided({ tenant, path: { id }, ifMatch, by, requestId }: Decision) {
  const version = await ifMatch(() => readBreak(table, tenant, id));
  return { tenant, id, version, by: by(), requestId };
}

function answered({ path, requestId }: Decision, result: BreakResult): HttpResponse {
  const refusal = result.result === 'refused' ? result.refusal.code : undefined;
  logger.info('break', { result: result.result, refusal, id: path.id });
  return breakResponse(result, requestId);
}
