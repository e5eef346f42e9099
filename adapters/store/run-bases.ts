import { marshall } from '@aws-sdk/util-dynamodb';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { hourOf, startOfHour } from '../../treasury/series/hour.ts';
import { baseKeyOf, baseOf, type RunBase, runIn } from './decision-run-item.ts';
import { type Item, UnreadableItemError } from './item.ts';
import { SNAPSHOT_EXPIRY, snapshotKeys } from './keys.ts';
import type { StoreTable } from './store-table.ts';
import { itemsOf, pagesOf } from './table-items.ts';

/*
 * The first run of an hour stands by itself; those after it are packed upon it. A run of fifty rules that decides as the
 * first takes a tenth of its bytes. Nothing hangs on a base but what it costs: a run without one stands by itself.
 */

/**
 * The run that another is packed upon: the first of its hour. Null if there is none yet, or it cannot be read: no decision
 * waits for what only saves bytes. Not kept in memory: a table that was restored does not have it.
 */
export async function baseFor(
  table: StoreTable,
  tenant: string,
  { snapshot }: Pick<DecisionRun, 'snapshot'>,
): Promise<RunBase | null> {
  try {
    const question = {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: marshall({
        ':pk': snapshotKeys.decisionRunPartition(tenant),
        ':from': startOfHour(hourOf(snapshot)),
        // Before every part of this run: one that is delivered again is not its own base.
        ':to': snapshot,
      }),
      Limit: 1,
    };
    for await (const { items } of pagesOf(table, question)) {
      const [first] = items;
      return first === undefined ? null : baseOf(first);
    }
    return null;
  } catch {
    return null;
  }
}

/** Reads runs back from their items, with the bases that these need. */
export class RunReader {
  readonly #table: StoreTable;
  readonly #nowMs: () => number;
  /** The base that was needed last: items come in the order of time. */
  #last: { readonly pk: string; readonly base: RunBase } | null = null;

  constructor(table: StoreTable, nowMs = Date.now) {
    this.#table = table;
    this.#nowMs = nowMs;
  }

  /**
   * The runs of items, in their order. One whose base has expired with it is not there any more.
   * @throws UnreadableItemError
   */
  async read(items: readonly Item[]): Promise<readonly DecisionRun[]> {
    const runs: DecisionRun[] = [];
    for (const item of items) {
      const key = baseKeyOf(item);
      const base = key === null ? null : await this.#baseAt(item, key, items);
      if (key !== null && base === null && this.#hasExpired(item)) continue;
      runs.push(runIn(item, base));
    }
    return runs;
  }

  async #baseAt(item: Item, key: string, beside: readonly Item[]): Promise<RunBase | null> {
    const pk = item.pk?.S ?? '';
    if (this.#last?.pk === pk && this.#last.base.key === key) return this.#last.base;
    const isBase = (each: Item) => each.sk?.S === key && each.pk?.S === pk;
    const stored = beside.find(isBase) ?? (await this.#stored(pk, key));
    if (stored === null) return null;
    const base = baseOf(stored);
    if (base === null) {
      throw new UnreadableItemError('decision-run', `${pk} / ${key}`, 'it is no base of others');
    }
    this.#last = { pk, base };
    return base;
  }

  /** Where a copy that lags does not have it yet, the table itself is asked. */
  async #stored(pk: string, sk: string): Promise<Item | null> {
    for (const ConsistentRead of [false, true]) {
      const [found] = await itemsOf(this.#table, {
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: marshall({ ':pk': pk, ':sk': sk }),
        ConsistentRead,
      });
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The table removes what has expired in no order. */
  #hasExpired(item: Item): boolean {
    const second = item[SNAPSHOT_EXPIRY]?.N;
    return second !== undefined && Number(second) * 1_000 <= this.#nowMs();
  }
}
