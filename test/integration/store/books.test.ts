import { randomBytes } from 'node:crypto';
import type { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFlows, listBreaks, listFlows } from '../../../adapters/store/flows.ts';
import { toItem } from '../../../adapters/store/item.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createReadings } from '../../../adapters/store/readings.ts';
import { createSnapshots } from '../../../adapters/store/snapshots.ts';
import { createStatements } from '../../../adapters/store/statements.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { appendToChain, EMPTY_CHAIN } from '../../../treasury/audit/audit-entry.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { UnreadableItemError } from '../../../treasury/ledger/unreadable-item.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import { frozen } from '../../../treasury/statements/build-statement.ts';
import type { Statement } from '../../../treasury/statements/statement.ts';
import { statementOfMonth } from '../../../treasury/statements/statement-of-month.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { at, snapshotAt } from '../../unit/reconciliation/samples.ts';
import { MARCH } from '../../unit/statements/golden-month.ts';
import { engineForTests } from './engine-for-tests.ts';
import { putItem } from './items.ts';

const NOW = '2026-04-03T00:00:00.000Z';
const ALWAYS = { from: '2026-01-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' };

const engine = engineForTests();
let ledgerTable: StoreTable;
let snapshotsTable: StoreTable;

beforeEach(async () => {
  [ledgerTable, snapshotsTable] = await Promise.all([engine().table(), engine().table()]);
});

function books(consistent = true) {
  const readings = createReadings(snapshotsTable, consistent);
  const flows = createFlows(ledgerTable, consistent);
  return { now: () => NOW, readings, flows, ledger: createLedger(ledgerTable) };
}

async function arrive(...snapshots: readonly ReturnType<typeof snapshotAt>[]) {
  for (const snapshot of snapshots) {
    await createSnapshots(snapshotsTable).put(snapshot);
    await reconcile(books(), snapshot, {});
  }
}

describe('the books in the store', () => {
  it('list flows and breaks by time, currency and state, page by page', async () => {
    const totals = ['1', '2', '3', '4'].map((BTC, n) => snapshotAt(n * 60, { BTC, ETH: '1' }));
    await arrive(...totals, snapshotAt(240, { BTC: '4', ETH: '2' }));
    const first = await listBreaks(
      ledgerTable,
      TENANT,
      { ...ALWAYS, state: ['open'] },
      { limit: 3 },
    );
    expect(first.items.map(({ snapshot, currency }) => [snapshot, currency])).toEqual([
      [at(240), 'ETH'],
      [at(180), 'BTC'],
      [at(120), 'BTC'],
    ]);
    const { next: cursor = '' } = first;
    const page = { limit: 3, cursor };
    const second = await listBreaks(ledgerTable, TENANT, { ...ALWAYS, state: ['open'] }, page);
    expect(second).toMatchObject({ items: [{ snapshot: at(60) }] });
    const closed = { ...ALWAYS, state: ['closed'] } as const;
    expect(await listBreaks(ledgerTable, TENANT, closed, { limit: 3 })).toEqual({ items: [] });
    // The end of a range is not in it.
    const range = { from: at(60), to: at(180) };
    const flows = await listFlows(
      ledgerTable,
      TENANT,
      { ...range, currency: 'BTC' },
      { limit: 10 },
    );
    expect(flows.items.map(({ snapshot }) => snapshot)).toEqual([at(120), at(60)]);
    const breaks = await listBreaks(ledgerTable, TENANT, range, { limit: 10 });
    expect(breaks.items.map(({ snapshot }) => snapshot)).toEqual([at(120), at(60)]);
  });

  it('freeze a month once, of any size, and refuse one that does not say what it said', async () => {
    const { freeze, readFrozen, isFrozen } = createStatements(ledgerTable);
    const comment = randomBytes(600_000).toString('base64');
    const [btc] = MARCH.currencies;
    const [movement] = btc?.movements ?? [];
    if (btc === undefined || movement === undefined) throw new Error('March has a movement');
    const currencies = [{ ...btc, movements: [{ ...movement, comment }] }];
    const statement = frozen({ ...MARCH, currencies, digest: null, frozenAt: null }, NOW);
    const place = [TENANT, MARCH.month, MARCH.timeZone] as const;
    expect(await isFrozen(...place)).toBe(false);
    const fact = { at: NOW, by: 'sluice', action: 'freeze-month', subject: 'statement:2026-03' };
    const rest = { requestId: 'freeze-months', before: null, after: { digest: statement.digest } };
    const entry = appendToChain(EMPTY_CHAIN, { ...fact, ...rest });
    const behind = appendToChain({ sequence: 4, hash: 'a'.repeat(64) }, { ...fact, ...rest });
    expect(await freeze(statement, behind)).toEqual({ result: 'contended' });
    expect(await isFrozen(...place)).toBe(false);
    expect(await freeze(statement, entry)).toEqual({ result: 'frozen' });
    const other = frozen({ ...MARCH, digest: null, frozenAt: null }, NOW);
    expect(await freeze(other, appendToChain(entry, { ...fact, ...rest }))).toEqual({
      result: 'frozen-before',
    });
    const { readAuditHead } = createLedger(ledgerTable);
    expect(await readAuditHead(TENANT)).toEqual({ sequence: 1, hash: entry.hash });
    expect(await isFrozen(...place)).toBe(true);
    expect(await readFrozen(...place)).toEqual(statement);

    const { currencies: _, ...head } = { ...statement, totals: { ...MARCH.totals, closing: '1' } };
    const item = toItem({ ...ledgerKeys.statement(...place), ...head });
    await putItem(ledgerTable, item);
    await expect(readFrozen(...place)).rejects.toThrow(UnreadableItemError);
  });

  it('refuse a statement whose part is of a codec that is not known, and no other month', async () => {
    const { freeze, readFrozen } = createStatements(ledgerTable);
    const months = [
      { ...MARCH, timeZone: 'UTC' },
      { ...MARCH, timeZone: 'Asia/Tokyo' },
    ];
    const [statement, other] = months.map((month) =>
      frozen({ ...month, digest: null, frozenAt: null }, NOW),
    ) as [Statement, Statement];
    const fact = { at: NOW, by: 'sluice', action: 'freeze-month', subject: 'statement:2026-03' };
    let entry: Parameters<typeof appendToChain>[0] = EMPTY_CHAIN;
    for (const each of [statement, other]) {
      const rest = { requestId: 'freeze-months', before: null, after: { digest: each.digest } };
      const next = appendToChain(entry, { ...fact, ...rest });
      expect(await freeze(each, next)).toEqual({ result: 'frozen' });
      entry = next;
    }
    const pk = ledgerKeys.statementParts(TENANT, statement.digest ?? '');
    await putItem(ledgerTable, toItem({ pk, sk: '0000', packed: Buffer.of(9, 2, 3) }));
    const refused = readFrozen(TENANT, statement.month, statement.timeZone);
    await expect(refused).rejects.toThrow(UnreadableItemError);
    await expect(refused).rejects.toThrow('codec 9 is not known');
    expect(await readFrozen(TENANT, other.month, other.timeZone)).toEqual(other);
  });
});

