import { entriesAfter } from '../../../adapters/store/audit-trail.ts';
import { createClosedDays, recordedDay } from '../../../adapters/store/closed-days.ts';
import { DECISION_RUN } from '../../../adapters/store/decision-run-item.ts';
import { createFlows } from '../../../adapters/store/flows.ts';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { type Item, itemOf } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { AUDIT_ENTRY, AUDIT_HEAD, FLOW } from '../../../adapters/store/ledger-items.ts';
import { SNAPSHOT } from '../../../adapters/store/snapshot-item.ts';
import { createStatements, storedStatements } from '../../../adapters/store/statements.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import {
  type AuditEntry,
  type AuditFact,
  appendToChain,
  EMPTY_CHAIN,
} from '../../../treasury/audit/audit-entry.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import { workedOut } from '../../../treasury/statements/statement-of-month.ts';
import { closeDays } from '../../../treasury/tie-out/close-days.ts';
import type { VerifyBooksPorts } from '../../../treasury/tie-out/verify-books.ts';
import { justBefore } from '../../../treasury/time/instant.ts';
import { runAt } from '../../samples/decision-runs.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { scriptMarch } from '../../unit/statements/golden-month.ts';
import { putItems } from './items.ts';

export interface RecordedTables {
  readonly ledger: StoreTable;
  readonly snapshots: StoreTable;
}

/**
 * The made-up March (golden-month.ts) as two tables hold it: ann approved what tom asked for, and every day is closed.
 * `flowAs`: what the books knew of a flow until then.
 */
export async function recordMarch(
  { ledger, snapshots }: RecordedTables,
  flowAs: (flow: Flow) => Flow = (flow) => flow,
): Promise<void> {
  const { books } = await scriptMarch();
  const readings = books.snapshots.takenFromTo('', '~');
  const runs = readings.map(({ scheduledFor }) =>
    runAt(scheduledFor, { reason: 'below-threshold' }),
  );
  await putItems(snapshots, [
    ...readings.map((each) => itemOf(SNAPSHOT, TENANT, each)),
    ...runs.map((each) => itemOf(DECISION_RUN, TENANT, each)),
  ]);
  const instructions = [...books.instructions.values()];
  const approvals = instructions.map(({ id, createdAt }): AuditFact => {
    const said = { by: 'ann', action: 'approve', subject: id, requestId: `request-${id}` };
    return {
      at: createdAt,
      ...said,
      before: { state: 'awaiting-approval' },
      after: { state: 'approved' },
    };
  });
  await putItems(ledger, [
    ...instructions.map((each) => itemOf(INSTRUCTION, TENANT, each)),
    ...[...books.flows.values()].map((each) => itemOf(FLOW, TENANT, flowAs(each))),
    ...chainItems(chainOf(approvals)),
  ]);
  const { flows, readings: stored } = books.ports();
  const march = await workedOut(
    { flows, readings: stored },
    { tenant: TENANT, month: '2026-03', timeZone: 'UTC' },
  );
  if (march === null) throw new Error('March has a statement');
  const statement = frozen(march, '2026-04-03T00:00:00.000Z');
  const { readAuditHead } = createLedger(ledger);
  const fact = {
    ...{ at: '2026-04-03T00:00:00.000Z', by: 'sluice', action: 'freeze-month' },
    ...{ subject: 'statement:2026-03', requestId: 'freeze-months', before: null },
    after: { month: '2026-03', timeZone: 'UTC', digest: statement.digest },
  };
  await createStatements(ledger).freeze(
    statement,
    appendToChain(await readAuditHead(TENANT), fact),
  );
  const closed = createClosedDays({ ledger, snapshots });
  for (const now of mornings()) {
    await closeDays({ ...closed, ledger: { readAuditHead }, now: () => now }, TENANT, 3_600);
  }
}

/** An hour and a minute after every midnight, until March and its grace are over. */
function mornings(): readonly string[] {
  const first = Date.parse('2026-03-01T01:01:00.000Z');
  return Array.from({ length: 34 }, (_, day) => new Date(first + day * 86_400_000).toISOString());
}

export function chainOf(facts: readonly AuditFact[]): readonly AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (const fact of facts) entries.push(appendToChain(entries.at(-1) ?? EMPTY_CHAIN, fact));
  return entries;
}

/** A chain as whoever may write to the table would write it, with its end. */
export function chainItems(entries: readonly AuditEntry[]): readonly Item[] {
  const last = entries.at(-1) ?? EMPTY_CHAIN;
  return [
    ...entries.map((each) => itemOf(AUDIT_ENTRY, TENANT, each)),
    itemOf(AUDIT_HEAD, TENANT, { sequence: last.sequence, hash: last.hash }),
  ];
}

export function verifyPorts({ ledger, snapshots }: RecordedTables): VerifyBooksPorts {
  const { readAuditHead, readInstruction } = createLedger(ledger);
  return {
    ...{ readAuditHead, readInstruction, entriesAfter: entriesAfter(ledger) },
    storedStatements: storedStatements(ledger),
    readDay: (tenant, day) => recordedDay({ ledger, snapshots }, tenant, day),
    flowsBetween: (tenant, from, to) =>
      createFlows(ledger).flowsBetween(tenant, from, justBefore(to)),
  };
}
