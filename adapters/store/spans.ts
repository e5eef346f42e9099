import { marshall } from '@aws-sdk/util-dynamodb';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { RunsRead, SpanStore } from '../../treasury/spans/ports.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { putIf } from './conditional-put.ts';
import { DECISION_RUN } from './decision-run-item.ts';
import { fromItem, type Item, type ItemKind, itemOf } from './item.ts';
import { type Key, ledgerKeys, snapshotKeys } from './keys.ts';
import { MONTH_SPANS, OPEN_SPANS } from './span-items.ts';
import type { StoreTable } from './store-table.ts';
import { itemAt, pagesOf } from './table-items.ts';

/**
 * Runs that one fold takes: those of two hours, minute by minute. With fifty rules they take 0.4 s, and with the most rules a
 * fraction of the time that the function has. With more than that behind, the folds after it catch up.
 */
const MAX_RUNS_OF_FOLD = 120;

/** Spans are in the ledger, of which nothing expires; the runs that they are made of lie beside the snapshots. */
export function createSpanStore(
  tables: { readonly ledger: StoreTable; readonly snapshots: StoreTable },
  maxRunsOfFold = MAX_RUNS_OF_FOLD,
): SpanStore {
  const { ledger, snapshots } = tables;
  return {
    readOpen: (tenant) => readOne(ledger, OPEN_SPANS, ledgerKeys.openSpans(tenant)),
    readMonth: (tenant, ruleId, month) =>
      readOne(ledger, MONTH_SPANS, ledgerKeys.monthSpans(tenant, ruleId, month)),
    writeOpen: (open) => putNext(ledger, open.version, itemOf(OPEN_SPANS, open.tenant, open)),
    writeMonth: (month) => putNext(ledger, month.version, itemOf(MONTH_SPANS, month.tenant, month)),
    runsBetween: (tenant, range) => runsBetween(snapshots, tenant, range, maxRunsOfFold),
  };
}

async function readOne<T>(table: StoreTable, kind: ItemKind<T>, key: Key): Promise<T | null> {
  const item = await itemAt(table, key);
  return item === null ? null : fromItem(kind, item);
}

/** On condition that the version in the table is the one before: every write rests on what was read. */
async function putNext(table: StoreTable, version: number, item: Item): Promise<boolean> {
  if (version === 1) return await putIf(table, item);
  return await putIf(table, item, {
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: marshall({ ':before': version - 1 }),
  });
}

/** Strongly consistent: a run that it does not show was written later. */
async function runsBetween(
  table: StoreTable,
  tenant: string,
  { after, through }: { readonly after: Instant; readonly through: Instant },
  most: number,
): Promise<RunsRead> {
  const question = {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :after AND :through',
    ExpressionAttributeValues: marshall({
      ':pk': snapshotKeys.decisionRunPartition(tenant),
      // Behind every part of the one run, and of the other.
      ':after': `${after}#~`,
      ':through': `${through}#~`,
    }),
    ConsistentRead: true,
    Limit: most + 1,
  };
  const runs: DecisionRun[] = [];
  for await (const { items } of pagesOf(table, question)) {
    runs.push(...items.map((item) => fromItem(DECISION_RUN, item)));
    const last = runs.at(-1);
    // Of the last run there may be more parts.
    if (runs.length > most && last !== undefined && runs[0]?.snapshot !== last.snapshot) {
      return { runs: runs.filter(({ snapshot }) => snapshot !== last.snapshot), complete: false };
    }
  }
  return { runs, complete: true };
}
