import { decisionRunItem } from '../../adapters/store/decision-run-item.ts';
import { isSwitch } from '../../adapters/store/halt-puts.ts';
import { type Item, itemOf } from '../../adapters/store/item.ts';
import { KEPT_FORECAST } from '../../adapters/store/ledger-items.ts';
import { snapshotItem } from '../../adapters/store/snapshots.ts';
import { MONTH_SPANS, OPEN_SPANS } from '../../adapters/store/span-items.ts';
import { writesOf } from '../../adapters/store/writes.ts';
import { type AuditEntry, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { freezeMonths } from '../../treasury/statements/freeze-months.ts';
import { boundsOfMonth, monthOf } from '../../treasury/statements/month.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { type History, madeUpHistory } from './history.ts';
import type { ItemsPart, ItemsWanted } from './items-wanted.ts';
import { pastSeries } from './past-series.ts';

/** Runs encoded before the first of them are handed over: they are written while the next are encoded. */
const ENCODED_AT_ONCE = 50;

/** Made-up history as it is stored, part by part. The same settings give the same parts, to the last byte. */
export async function* madeUpItems(wanted: ItemsWanted): AsyncGenerator<ItemsPart> {
  const { tenant } = wanted;
  const history = yield* snapshotItems(wanted);
  const frozenPast = await freezePast(wanted, history);
  const changes = [...history.changes, ...frozenPast.changes];
  const forecasts = history.forecasts.map((each) => itemOf(KEPT_FORECAST, tenant, each));
  const items = [...ledgerItems(tenant, changes), ...spanItems(tenant, history), ...forecasts];
  yield { table: 'ledger', items };
  for (const statement of frozenPast.statements) yield { statement };
  // Last, as they take longest to encode: all else is written meanwhile.
  yield* runItems(tenant, history);
}

/** Snapshots and their series, as the days go by; in the end the history. */
async function* snapshotItems(wanted: ItemsWanted): AsyncGenerator<ItemsPart, History> {
  const { tenant } = wanted;
  const making = madeUpHistory(wanted);
  for (;;) {
    const { done, value } = await making.next();
    if (done === true) return value;
    const { snapshots } = value;
    yield { table: 'snapshots', items: snapshots.map((each) => snapshotItem(each, 'for-ever')) };
    yield { table: 'series', items: pastSeries(tenant, value) };
  }
}

function* runItems(tenant: string, { runs }: History): Generator<ItemsPart> {
  for (let from = 0; from < runs.length; from += ENCODED_AT_ONCE) {
    const some = runs.slice(from, from + ENCODED_AT_ONCE);
    const items = some.map((each) => decisionRunItem(tenant, each, 'for-ever'));
    yield { table: 'snapshots', items };
  }
}

function spanItems(tenant: string, { spans: { open, months } }: History): readonly Item[] {
  const closed = months.map((month) => itemOf(MONTH_SPANS, tenant, month));
  return open === null ? closed : [...closed, itemOf(OPEN_SPANS, tenant, open)];
}

/** The result of all writes: of each item its last version. */
function ledgerItems(tenant: string, changes: readonly LedgerWrite[]): readonly Item[] {
  const items = new Map<string, Item>();
  // Of each write the item alone is taken, which does not say where it stands.
  const target = { table: '', tenant, runs: null } as const;
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
  { tenant, reportingTimeZone, statementGraceHours }: ItemsWanted,
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
    readFrozen: async (_: string, month: string, timeZone: string) =>
      statements.find((each) => each.month === month && each.timeZone === timeZone) ?? null,
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
      await freezeMonths(ports, tenant, { graceSeconds, frozenTimeZones: [timeZone] });
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
