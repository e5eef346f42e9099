import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createSpanStore } from '../../adapters/store/spans.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReadingVerifier, connectSeals } from '../../runtime/clients/seals.ts';
import { handedBack, numberOf } from '../../runtime/delivery/handed-back.ts';
import { snapshotOf } from '../../runtime/delivery/snapshot-stream.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, runSweepsEnvironment } from '../../runtime/environment/environment.ts';
import { count } from '../../runtime/observability/count.ts';
import { correlate, logger, observed } from '../../runtime/observability/middleware.ts';
import type { RuleDecision } from '../../treasury/decisions/decision.ts';
import { UnreadableItemError } from '../../treasury/ledger/unreadable-item.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { recordSpans } from '../../treasury/spans/record-spans.ts';
import { IncompleteRunError, runSweeps, type SweepRun } from '../../treasury/sweeps/run-sweeps.ts';

const environment = readEnvironment(runSweepsEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const ports = {
  ...effects,
  seals: connectSeals(environment),
  reader: connectReadingVerifier(environment),
  ledger: createLedger(ledgerTable, {
    table: snapshotsTable,
    retention: environment.DECISION_RETENTION_MONTHS,
  }),
};
const spans = createSpanStore({ ledger: ledgerTable, snapshots: snapshotsTable });

/**
 * Snapshots stream: decides every rule on the new snapshot. A failed record is delivered again, with those behind it; one whose image
 * cannot be read, such as of a codec that a later version writes, is refused alone: those behind it are decided at once.
 */
export const handler = observed(
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const unreadable: string[] = [];
    for (const record of event.Records) {
      try {
        const snapshot = snapshotOf(record);
        correlate({ tenant: snapshot.tenant, tick: snapshot.scheduledFor });
        await decide(snapshot);
      } catch (error) {
        logger.error('the sweep run failed and will be delivered again', error as Error);
        const number = numberOf(record);
        if (!(error instanceof UnreadableItemError)) return handedBack([...unreadable, number]);
        unreadable.push(number);
      }
    }
    return handedBack(unreadable);
  },
);

async function decide(snapshot: SnapshotTaken): Promise<void> {
  try {
    const run = await runSweeps(ports, snapshot);
    const isFolded = await foldIntoSpans(snapshot, run);
    report(snapshot.tenant, run, { SpansFailed: isFolded ? 0 : 1 });
  } catch (error) {
    // The recorded part is reported now: the next delivery finds it decided.
    if (error instanceof IncompleteRunError) report(snapshot.tenant, error.run, {});
    throw error;
  }
}

/** The run is on record, and stays so whatever becomes of its spans: a run within the hour folds it in. */
async function foldIntoSpans(
  { tenant, scheduledFor: tick }: SnapshotTaken,
  { decisions, alreadyDecided, rules }: SweepRun,
): Promise<boolean> {
  const all = alreadyDecided.length === 0 ? decisions : null;
  try {
    const result = await recordSpans(spans, { tenant, tick, decisions: all, rules });
    if (result === 'contended') logger.warn('spans kept changing; a later run folds this one in');
    return true;
  } catch (error) {
    logger.error('the run is not in the spans yet; a later run folds it in', error as Error);
    return false;
  }
}

function isBelowLow({ checks }: RuleDecision): boolean {
  return checks.some(({ fact, holds }) => fact.limit === 'low' && !holds);
}

function report(tenant: string, run: SweepRun, spans: { readonly SpansFailed?: number }): void {
  const missed = run.decisions.map((decision) => decision.missed?.count ?? 0);
  count(tenant, {
    OccurrencesMissed: missed.reduce((sum, count) => sum + count, 0),
    RulesLeftOut: run.leftOut.length,
    BalancesBelowLow: run.decisions.filter(isBelowLow).length,
    ...spans,
  });
  reportDecisions(tenant, run);
  const { alreadyDecided, leftOut, contended } = run;
  if (alreadyDecided.length > 0) logger.info('decided before', { alreadyDecided });
  if (leftOut.length > 0) {
    logger.warn('the record of this run has no decision about these rules', { leftOut });
  }
  if (contended.length > 0) logger.warn('lanes kept changing; the next run decides', { contended });
}

/** Of each rule, what its last line said. As many as the rules of a few tenants. */
const lastLines = new Map<string, string>();
const MAX_LAST_LINES = 5_000;

/**
 * A line for each sweep and for each rule whose reason is another than in its last line of this process; the others are
 * counted in one: most ticks decide the same as the one before.
 */
function reportDecisions(tenant: string, { decisions, proposed }: SweepRun): void {
  if (lastLines.size > MAX_LAST_LINES) lastLines.clear();
  let asBefore = 0;
  for (const decision of decisions) {
    const { ruleId, ruleVersion, outcome } = decision;
    // The explanation, with the balances in it, is with the decision in the ledger, not in the log.
    const reason = outcome === 'no-sweep' ? decision.reason : undefined;
    const [rule, said] = [`${tenant} ${ruleId}`, `${ruleVersion} ${reason}`];
    if (reason !== undefined && lastLines.get(rule) === said) {
      asBefore += 1;
      continue;
    }
    lastLines.set(rule, said);
    // The next step is the sender's, whose lines carry the instruction's id and the same tick.
    const instructionId = proposed.find(
      ({ origin }) => origin.kind === 'sweep' && origin.ruleId === ruleId,
    )?.id;
    logger.info('rule decided', { ruleId, outcome, reason, instructionId });
  }
  if (asBefore > 0) logger.info('rules decided as before', { rules: asBefore });
}
