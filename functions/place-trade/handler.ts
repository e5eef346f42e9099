import { callersIn } from '../../adapters/store/callers.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { namesIn, peopleIn } from '../../adapters/store/people.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import type { HttpResponse } from '../../api/problems/problem.ts';
import type { InputTo } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { PLACE_TRADE } from '../../api/routes/declared/place-trade.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReadingVerifier, connectSeals } from '../../runtime/clients/seals.ts';
import { connectTradingServices } from '../../runtime/clients/trading-service.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { placeTradeEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { noteContradiction } from '../../runtime/observability/report-sent.ts';
import { labelsOf } from '../../treasury/instructions/request-labels.ts';
import { placeTrade } from '../../treasury/trades/place-trade.ts';
import { toResponse } from './responses.ts';

/**
 * API Gateway answers after 29 s whatever happens: reading and sending have to fit, so that the caller hears the
 * outcome. A trade that takes longer at the service is unknown, and blocks its lanes.
 */
const LIMITS = { readBudgetMs: 8_000, headersTimeoutMs: 14_000, writeTimeoutMs: 15_000 } as const;

const environment = readEnvironment(placeTradeEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  reader: connectReadingVerifier(environment),
  ledger: createLedger(table),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
};
const serviceOf = connectTradingServices(environment, LIMITS);

/** POST /v1/trades: one guarded trade per Idempotency-Key, for traders. */
export const handler = serve(
  PLACE_TRADE,
  { 'POST /v1/trades': trade },
  {
    records: { ...ports, people: peopleIn(table) },
    callers: { ...callersIn(table), now: ports.now },
    names: namesIn(table),
    diagnoses: mixedTransactionOf(table, MIXED_WRITES['place-trade']),
  },
);

async function trade(input: InputTo<typeof PLACE_TRADE, 'POST /v1/trades'>): Promise<HttpResponse> {
  const { tenant, requestId, idempotencyKey, body } = input;
  const { reference: _, metadata: __, ...request } = body;
  const labels = labelsOf(body);
  const result = await placeTrade(
    { ...ports, service: serviceOf(tenant) },
    { tenant, requestedBy: input.by(), idempotencyKey, request, labels, requestId },
  );
  if (result.result === 'concluded' && !result.replayed) noteContradiction(result);
  const state = 'instruction' in result ? result.instruction.status.state : undefined;
  logger.info('trade', { result: result.result, state, instrument: request.instrument });
  return toResponse(result, requestId);
}
