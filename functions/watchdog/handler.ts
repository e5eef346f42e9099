import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { createFlows, readBreak } from '../../adapters/store/flows.ts';
import { createForecasts } from '../../adapters/store/forecasts.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createFailingRules, createLowBalances } from '../../adapters/store/noted-states.ts';
import { readOpenAlarms } from '../../adapters/store/open-breaks.ts';
import { createReminders } from '../../adapters/store/reminders.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReader } from '../../runtime/clients/reader.ts';
import { tick } from '../../runtime/delivery/tick.ts';
import { MIXED_WRITES } from '../../runtime/diagnosis/diagnosis.ts';
import { mixedTransactionOf } from '../../runtime/diagnosis/mixed-transaction.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, watchdogEnvironment } from '../../runtime/environment/environment.ts';
import { count } from '../../runtime/observability/count.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import { keepForecast } from '../../treasury/forecast/keep-forecast.ts';
import { auditHalts } from '../../treasury/halt/audit-halts.ts';
import { laneHealth } from '../../treasury/lanes/lane-health.ts';
import { failingRules } from '../../treasury/rules/failing-rules.ts';
import { isHaltedByTampering } from '../../treasury/sealing/tampering.ts';
import { isHaltedByLateAnswer } from '../../treasury/sending/late-answer.ts';
import { type UnbookedRound, watchUnbooked } from '../../treasury/unbooked/watch-unbooked.ts';
import { noteFailingRules } from '../../treasury/watchdog/note-failing-rules.ts';
import { noteLowBalances } from '../../treasury/watchdog/note-low-balances.ts';
import { remind } from '../../treasury/watchdog/remind.ts';
import { watch } from '../../treasury/watchdog/watch.ts';
import { bucketsDue, watchCounts } from '../../treasury/watchdog/watch-counts.ts';
import type { WatchdogAction } from '../../treasury/watchdog/watchdog-action.ts';

const environment = readEnvironment(watchdogEnvironment);
const lambda = new LambdaClient({});
/** The functions that send approved instructions. */
const SENDERS = {
  withdrawal: environment.SEND_WITHDRAWAL_FUNCTION,
  trade: environment.SEND_TRADE_FUNCTION,
} as const;
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const ports = {
  ...effects,
  reader: connectReader(environment),
  ledger: createLedger(ledgerTable),
  flows: createFlows(ledgerTable),
  snapshots: createSnapshots({ client: dynamo(), tableName: environment.SNAPSHOTS_TABLE }),
  deliver: async (
    tenant: string,
    [instructionId, ...behind]: readonly [string, ...string[]],
    kind: keyof typeof SENDERS,
  ): Promise<void> => {
    await lambda.send(
      new InvokeCommand({
        FunctionName: SENDERS[kind],
        InvocationType: 'Event',
        Payload: JSON.stringify({ tenant, instructionId, ...(behind.length > 0 && { behind }) }),
      }),
    );
  },
};

const reminders = createReminders(ledgerTable);
const lowStates = createLowBalances(ledgerTable);
const failingStates = createFailingRules(ledgerTable);
const forecasts = createForecasts(ledgerTable);

/** EventBridge Scheduler, on every tick: stuck instructions move on, or are reported. */
export const handler = observed(
  async (event: unknown) => {
    const { tenant, scheduledFor } = z.parse(tick, event);
    correlate({ tenant, tick: scheduledFor });
    const actions = await watch(ports, tenant);
    for (const action of actions) report(action);
    await compareCounts(tenant, scheduledFor);
    await makeUpForHalts(tenant);
    await remindPeople(tenant);
    await noteLow(tenant);
    await noteFailing(tenant);
    await keepDay(tenant, scheduledFor);
    await measure(tenant);
    return { actions: actions.length };
  },
  mixedTransactionOf(ledgerTable, MIXED_WRITES.watchdog),
);

/** What limits count must not be below what claims took. A comparison that fails is made in the next round that is due. */
async function compareCounts(tenant: string, scheduledFor: string): Promise<void> {
  for (const buckets of bucketsDue(scheduledFor, environment.SNAPSHOT_EVERY_SECONDS)) {
    try {
      const { lowered, left, unreadable } = await watchCounts(ports, tenant, buckets);
      if (lowered !== null) logger.warn('what limits count was lowered', { tenant, lowered });
      if (left !== 'nothing')
        logger.warn('what limits count was not all compared', { tenant, left });
      if (unreadable.length > 0)
        logger.warn('what limits count cannot be read', { tenant, unreadable });
    } catch (error) {
      logger.warn('what limits count could not be compared', error as Error);
    }
  }
}

