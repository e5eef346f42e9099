import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { INSTRUCTION } from '../../../adapters/store/instruction-item.ts';
import { itemOf } from '../../../adapters/store/item.ts';
import {
  ACCOUNT as ACCOUNT_ITEM,
  BREAK,
  CONTROLS as CONTROLS_ITEM,
  FLOW,
} from '../../../adapters/store/ledger-items.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { Break } from '../../../treasury/ledger/break.ts';
import type { Flow } from '../../../treasury/ledger/flow.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { ACCOUNT, CONTROLS } from '../../samples/policy.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { putItems } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

const get = (path: string, query: ApiCall['query'] = {}, groups = '[viewer]') =>
  deployed().call('query-reports', { routeKey: `GET ${path}`, query, groups });

const [FIRST, SECOND, THIRD] = [
  '2026-01-05T09:00:00.000Z',
  '2026-01-05T10:00:00.000Z',
  '2026-01-05T11:00:00.000Z',
] as const;

const SWEPT: Instruction = {
  ...PROPOSED,
  tenant: TENANT,
  content: {
    ...{ kind: 'withdrawal', currency: 'BTC', amount: '1.25', accountLabel: 'Cold storage' },
    withdrawalAccountId: ACCOUNT.id,
  },
  status: {
    state: 'confirmed',
    at: '2026-01-05T09:00:10.400Z',
    confirmation: {
      kind: 'withdrawal',
      withdrawals: [
        {
          ...{ id: 'service-77', network: 'bitcoin', currency: 'BTC', amount: '1.25' },
          ...{ withdrawalAccountId: ACCOUNT.id, createdAt: '2026-01-05T09:00:03.000Z' },
        },
      ],
    },
    evidence: '',
  },
  history: [
    ...PROPOSED.history,
    { at: '2026-01-05T09:00:02.000Z', state: 'approved', fact: { code: 'approved', by: ['rule'] } },
    {
      at: '2026-01-05T09:00:02.100Z',
      state: 'sending',
      fact: { code: 'claimed', sendBy: '2026-01-05T09:00:12.100Z' },
    },
    { at: '2026-01-05T09:00:10.400Z', state: 'confirmed', fact: { code: 'confirmed' } },
  ],
  version: 4,
};

const BETWEEN = { tenant: TENANT, currency: 'BTC', reportingCurrency: 'USD', version: 1 };
const SWEEP: Flow = {
  ...{ ...BETWEEN, snapshot: SECOND, readAt: SECOND, sinceSnapshot: FIRST, sinceReadAt: FIRST },
  ...{ opening: '4', closing: '2.75', unexplained: '0', price: '60000' },
  // Of before the account was kept in flows: the instruction says it.
  movements: [
    {
      ...{ kind: 'withdrawal', instructionId: SWEPT.id, at: '2026-01-05T09:00:10.400Z' },
      ...{
        amount: '-1.25',
        askedBy: { code: 'rule', ruleId: 'btc-excess' },
        approvedBy: [],
        about: { code: 'withdrawal', accountLabel: 'Cold storage' },
      },
    },
  ],
};
const FEE: Flow = {
  ...{ ...BETWEEN, snapshot: THIRD, readAt: THIRD, sinceSnapshot: SECOND, sinceReadAt: SECOND },
  ...{ opening: '2.75', closing: '2.7', unexplained: '-0.05', price: '60000', movements: [] },
};
const MATCHED: Break = {
  ...{ id: '20260105T110000000Z-BTC', tenant: TENANT, currency: 'BTC', snapshot: THIRD },
  ...{ readAt: THIRD, sinceSnapshot: SECOND, sinceReadAt: SECOND, direction: 'outflow' },
  ...{
    amount: '-0.05',
    found: { code: 'unbooked', amount: '0.05', since: THIRD },
    mayBe: [],
    openedAt: THIRD,
    history: [],
    version: 1,
  },
  status: {
    ...{ state: 'matched', at: THIRD },
    match: { ruleId: 'network-fees', version: 1, label: 'Network fee', kind: 'fee' },
  },
};

