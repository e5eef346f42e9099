import * as z from 'zod/mini';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { createTokenUses } from '../../adapters/store/token-uses.ts';
import { createZeroBalances } from '../../adapters/store/zero-balances.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReadings } from '../../runtime/clients/seals.ts';
import { connectTradingServices } from '../../runtime/clients/trading-service.ts';
import { asking, tick } from '../../runtime/delivery/tick.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, takeSnapshotEnvironment } from '../../runtime/environment/environment.ts';
import { count } from '../../runtime/observability/count.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import { showDropped } from '../../treasury/facts/sentences/say/say-content.ts';
import { sayNotTaken } from '../../treasury/facts/sentences/say/say-not-read.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { type AskedAnswer, readAsAsked } from '../../treasury/snapshots/asked-reading.ts';
import type { Snapshot } from '../../treasury/snapshots/snapshot.ts';
import { takeSnapshot } from '../../treasury/snapshots/take-snapshot.ts';
import { noteTokenUse } from '../../treasury/snapshots/token-use.ts';
import { missingIn } from '../../treasury/valuation/balance.ts';

const environment = readEnvironment(takeSnapshotEnvironment);
const ports = {
  ...effects,
  readingSealer: connectReadings(environment),
  snapshots: createSnapshots(
    { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE },
    environment.SNAPSHOT_RETENTION_MONTHS,
  ),
};
const zeroBalances = createZeroBalances({
  client: dynamo(),
  tableName: environment.LEDGER_TABLE,
});
const tokenUses = createTokenUses({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE });
/** By tenant: the version of the secret that was read last, and the one that is on record. */
const readVersions = new Map<string, string>();
const notedVersions = new Map<string, string>();
const serviceOf = connectTradingServices(environment, {}, (tenant, secretVersion) => {
  readVersions.set(tenant, secretVersion);
});

/**
 * EventBridge Scheduler, on every tick: records the tenant's balances and prices, or the miss. Other functions, in between:
 * answers with the balances of now, which are recorded nowhere here.
 */
export const handler = observed(async (event: unknown) => {
  const question = z.safeParse(asking, event);
  return question.success ? await answer(question.data) : await take(z.parse(tick, event));
});

async function answer({ tenant, askedAs }: z.output<typeof asking>): Promise<AskedAnswer> {
  correlate({ tenant });
  const answered = await readAsAsked(
    { ...ports, zeroBalances, service: serviceOf(tenant) },
    { tenant, askedAs },
  );
  logger.info('balances read as another function asked', { result: answered.kind });
  return answered;
}

async function take({ tenant, scheduledFor }: z.output<typeof tick>) {
  correlate({ tenant, tick: scheduledFor });
  const reportingCurrency = environment.REPORTING_CURRENCY;
  const outcome = await takeSnapshot(
    { ...ports, zeroBalances, service: serviceOf(tenant) },
    { tenant, scheduledFor, reportingCurrency },
  );
  if (outcome.result === 'already-recorded') {
    logger.info('the tick has its snapshot already', { scheduledFor });
    return { result: outcome.result };
  }
  const { snapshot } = outcome;
  report(snapshot);
  if (snapshot.kind === 'taken') await noteToken(tenant);
  return { result: snapshot.kind };
}

/** Puts a token on record that balances were read with for the first time. The snapshot stands in any case. */
async function noteToken(tenant: string): Promise<void> {
  const version = readVersions.get(tenant);
  if (version === undefined || notedVersions.get(tenant) === version) return;
  try {
    const isNoted = await noteTokenUse({ ...ports, tokenUses }, tenant, version);
    if (isNoted) notedVersions.set(tenant, version);
  } catch (error) {
    logger.warn(
      'the token in use could not be put on record; the next tick tries again',
      error as Error,
    );
  }
}

/** Misses caused by the token, and not by the service. */
const TOKEN_CODES: readonly string[] = ['token-refused', 'no-token'];

function report(snapshot: Snapshot): void {
  const { tenant, scheduledFor } = snapshot;
  if (snapshot.kind === 'missed') {
    const { code, why } = snapshot;
    const aboutToken = TOKEN_CODES.includes(code);
    count(tenant, {
      SnapshotTaken: 0,
      SnapshotMissed: 1,
      ServiceErrors: aboutToken ? 0 : 1,
      TokenRefused: aboutToken ? 1 : 0,
    });
    logger.error('no snapshot: the balances could not be read', {
      scheduledFor,
      code,
      reason: sayNotTaken(why),
    });
    return;
  }
  const { total, unvalued } = snapshot.valuation;
  const { pricesDropped = [], pricesDoubted = [] } = snapshot;
  const notStated = missingIn(snapshot.balances);
  count(tenant, {
    SnapshotTaken: 1,
    SnapshotMissed: 0,
    ServiceErrors: snapshot.pricesMissing === undefined ? 0 : 1,
    TokenRefused: 0,
    PricesDropped: pricesDropped.length,
    PricesDoubted: pricesDoubted.length,
    UnvaluedCurrencies: unvalued.length,
    CurrenciesNotStated: notStated.length,
    // A chart's point is a double. Nothing is decided on it; the amount itself stays text.
    ...(unvalued.length + notStated.length === 0
      ? { TreasuryValue: decimalOf(total).toNumber() }
      : {}),
  });
  if (pricesDropped.length + pricesDoubted.length > 0) {
    const dropped = pricesDropped.map((each) => showDropped(each));
    logger.warn('prices that value nothing', {
      ...{ scheduledFor, pricesDropped: dropped, pricesDoubted },
    });
  }
  if (snapshot.seal === undefined) {
    logger.warn('the snapshot has no seal, and nothing is given back on it', { scheduledFor });
  }
  if (notStated.length > 0) {
    logger.warn('currencies that the answer does not state', { scheduledFor, notStated });
  }
  const beside = snapshot.inputs?.balances.beside ?? [];
  logger.info('snapshot recorded', { scheduledFor, total, unvalued, beside });
}
