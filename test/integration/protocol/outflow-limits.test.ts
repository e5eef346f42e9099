import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { ACCOUNT_LIMIT_FIELDS } from '../../../treasury/policy/account-limits.ts';
import type { RegisteredAccount } from '../../../treasury/policy/registered-account.ts';
import { readCounts } from '../../samples/counts.ts';
import { accountOf } from '../../samples/policy.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);

const put = async (...changes: readonly LedgerWrite[]) => {
  expect(await treasury().ledger.commit(TENANT, changes)).toEqual({ ok: true });
};
const usage = async () => readCounts(await treasury().ledger.readCounts(TENANT, 'outflow-usage'));

/** Sweeps of BTC and ETH, each of 1, proposed and approved by their rules. */
async function bothProposed(change: Partial<RegisteredAccount> = {}): Promise<readonly string[]> {
  const eth = { ...accountOf(SANDBOX_ACCOUNTS.ethWallet), ...change };
  const btc = { ...accountOf(SANDBOX_ACCOUNTS.btcWallet), ...change, version: 2 };
  const all = { threshold: '0', keep: '0', maximum: '1' };
  const rule = {
    ...RULE,
    ...all,
    id: 'eth',
    label: 'ETH',
    currency: 'ETH',
    withdrawalAccountId: eth.id,
  };
  await put({ kind: 'put-account', account: eth }, { kind: 'put-rule', rule });
  await put({ kind: 'put-account', account: btc });
  await put({ kind: 'put-rule', rule: { ...RULE, ...all, version: 2 } });
  const { proposed } = await treasury().tick();
  expect(proposed).toHaveLength(2);
  return proposed.map((instruction) => instruction.id);
}

const worthOf = async (id: string): Promise<number> =>
  Number((await treasury().ledger.readInstruction(TENANT, id))?.value?.amount);

/** Room for the dearer of the two, not for both. */
async function roomForOne(ids: readonly string[]): Promise<number> {
  const worths = await Promise.all(ids.map(worthOf));
  return Math.max(...worths) + Math.min(...worths) / 2;
}

/** Room for one of them above the floor, by everything that the service holds. */
async function floorForOne(ids: readonly string[]): Promise<string> {
  const latest = await treasury().snapshots.latest(TENANT);
  return String(Number(latest?.valuation.total) - (await roomForOne(ids)));
}

const oneLeft = async (ids: readonly string[]) => {
  const results = await Promise.all(ids.map((id) => send(id)));
  expect(results.map(({ result }) => result).sort()).toEqual(['cancelled', 'concluded']);
  expect(treasury().posts()).toHaveLength(1);
  return results.flatMap((each) =>
    each.result === 'cancelled' && each.instruction.status.state === 'cancelled'
      ? [each.instruction.status.reason]
      : [],
  );
};

describe('floors and limits over several currencies, at the claim', () => {
  it('let one of two go that are fine alone and together below the floor', async () => {
    const ids = await bothProposed();
    await treasury().putControls({ liquidityFloor: { total: await floorForOne(ids) } });
    expect(await oneLeft(ids)).toEqual(['liquidity-floor']);
  });

  it('let one of two go that are more than a day may have', async () => {
    const ids = await bothProposed();
    const per24Hours = String(await roomForOne(ids));
    await treasury().putControls({ withdrawalLimits: { per24Hours } });
    expect(await oneLeft(ids)).toEqual(['outflow-limit']);
  });

  it('let one of two go that are more than their counterparty may have', async () => {
    const ids = await bothProposed({ counterparty: 'Vault Inc.' });
    const counterparties = [{ name: 'Vault Inc.', per30Days: String(await roomForOne(ids)) }];
    await treasury().putControls({ withdrawalLimits: { counterparties } });
    expect(await oneLeft(ids)).toEqual(['counterparty-limit']);
  });

  it.each(ACCOUNT_LIMIT_FIELDS)(
    'stop the second of an account by its %s, and count what is not booked',
    async (field) => {
      const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
      await put({
        kind: 'put-account',
        account: { ...account, limits: { [field]: '3' }, version: 2 },
      });
      await send(await proposedId());
      expect(treasury().posts()).toHaveLength(1);
      await treasury().tick();
      treasury().sandbox.deposit({ currency: 'BTC', amount: '2' });
      await treasury().tick();
      treasury().pass(1_200);
      const { proposed } = await treasury().tick();
      expect(proposed).toMatchObject([{ content: { amount: '0.75' } }]);
    },
  );

  it('are decided again on fresh balances where another claim came first, and both go that fit', async () => {
    const ids = await bothProposed();
    await treasury().putControls({ withdrawalLimits: { per24Hours: '100000000' } });
    let first = true;
    const ledger: Ledger = {
      ...treasury().ledger,
      readCounts: async (tenant, name) => {
        const read = await treasury().ledger.readCounts(tenant, name);
        if (first && name === 'outflow-usage') {
          first = false;
          await send(ids[0] ?? '');
        }
        return read;
      },
    };
    await send(ids[1] ?? '', { ledger });
    const states = await Promise.all(ids.map((id) => treasury().state(id)));
    expect(states).toEqual(['confirmed', 'confirmed']);
    expect((await usage())?.version).toBe(2);
  });

  it.each(ACCOUNT_LIMIT_FIELDS)(
    'stop at the claim what the %s of its account has no room for any more',
    async (field) => {
      const id = await proposedId();
      const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
      const limits = { [field]: '2.24' };
      await put({ kind: 'put-account', account: { ...account, limits, version: 2 } });
      expect(await send(id)).toMatchObject({
        result: 'cancelled',
        instruction: { status: { reason: 'account-limit' } },
      });
      expect(treasury().posts()).toEqual([]);
    },
  );

  it('count for ever what left a year ago', async () => {
    const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
    const limits = { per24Hours: '3', per30Days: '3', lifetime: '3' };
    await put({ kind: 'put-account', account: { ...account, limits, version: 2 } });
    await send(await proposedId());
    await treasury().tick();
    treasury().pass(366 * 86_400);
    treasury().sandbox.deposit({ currency: 'BTC', amount: '2' });
    const { proposed } = await treasury().tick();
    expect(proposed).toMatchObject([{ content: { amount: '0.75' } }]);
  });

  it('are given back what never left', async () => {
    const [id = ''] = await bothProposed({ limits: { per30Days: '5' } });
    await treasury().putControls({ withdrawalLimits: { per24Hours: '100000000' } });
    const closed = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
    const { service } = treasury().ports;
    await send(id, { service: { ...service, sendWithdrawal: closed.sendWithdrawal } });
    expect(await treasury().state(id)).toBe('not-sent');
    expect(await usage()).toMatchObject({
      counts: [
        { hours: {}, days: {} },
        { hours: {}, days: {} },
      ],
      version: 2,
    });
  });

  it('wait where the prices are too old, and send nothing', async () => {
    const id = await proposedId();
    await treasury().putControls({ withdrawalLimits: { per24Hours: '100000000' } });
    const { service } = treasury();
    const readPrices = async () => {
      const reading = await service.readPrices();
      const readAt = '2026-01-05T07:00:00.000Z';
      return reading.ok ? { ...reading, value: { ...reading.value, readAt } } : reading;
    };
    const sent = await send(id, { service: { ...service, readPrices } });
    expect(sent).toMatchObject({ result: 'deferred', reason: 'limit-unknown' });
    expect(treasury().posts()).toEqual([]);
  });
});