/** A halt does not wait for the audit log; halts that are not in it yet are added now, or in a later round. */
async function makeUpForHalts(tenant: string): Promise<void> {
  try {
    const audited = await auditHalts(ports, tenant);
    if (audited > 0) logger.info('halts put on record', { audited });
  } catch (error) {
    logger.warn('a halt could not be put on record', error as Error);
  }
}

/** What waits for a person comes to their mind once more. A reminder that fails is made in the next round. */
async function remindPeople(tenant: string): Promise<void> {
  try {
    for (const { kind, id, expiresAt } of await remind({ ...ports, ...reminders }, tenant)) {
      logger.info('people are reminded of what waits', { tenant, kind, id, expiresAt });
    }
  } catch (error) {
    logger.warn('people could not be reminded of what waits', error as Error);
  }
}

/** Balances below the low of a rule, and those that are not any more. A note that fails is made in the next round. */
async function noteLow(tenant: string): Promise<void> {
  try {
    for (const { ruleId, state, balance, low } of await noteLowBalances(
      { ...ports, lowStates },
      tenant,
    )) {
      logger.info('a balance crossed the low of a rule', { tenant, ruleId, state, balance, low });
    }
  } catch (error) {
    logger.warn('balances below a low could not be noted', error as Error);
  }
}

/** Rules of which nothing leaves, and those of which something does again. A note that fails is made in the next round. */
async function noteFailing(tenant: string): Promise<void> {
  try {
    for (const { ruleId, state, failures, instructionId } of await noteFailingRules(
      { ...ports, failingStates },
      tenant,
    )) {
      logger.warn('what of a rule leaves has changed', {
        ...{ tenant, ruleId, state, failures, instructionId },
      });
    }
  } catch (error) {
    logger.warn('rules of which nothing leaves could not be noted', error as Error);
  }
}

/** What is forecast for a day that has just begun. One that fails is made in the next round of the day's first hour. */
async function keepDay(tenant: string, scheduledFor: string): Promise<void> {
  try {
    const kept = await keepForecast(
      {
        ...ports,
        forecasts,
        breaksBetween: ports.flows.breaksBetween,
        timeZone: environment.REPORTING_TIME_ZONE,
        snapshotEverySeconds: environment.SNAPSHOT_EVERY_SECONDS,
      },
      tenant,
      scheduledFor,
    );
    if (kept !== null) logger.info('the forecast of a day is kept', { tenant, day: kept.day });
  } catch (error) {
    logger.warn('the forecast of a day could not be kept', error as Error);
  }
}

/** The state after the round: what the alarms count. */
async function measure(tenant: string): Promise<void> {
  const { ledger, now } = ports;
  const [lanes, policy, tradeUsage, openAlarms] = await Promise.all([
    ledger.readLanes(tenant),
    ledger.readPolicy(tenant),
    ledger.readCounts(tenant, 'trade-usage'),
    readOpenAlarms(ledgerTable, tenant),
  ]);
  const health = laneHealth({ lanes, policy, tradeUsage, at: now() });
  count(tenant, {
    WatchdogRounds: 1,
    OpenUnknowns: health.unknowns,
    OpenAnomalies: health.anomalies,
    InvalidSeals: isHaltedByTampering(policy.halt) ? 1 : 0,
    ContradictedSettlements: isHaltedByLateAnswer(policy.halt) ? 1 : 0,
    OpenOutflowBreaks: openAlarms.outflows,
    BlockedCurrencies: health.blocked,
    RulesFailing: failingRules(policy, lanes).length,
    LongestBlock: health.longestBlockSeconds,
    OverdueUnbooked: health.overdueUnbooked,
    LongestBlockedTrade: health.longestBlockedTradeSeconds,
    BudgetUsed: health.budgetUsedPercent,
  });
  await nameUnbooked({
    tenant,
    lanes,
    controls: policy.controls,
    openBreaks: openAlarms.unbooked,
    at: now(),
  });
}

/** A confirmed amount that is not booked within its bound gets a break, which becomes an event. */
async function nameUnbooked(round: UnbookedRound): Promise<void> {
  const { tenant } = round;
  const readThere = (of: string, id: string) => readBreak(ledgerTable, of, id);
  const written = await watchUnbooked({ ledger: ports.ledger, readBreak: readThere }, round);
  for (const { id, currency, status } of written) {
    logger.warn('unbooked past its bound', { tenant, id, currency, state: status.state });
  }
}

function report(action: WatchdogAction): void {
  const troubled = ['given-up', 'lane-held', 'lane-unreadable', 'failed'].includes(action.kind);
  logger[troubled ? 'warn' : 'info']('watchdog', { ...action });
}
