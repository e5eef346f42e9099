import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { placeTradeEnvironment, readEnvironment } from '../../adapters/environment/environment.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { MIXED_WRITES } from '../../contract/diagnosis.ts';
import { tradeBody } from '../../contract/trades.ts';
import { placeTrade } from '../../treasury/trades/place-trade.ts';
import { mixedTransactionOf } from '../diagnosis/mixed-transaction.ts';
import { api } from '../http/api.ts';
import type { ApiEvent } from '../http/api-event.ts';
import { callerOf } from '../http/caller.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import type { Answer } from '../http/problem.ts';
import { validatedBody } from '../http/validated.ts';
import { logger, metrics } from '../observability/observed.ts';
import { dynamo } from '../wiring/dynamo.ts';
import { effects } from '../wiring/effects.ts';
import { connectSeals } from '../wiring/seals.ts';
import { connectTradingServices } from '../wiring/trading-service.ts';
import { answerOf } from './answers.ts';

/** API Gateway answers after 29 s whatever happens: reading and sending have to fit, so that the
 * caller hears the outcome. A trade that takes longer at the service is an unknown, and held. */
const LIMITS = { readBudgetMs: 8_000, headersTimeoutMs: 14_000, writeTimeoutMs: 15_000 } as const;

const environment = readEnvironment(placeTradeEnvironment);
const table = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  ledger: createLedger(table),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
};
const serviceOf = connectTradingServices(environment, LIMITS);

/** POST /v1/trades: one guarded trade per Idempotency-Key, for traders. */
export const handler = api(trade, ports, mixedTransactionOf(table, MIXED_WRITES['place-trade']));

async function trade(event: ApiEvent): Promise<Answer> {
  const idempotencyKey = idempotencyKeyOf(event);
  const request = validatedBody(tradeBody, event);
  const { client } = event;
  const result = await placeTrade(
    { ...ports, service: serviceOf(client) },
    {
      client,
      requestedBy: callerOf(event),
      idempotencyKey,
      request,
      requestId: event.requestContext.requestId,
    },
  );
  const state = 'instruction' in result ? result.instruction.status.state : undefined;
  metrics.addMetric(`Trade_${result.result}`, MetricUnit.Count, 1);
  logger.info('trade', { result: result.result, state, instrument: request.instrument });
  return answerOf(result, event.requestContext.requestId);
}