/** A January with one sweep of 1.25 BTC and a fee of 0.05 BTC that a matching rule explained. */
async function january(): Promise<void> {
  const prices = { 'BTC/USD': { bid: '60000', ask: '60000' } };
  for (const [at, total] of [
    [FIRST, '4'],
    [SECOND, '2.75'],
    [THIRD, '2.7'],
  ] as const) {
    await deployed().snapshots.put(snapshotAt(at, { BTC: { total } }, prices));
  }
  const account = { ...ACCOUNT, generalLedgerCode: '1210' };
  const codes = { holdings: { BTC: '1020' }, kinds: { fee: '6510' } };
  await putItems(deployed().ledgerTable, [
    itemOf(ACCOUNT_ITEM, TENANT, account),
    itemOf(CONTROLS_ITEM, TENANT, { ...CONTROLS, generalLedgerCodes: codes }),
    itemOf(INSTRUCTION, TENANT, SWEPT),
    itemOf(FLOW, TENANT, SWEEP),
    itemOf(FLOW, TENANT, FEE),
    itemOf(BREAK, TENANT, MATCHED),
  ]);
}

type Row = Readonly<Record<string, string | number | null>>;

function rowsIn(body: object, name: string): readonly Row[] {
  const { parts } = body as { parts: readonly { name: string; rows: readonly Row[] }[] };
  return parts.find((part) => part.name === name)?.rows ?? [];
}

describe('GET /v1/reports/journal', () => {
  it('books each movement by the codes of the policy, and ties to the statement', async () => {
    await january();
    const { status, body } = await get('/v1/reports/journal', {
      month: '2026-01',
      timeZone: 'UTC',
    });
    expect(status).toBe(200);
    const lines = rowsIn(body, 'lines').map((row) =>
      [row.account, row.debit ?? '', row.credit ?? '', row.debitValue ?? row.creditValue].join(' '),
    );
    expect(lines).toEqual([
      '1020  1.25 75000',
      '1210 1.25  75000',
      '1020  0.05 3000',
      '6510 0.05  3000',
    ]);
    expect(rowsIn(body, 'balances')).toMatchObject([
      { currency: 'BTC', opening: '4', debits: '0', credits: '1.3', closing: '2.7' },
    ]);
    const [sweep] = rowsIn(body, 'lines');
    expect(sweep).toMatchObject({ withdrawalAccountId: ACCOUNT.id, date: '2026-01-05' });
  });

  it('is CSV of its lines, and a workbook of every part', async () => {
    await january();
    const query = { month: '2026-01', timeZone: 'UTC' };
    const csv = await get('/v1/reports/journal', { ...query, format: 'csv' });
    expect(csv.text.split('\r\n')[0]).toMatch(
      /^entry,date,kind,side,account,suspense,pending,currency,/,
    );
    const xlsx = await get('/v1/reports/journal', { ...query, format: 'xlsx' });
    const sheets = await readXlsxFile(xlsx.bytes);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Lines', 'Balances', 'Accounts', 'About']);
  });

  it('names suspense for everything without a code, and refuses pages and months to come', async () => {
    await january();
    const { tenant: _, ...none } = { tenant: TENANT, ...CONTROLS };
    await putItems(deployed().ledgerTable, [
      itemOf(CONTROLS_ITEM, TENANT, none),
      itemOf(ACCOUNT_ITEM, TENANT, ACCOUNT),
    ]);
    const query = { month: '2026-01', timeZone: 'UTC' };
    const { body } = await get('/v1/reports/journal', query);
    expect(rowsIn(body, 'accounts').map(({ account, suspense }) => [account, suspense])).toEqual([
      ['HOLDINGS-BTC', null],
      ['SUSPENSE', 'yes'],
    ]);
    expect((await get('/v1/reports/journal', { ...query, limit: '5' })).status).toBe(400);
    expect((await get('/v1/reports/journal', { month: '2199-01' })).status).toBe(400);
  });
});