describe('a program with write access to the snapshots', () => {
  it('that lowers a price gains no withdrawal, not even where the service shows that price as well', async () => {
    const id = await proposedId();
    await treasury().putControls({ withdrawalLimits: { per24Hours: '100000' } });
    const latest = await treasury().snapshots.latest(TENANT);
    if (latest === null) throw new Error('no snapshot');
    const { service } = treasury();
    for (const last of ['1', '55000']) {
      const unitValues = { ...latest.unitValues, BTC: { last, path: 'direct' as const } };
      const forged = { latest: async () => ({ ...latest, unitValues }) };
      const glitch = async () => {
        const read = await service.readPrices();
        if (!read.ok) throw new Error(read.code);
        const prices = { ...read.value.prices, 'BTC/USD': { bid: last, ask: last } };
        return { ok: true, value: { ...read.value, prices } };
      };
      for (const states of [service, { ...service, readPrices: glitch }]) {
        expect(await send(id, { snapshots: forged, service: states } as never)).toMatchObject({
          result: 'deferred',
          reason: 'limit-unknown',
        });
      }
    }
    expect(treasury().posts()).toEqual([]);
  });
});

describe('a program with write access to the table', () => {
  const table = () => treasury().table;
  const key = marshall(ledgerKeys.sharedCounts(TENANT, 'outflow-usage'));

  async function afterOneOfTwo(change: () => Promise<void>) {
    const ids = await bothProposed();
    await treasury().putControls({
      withdrawalLimits: { per24Hours: String(await roomForOne(ids)) },
    });
    await send(ids[0] ?? '');
    expect(treasury().posts()).toHaveLength(1);
    await change();
    return await send(ids[1] ?? '');
  }

  it('that deletes what limits count gains no second withdrawal, and halts everything', async () => {
    const { client, tableName } = table();
    const sent = await afterOneOfTwo(async () => {
      await client.send(new DeleteItemCommand({ TableName: tableName, Key: key }));
    });
    expect(sent).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts()).toHaveLength(1);
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
  });

  it('that deletes what an account was paid for ever gains no second withdrawal either', async () => {
    const { client, tableName } = table();
    const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
    await put({
      kind: 'put-account',
      account: { ...account, limits: { lifetime: '3' }, version: 2 },
    });
    await send(await proposedId());
    await treasury().tick();
    treasury().sandbox.deposit({ currency: 'BTC', amount: '2' });
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: key }));
    treasury().pass(1_200);
    const { proposed } = await treasury().tick();
    for (const { id } of proposed) expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(proposed).toHaveLength(1);
    expect(treasury().posts()).toHaveLength(1);
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
  });

  it('that puts an earlier state of it back gains none either', async () => {
    const { client, tableName } = table();
    const ids = await bothProposed();
    await treasury().putControls({ withdrawalLimits: { per24Hours: '100000000' } });
    await send(ids[0] ?? '');
    const early = await usage();
    await send(ids[1] ?? '');
    const { proposed } = await treasury().tick();
    expect(proposed).not.toEqual([]);
    const Item = marshall({
      ...ledgerKeys.sharedCounts(TENANT, 'outflow-usage'),
      entity: 'outflow-usage',
      ...early,
    });
    await client.send(new PutItemCommand({ TableName: tableName, Item }));
    const posts = treasury().posts().length;
    for (const { id } of proposed) await send(id);
    expect(treasury().posts()).toHaveLength(posts);
    expect((await treasury().ledger.readHalt(TENANT)).mode).toBe('halted');
  });
});
