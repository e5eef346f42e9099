import { marshall } from '@aws-sdk/util-dynamodb';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { RunsRead, SpanStore } from '../../treasury/spans/ports.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { following, putIf } from './conditional-put.ts';
import { itemOf } from './item.ts';
import { ledgerKeys, snapshotKeys } from './keys.ts';
import { RunReader } from './pinned.ts';
import { MONTH_SPANS, OPEN_SPANS } from './span-items.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf, thingAt } from './table-items.ts';

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
    readOpen: (tenant) => thingAt(ledger, ledgerKeys.openSpans(tenant), OPEN_SPANS),
    readMonth: (tenant, ruleId, month) =>
      thingAt(ledger, ledgerKeys.monthSpans(tenant, ruleId, month), MONTH_SPANS),
    writeOpen: (open) =>
      putIf(ledger, itemOf(OPEN_SPANS, open.tenant, open), following(open.version)),
    writeMonth: (month) =>
      putIf(ledger, itemOf(MONTH_SPANS, month.tenant, month), following(month.version)),
    runsBetween: (tenant, range) => runsBetween(snapshots, tenant, range, maxRunsOfFold),
  };
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
  const reader = new RunReader(table, tenant);
  const runs: DecisionRun[] = [];
  for await (const { items } of pagesOf(table, question)) {
    runs.push(...(await reader.runsIn(items)));
    const last = runs.at(-1);
    // Of the last run there may be more parts.
    if (runs.length > most && last !== undefined && runs[0]?.snapshot !== last.snapshot) {
      return { runs: runs.filter(({ snapshot }) => snapshot !== last.snapshot), complete: false };
    }
  }
  return { runs, complete: true };
}