/** Flows of a busy month: 8 a day in 50 currencies' turn, beside snapshots with all 50 of them. */
const CURRENCIES = Array.from({ length: 50 }, (_, n) => `C${n}`);
const FLOWS = 250;
/** Read units that a month's statement may take at the reference load. */
const STATEMENT_BUDGET = 60;

describe('the statement of a busy month', () => {
  it(`is read with less than ${STATEMENT_BUDGET} read units`, async () => {
    const totals = Object.fromEntries(CURRENCIES.map((currency) => [currency, '1000.12345678']));
    const prices = Object.fromEntries(
      CURRENCIES.map((currency) => [`${currency}/USD`, '61234.56']),
    );
    const snapshots = createSnapshots(snapshotsTable);
    for (const day of [-1, 0, 26, 27]) {
      await snapshots.put(snapshotAt(day * 86_400, totals, 2, prices));
    }
    const ledger = createLedger(ledgerTable);
    for (let n = 0; n < FLOWS; n += 50) {
      const flows = Array.from({ length: 50 }, (_, each) => flow(n + each));
      await ledger.commit(TENANT, flows);
    }
    const ports = {
      now: () => NOW,
      books: {
        readings: createReadings(counting(snapshotsTable), false),
        flows: createFlows(counting(ledgerTable), false),
      },
      readFrozen: createStatements(ledgerTable).readFrozen,
    };
    const command = { tenant: TENANT, month: '2026-01', timeZone: 'UTC' };
    const rules = { graceSeconds: 0, frozenTimeZones: [] };
    const found = await statementOfMonth(ports, command, rules);
    expect(found?.statement.currencies.flatMap(({ movements }) => movements)).toHaveLength(
      FLOWS * 2,
    );
    expect(units).toBeGreaterThan(5);
    expect(units).toBeLessThan(STATEMENT_BUDGET);
  });
});

let units = 0;

/** A table whose reads are counted by what the engine says they consumed. */
function counting({ client, tableName }: StoreTable): StoreTable {
  const send = async (command: QueryCommand | GetItemCommand) => {
    command.input.ReturnConsumedCapacity = 'TOTAL';
    const answer = await client.send(command as QueryCommand);
    units += answer.ConsumedCapacity?.CapacityUnits ?? Number.NaN;
    return answer;
  };
  return { client: Object.assign(Object.create(client), { send }), tableName };
}

/** A withdrawal that leaves the balance where it was, since as much came in: two lines of a statement. */
function flow(n: number): LedgerWrite {
  const currency = CURRENCIES[n % CURRENCIES.length] ?? '';
  const snapshot = at(60 + n * 300);
  return {
    kind: 'put-flow',
    flow: {
      tenant: TENANT,
      currency,
      snapshot,
      readAt: snapshot,
      sinceSnapshot: at(n * 300 - 240),
      sinceReadAt: at(n * 300 - 240),
      opening: '1000.12345678',
      closing: '1000.12345678',
      movements: [
        {
          kind: 'withdrawal',
          instructionId: `sweep-rule-of-${currency.toLowerCase()}-20260105T090000Z`,
          at: snapshot,
          amount: '-12.3456789',
          askedBy: { code: 'rule', ruleId: `rule-of-${currency.toLowerCase()}` },
          approvedBy: ['7f3b8f0e-5a55-4c1c-9d1e-3f0a5c1b2d4e'],
          about: { code: 'withdrawal', accountLabel: 'Cold storage of the treasury' },
        },
      ],
      unexplained: '12.3456789',
      price: '61234.56',
      reportingCurrency: 'USD',
      version: 1,
    },
  };
}
