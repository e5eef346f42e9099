import * as z from 'zod';
import { decisionRunItem } from '../../adapters/store/decision-run-item.ts';
import { isSwitch } from '../../adapters/store/halt-puts.ts';
import { type Item, itemOf } from '../../adapters/store/item.ts';
import { snapshotItem } from '../../adapters/store/snapshots.ts';
import { MONTH_SPANS, OPEN_SPANS } from '../../adapters/store/span-items.ts';
import { putStatement } from '../../adapters/store/statements.ts';
import { writesOf } from '../../adapters/store/writes.ts';
import { type AuditEntry, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { freezeMonths } from '../../treasury/statements/freeze-months.ts';
import { boundsOfMonth, monthOf } from '../../treasury/statements/month.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import type { Balances } from '../../treasury/valuation/balance.ts';
import type { Prices } from '../../treasury/valuation/price.ts';
import type { TreasuryTables } from '../treasury-tables.ts';
import { type History, madeUpHistory } from './history.ts';
import { type Marker, readMarker, writeMarker } from './marker.ts';
import { pastSeries } from './past-series.ts';
import { lastTickBefore, ticksUntil } from './period.ts';
import { type WriteBatch, writeItems } from './write-items.ts';

/** The part of a deployment's settings that history follows. */
export interface FillSettings {
  readonly reportingCurrency: string;
  readonly reportingTimeZone: string;
  readonly statementGraceHours: number;
}

export interface FillOptions extends FillSettings {
  readonly tables: Pick<
    TreasuryTables,
    'tenant' | 'ledger' | 'ledgerTable' | 'snapshotsTable' | 'seriesTable'
  >;
  /** The built-in sandbox's balances and prices at this moment. There is no other service to ask. */
  readonly sandbox: { readonly balances: () => Balances; readonly prices: () => Prices };
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly write: WriteBatch;
  /** Called before history is made up. */
  readonly begun?: () => void;
  /** Nothing that was written may be delivered to any function: called once all of it was. */
  readonly passOver: () => Promise<void>;
}

/** The final balances and quotes, as the marker keeps them. */
const endSchema = z.object({
  balances: z.record(z.string(), z.object({ total: z.string(), available: z.string() })),
  prices: z.record(z.string(), z.object({ bid: z.string(), ask: z.string() })),
});

/**
 * Fills an empty store with made-up history that ends with the sandbox's holdings, or finds that the store has a
 * history of its own and leaves it alone. A start that was stopped half way begins again with the same history, to
 * the last byte, so that nothing stays half. Null if nothing in the store is made up.
 */
export async function fillWithDemoData(options: FillOptions): Promise<Marker | null> {
  const { tenant, ledger, ledgerTable } = options.tables;
  const found = await readMarker(ledgerTable, tenant);
  if (found?.isComplete === true) return found;
  const [policy, head] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readAuditHead(tenant),
  ]);
  if (found === null && (policy.controls !== null || head.sequence > 0)) return null;
  options.begun?.();
  const begun = found ?? beginning(options);
  await writeMarker(ledgerTable, begun);
  await fill(options, begun);
  await options.passOver();
  const marker = { ...begun, isComplete: true };
  await writeMarker(ledgerTable, marker);
  return marker;
}

function beginning({ tables: { tenant }, sandbox, now }: FillOptions): Marker {
  const last = lastTickBefore(now);
  const from = ticksUntil(last)[0] ?? last;
  const end = JSON.stringify({ balances: sandbox.balances(), prices: sandbox.prices() });
  return { tenant, from, last, end, isComplete: false };
}

async function fill(options: FillOptions, { tenant, last, end }: Marker): Promise<void> {
  const { ledgerTable, snapshotsTable, seriesTable } = options.tables;
  const { reportingCurrency, write } = options;
  const held = endSchema.parse(JSON.parse(end));
  const history = await madeUpHistory({ tenant, reportingCurrency, last, ...held });
  const snapshots = history.snapshots.map((each) => snapshotItem(each, 'for-ever'));
  const runs = history.runs.map((each) => decisionRunItem(tenant, each, 'for-ever'));
  await writeItems(write, snapshotsTable.tableName, [...snapshots, ...runs]);
  await writeItems(write, seriesTable.tableName, pastSeries(tenant, history.snapshots));
  const frozenPast = await freezePast(options, history);
  const changes = [...history.changes, ...frozenPast.changes];
  const { tableName } = ledgerTable;
  const spans = spanItems(tenant, history);
  await writeItems(write, tableName, [...ledgerItems(tableName, tenant, changes), ...spans]);
  for (const statement of frozenPast.statements) await putStatement(ledgerTable, statement);
}

function spanItems(tenant: string, { spans: { open, months } }: History): readonly Item[] {
  const closed = months.map((month) => itemOf(MONTH_SPANS, tenant, month));
  return open === null ? closed : [...closed, itemOf(OPEN_SPANS, tenant, open)];
}

/** The result of all writes: of each item its last version. */
function ledgerItems(
  tableName: string,
  tenant: string,
  changes: readonly LedgerWrite[],
): readonly Item[] {
  const items = new Map<string, Item>();
  const target = { table: tableName, tenant, runs: null } as const;
  const writes = changes.flatMap((change) =>
    // The made-up past knows no halt.
    isSwitch(change) ? [] : writesOf(target, change),
  );
  for (const { Put } of writes) {
    const { Item: item } = Put ?? {};
    if (item !== undefined) items.set(`${item.pk?.S} / ${item.sk?.S}`, item);
  }
  return [...items.values()];
}

/**
 * The months that are over, each at the moment at which it would have been frozen, and the ends that the audit log
 * gets of them. In memory: a start that was stopped half way writes the same again.
 */
async function freezePast(
  { tables, reportingTimeZone, statementGraceHours }: FillOptions,
  { from, last, books, changes }: History,
): Promise<{
  readonly statements: readonly Statement[];
  readonly changes: readonly LedgerWrite[];
}> {
  const statements: Statement[] = [];
  const entries = changes.flatMap((each) => (each.kind === 'append-audit' ? [each.entry] : []));
  const told = entries.length;
  const frozen = {
    isFrozen: async (_: string, month: string, timeZone: string) =>
      statements.some((each) => each.month === month && each.timeZone === timeZone),
    ledger: { readAuditHead: async () => entries.at(-1) ?? EMPTY_CHAIN },
    freeze: async (statement: Statement, entry: AuditEntry) => {
      statements.push(statement);
      entries.push(entry);
      return { result: 'frozen' as const };
    },
  };
  const graceSeconds = statementGraceHours * 3_600;
  for (const timeZone of new Set([reportingTimeZone, 'UTC'])) {
    for (const now of freezingMoments(from, last, timeZone, graceSeconds)) {
      const ports = { now: () => now, books, ...frozen };
      await freezeMonths(ports, tables.tenant, { graceSeconds, frozenTimeZones: [timeZone] });
    }
  }
  const appended = entries.slice(told).map((entry) => ({ kind: 'append-audit' as const, entry }));
  return { statements, changes: appended };
}

function freezingMoments(
  from: Instant,
  last: Instant,
  timeZone: string,
  graceSeconds: number,
): readonly Instant[] {
  const moments: Instant[] = [];
  for (let at = from; ; ) {
    at = boundsOfMonth(monthOf(at, timeZone), timeZone).to;
    const moment = plusSeconds(at, graceSeconds);
    if (moment > last) return moments;
    moments.push(moment);
  }
}