describe('the statement for the ERP', () => {
  it('is had of one currency account, which is an account of a bank: no other is', async () => {
    await january();
    const query = { month: '2026-01', timeZone: 'UTC' };
    const usd = await get('/v1/reports/statement', {
      ...query,
      format: 'camt053',
      currency: 'usd',
    });
    expect(usd.headers['content-disposition']).toMatch(/statement-2026-01-USD\.camt/);
    expect(usd.text).toContain('<Id>main-USD</Id>');
    const btc = await get('/v1/reports/statement', {
      ...query,
      format: 'camt053',
      currency: 'BTC',
    });
    expect([btc.status, btc.body.code]).toEqual([422, 'camt053-currency']);
    const valued = await get('/v1/reports/statement', { ...query, format: 'camt053' });
    expect(valued.text).toContain('<TxId>service-77</TxId>');
    const xlsx = await get('/v1/reports/statement', { ...query, format: 'xlsx', currency: 'BTC' });
    expect(xlsx.status).toBe(400);
  });
});

describe('the registers', () => {
  it('have sums per account and class of each month, which tie to its statement', async () => {
    await january();
    const query = { firstMonth: '2026-01', lastMonth: '2026-01', timeZone: 'UTC' };
    const { body } = await get('/v1/reports/sums', query);
    expect(rowsIn(body, 'sums')).toMatchObject([
      { kind: 'outflow', explainedAs: 'fee', matchingRuleId: 'network-fees', amount: '-0.05' },
      { kind: 'withdrawal', withdrawalAccountId: ACCOUNT.id, movements: 1, amount: '-1.25' },
    ]);
    expect(rowsIn(body, 'months')).toMatchObject([{ opening: '4', moved: '-1.3', closing: '2.7' }]);
    const back = { ...query, lastMonth: '2025-12' };
    expect((await get('/v1/reports/sums', back)).status).toBe(400);
    expect((await get('/v1/reports/sums', { ...query, lastMonth: '2028-01' })).status).toBe(400);
  });

  it('show a withdrawal with its account, rule, approvals, times and the id at the service', async () => {
    await january();
    const { body } = await get('/v1/reports/withdrawals', { account: ACCOUNT.id });
    expect(rowsIn(body, 'withdrawals')).toMatchObject([
      {
        ...{ id: SWEPT.id, state: 'confirmed', amount: '1.25', serviceIds: 'service-77' },
        ...{ withdrawalAccountId: ACCOUNT.id, ruleId: 'btc-excess', secondsToConfirmation: 9 },
      },
    ]);
    const none = await get('/v1/reports/withdrawals', { state: 'rejected' });
    expect(rowsIn(none.body, 'withdrawals')).toEqual([]);
    expect(rowsIn((await get('/v1/reports/trades')).body, 'trades')).toEqual([]);
    const xlsx = await get('/v1/reports/withdrawals', { format: 'xlsx' });
    const [sheet] = await readXlsxFile(xlsx.bytes);
    expect(sheet?.data).toHaveLength(2);
    expect((await get('/v1/reports/decisions', { format: 'csv' })).text).toMatch(/^snapshot,/);
  });

  it('find breaks by their class, in pages and in the file', async () => {
    await january();
    const found = await get('/v1/reports/breaks', { class: 'network' });
    expect(found.body.items).toMatchObject([{ id: MATCHED.id }]);
    expect((await get('/v1/reports/breaks', { class: 'interest' })).body.items).toEqual([]);
    const csv = await get('/v1/reports/breaks', {
      class: 'network-fees',
      format: 'csv',
      whole: 'true',
    });
    expect(csv.text).toContain(',Network fee,network-fees,');
  });
});
