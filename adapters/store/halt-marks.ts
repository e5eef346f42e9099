import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { type HaltMarks, marksOf } from '../../treasury/policy/halt-marks.ts';
import type { HaltAct, HaltState } from '../../treasury/policy/halt-state.ts';
import { itemOf } from './item.ts';
import { ledgerKeys } from './keys.ts';
import { HALT_MARK } from './ledger-items.ts';
import { lastNumber, marksUnder, numberIn } from './numbered-marks.ts';
import type { StoreTable } from './store-table.ts';
import { pagesOf } from './table-items.ts';

/** Pages of marks that are read for a request of all of them: 10,000 halts of a currency are one. */
const MAX_PAGES = 20;

/**
 * Marks a halt that was just written. The halt is in force whether that succeeds or not, so a failure is not reported
 * to the person who halted; the watchdog makes up for it with the audit log.
 */
export async function markHalt(
  { client: dynamo, tableName }: StoreTable,
  tenant: string,
  halt: HaltState,
  act: HaltAct,
): Promise<void> {
  const puts = marksOf(halt, act).map(async (mark) => {
    const Item = itemOf(HALT_MARK, tenant, mark);
    await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
  });
  await Promise.allSettled(puts);
}

/** The last marks: of everything, and of each requested currency. The contents of the items count for nothing. */
export async function readHaltMarks(
  table: StoreTable,
  tenant: string,
  currencies: readonly string[] | 'all',
): Promise<HaltMarks> {
  const everything = lastOf(table, tenant, ledgerKeys.haltMarks(undefined));
  const each =
    currencies === 'all'
      ? allOf(table, tenant)
      : Promise.all(
          currencies.map(async (currency) => {
            const last = await lastOf(table, tenant, ledgerKeys.haltMarks(currency));
            return [currency, last] as const;
          }),
        );
  const [whole, single] = await Promise.all([everything, each]);
  return { everything: whole, currencies: Object.fromEntries(single.filter(([, at]) => at > 0)) };
}

const lastOf = (table: StoreTable, tenant: string, prefix: string): Promise<number> =>
  lastNumber(table, ledgerKeys.halt(tenant).pk, prefix, 'halt');

async function allOf(table: StoreTable, tenant: string): Promise<(readonly [string, number])[]> {
  const last = new Map<string, number>();
  const bound = { pages: MAX_PAGES, beyond: `more than ${MAX_PAGES} pages of halts` };
  const prefix = ledgerKeys.currencyMarks;
  for await (const { items } of pagesOf(
    table,
    marksUnder(ledgerKeys.halt(tenant).pk, prefix),
    bound,
  )) {
    for (const { sk } of items) {
      const currency = sk?.S?.slice(prefix.length).split('#')[0] ?? '';
      const generation = numberIn(sk?.S, ledgerKeys.haltMarks(currency), 'halt');
      // Oldest first: the last one of a currency stays.
      last.set(currency, Math.max(generation, last.get(currency) ?? 0));
    }
  }
  return [...last];
}
