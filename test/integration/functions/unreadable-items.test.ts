import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Key, ledgerKeys } from '../../../adapters/store/keys.ts';
import { snapshotItem } from '../../../adapters/store/snapshots.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import type { SharedName } from '../../../treasury/counters/counter.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { webhookAt } from '../../contract/items.ts';
import { accountOf, WEBHOOK } from '../../samples/policy.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { tableHand } from '../seals/table-hand.ts';
import { putItem } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const { snapshot, withdraw, trade, watch, lane, sweep, commit } = deploymentSteps(deployed);
const calls = policyCalls(deployed);
const { change } = tableHand(() => deployed().ledgerTable);

const ACCOUNT = SANDBOX_ACCOUNTS.btcWallet.id;
const spoil = (key: Key, field: string) =>
  change(key, (item) => ({ ...item, [field]: { of: 'another form' } }));
const ask = () =>
  withdraw({ withdrawalAccountId: ACCOUNT, amount: '0.1', comment: 'for the audit' });
const refusal = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [
  status,
  codeOf({ body }),
  body.detail,
];
const UNREAD = expect.stringContaining('cannot be read');

describe('an account that cannot be read', () => {
  it('is no unknown one to whoever asks for a withdrawal', async () => {
    await snapshot();
    await spoil(ledgerKeys.account(TENANT, ACCOUNT), 'label');
    const said = `The item of withdrawal account ${ACCOUNT} cannot be read: nothing leaves to it.`;
    expect(refusal(await ask())).toEqual([409, 'unreadable', said]);
    expect(refusal(await calls.read('GET /v1/accounts/{id}', ACCOUNT))).toEqual([
      ...[409, 'unreadable'],
      `The account item ${TENANT}#POLICY / ACCOUNT#${ACCOUNT} cannot be read: it is not in a form that this version of Sluice reads. What rests on it waits until it is put right.`,
    ]);
  });
});

describe('a lane that cannot be read', () => {
  it('is shown and refused as that, and nothing of it is taken for nothing', async () => {
    await snapshot();
    await spoil(ledgerKeys.lane(TENANT, 'BTC'), 'booking');
    const lanes = (await calls.read('GET /v1/lanes')).body.items;
    const hidden = { currency: 'BTC', state: 'unreadable', open: [], usage: {} };
    expect(lanes).toContainEqual(hidden);
    expect(refusal(await ask())).toEqual([409, 'unreadable', UNREAD]);
    expect(refusal(await trade())).toEqual([409, 'unreadable', UNREAD]);
    const unbooked = await deployed().call('settle-instruction', {
      routeKey: 'GET /v1/lanes/{currency}/unbooked',
      path: { currency: 'BTC' },
      groups: '[viewer]',
    });
    expect(refusal(unbooked)).toEqual([409, 'unreadable', UNREAD]);
    expect((await calls.read('GET /v1/overview')).body.blocked).toEqual([hidden]);
    await watch();
    expect(await lane()).toMatchObject({ version: 0 });
  });
});

describe('counts over several currencies that cannot be read', () => {
  const SAID = expect.stringContaining('(item outflow-usage)');
  const spoilCounts = (name: SharedName) =>
    putItem(
      deployed().ledgerTable,
      marshall({ ...ledgerKeys.sharedCounts(TENANT, name), entity: name, counts: 'many' }),
    );
  const limited = async () => {
    const account = {
      ...accountOf(SANDBOX_ACCOUNTS.btcWallet),
      limits: { per24Hours: '100' },
      version: 2,
    };
    await commit({ kind: 'put-account', account });
    await snapshot();
    await spoilCounts('outflow-usage');
  };

  it('refuse a request to what counts there, and its limits say so', async () => {
    await limited();
    expect(refusal(await ask())).toEqual([409, 'unreadable', SAID]);
    const { status, body } = await calls.read('GET /v1/accounts/{id}/limits', ACCOUNT);
    expect(status).toBe(200);
    expect(body.limits).toEqual([
      {
        limit: 'account-24h',
        currency: 'BTC',
        maximum: '100',
        used: null,
        left: null,
        unknown: SAID,
      },
    ]);
  });

  it('arm nothing: no person can have seen what left for ever', async () => {
    await limited();
    const rearm = 'GET /v1/lanes/rearm' as const;
    expect(refusal(await calls.manage(rearm, null, null, {}))).toEqual([409, 'unreadable', SAID]);
  });

  it('refuse a trade, and stop neither a run nor the watchdog', async () => {
    await deployed().agreePrices();
    await spoilCounts('trade-usage');
    const refused = await trade();
    expect(refusal(refused)).toEqual([
      ...[409, 'unreadable', expect.stringContaining('(item trade-usage)')],
    ]);
    expect(refused.headers['retry-after']).toBe('300');
    await sweep();
    await watch();
    expect(await lane()).toMatchObject({ status: { state: 'idle' } });
    expect((await calls.read('GET /v1/overview')).body.unreadable).toEqual([
      { piece: 'counts', id: 'trade-usage' },
    ]);
  });
});

describe('controls that cannot be read', () => {
  it('refuse whatever rests on them, say so, and let a person halt', async () => {
    await snapshot();
    await spoil(ledgerKeys.controls(TENANT), 'trades');
    expect((await calls.read('GET /v1/overview')).body.mode).toBe('unreadable');
    for (const [route, id] of [
      ['GET /v1/controls', undefined],
      ['GET /v1/accounts/{id}/limits', ACCOUNT],
    ] as const) {
      expect(refusal(await calls.read(route, id))).toEqual([409, 'unreadable', UNREAD]);
    }
    expect(refusal(await ask())).toEqual([409, 'unreadable', UNREAD]);
    expect(refusal(await calls.putRule({ threshold: '9' }))).toEqual([409, 'unreadable', UNREAD]);
    await snapshot();
    await watch();
    const halt = { comment: 'to be safe' };
    const halted = await calls.manage('POST /v1/controls/halt', null, halt, {}, 'halt');
    expect(halted.status).toBe(200);
    expect((await calls.read('GET /v1/controls/halt')).body.mode).toBe('halted');
  });
});

describe('a look at the past or ahead under controls that cannot be read', () => {
  const { version: _, activeSince: __, ...RULE_DRAFT } = RULE;
  const ask = (routeKey: string, body?: object) =>
    deployed().call('preview-policy', {
      ...{ routeKey, groups: '[treasurer]' },
      ...(body !== undefined && { body }),
    });
  const RANGE = { from: '2026-03-02T09:00:00.000Z', to: '2026-03-03T09:00:00.000Z' };

  it('computes nothing, and says why', async () => {
    await snapshot();
    await spoil(ledgerKeys.controls(TENANT), 'trades');
    const past = await ask('POST /v1/sweep-rules/backtest', { rules: [RULE_DRAFT], ...RANGE });
    const why = expect.stringMatching(/controls cannot be read.* nothing can be computed/i);
    expect(refusal(past)).toEqual([409, 'unreadable', why]);
    expect(refusal(await ask('GET /v1/forecast'))).toEqual([409, 'unreadable', why]);
    const ahead = await ask('POST /v1/sweep-rules/preview', { rules: [RULE_DRAFT], effect: true });
    expect(ahead.status).toBe(200);
    expect(ahead.body).not.toHaveProperty('effect');
  });
});

describe('a halt that cannot be read', () => {
  it('is not ended before it is written once more, and says so', async () => {
    const halt = () => calls.manage('POST /v1/controls/halt', null, { comment: 'odd' }, {}, 'halt');
    const resume = async () => {
      const { headers } = await calls.read('GET /v1/controls/halt');
      const body = { comment: 'it was nothing', mode: 'live' };
      const who = { ifMatch: String(headers.etag) };
      return await calls.manage('POST /v1/controls/resume', null, body, who);
    };
    await halt();
    await spoil(ledgerKeys.halt(TENANT), 'mode');
    expect(refusal(await resume())).toEqual([
      ...[409, 'unreadable'],
      'The item of the halt cannot be read. Halt once more, which writes it anew, and resume.',
    ]);
    expect((await halt()).status).toBe(200);
    expect((await resume()).status).toBe(202);
  });
});

describe('the overview', () => {
  it('names what cannot be read, webhooks among it', async () => {
    expect((await calls.read('GET /v1/overview')).body).not.toHaveProperty('unreadable');
    const webhook = webhookAt(1);
    const written = [{ kind: 'put-webhook', webhook }] as const;
    expect(await deployed().ledger.commit(TENANT, written)).toEqual({ ok: true });
    await spoil(ledgerKeys.webhook(TENANT, webhook.id), 'label');
    await spoil(ledgerKeys.account(TENANT, ACCOUNT), 'label');
    await spoil(ledgerKeys.lane(TENANT, 'BTC'), 'booking');
    expect((await calls.read('GET /v1/overview')).body.unreadable).toEqual([
      { piece: 'lane', id: 'BTC' },
      { piece: 'account', id: ACCOUNT },
      { piece: 'webhook', id: webhook.id },
    ]);
  });
});

describe('a webhook that cannot be read', () => {
  const [HIDDEN, OTHER] = ['erp', 'ledger'];
  const { version: _, activeSince: __, secretFor: ___, ...DRAFT } = WEBHOOK;
  const draft = (id: string, label: string) => ({ ...DRAFT, id, label });
  const create = (body: object) => calls.manage('POST /v1/webhooks', null, body, {});
  const replace = (id: string, body: object) =>
    calls.manage('PUT /v1/webhooks/{id}', id, body, { ifMatch: '"1"' });
  const created = async (id: string, label: string) => {
    const { body } = await create(draft(id, label));
    expect((await calls.decide('approve', String(body.id))).status).toBe(200);
  };

  it('takes no change, may have any name, and stops no change of another', async () => {
    await created(HIDDEN, 'ERP');
    await created(OTHER, 'Ledger');
    await spoil(ledgerKeys.webhook(TENANT, HIDDEN), 'label');
    expect(refusal(await replace(HIDDEN, { ...draft(HIDDEN, 'ERP'), status: 'paused' }))).toEqual([
      ...[409, 'unreadable', UNREAD],
    ]);
    const twin = await create(draft('twin', 'ERP'));
    expect([twin.status, codeOf(twin)]).toEqual([422, 'policy-conflict']);
    expect(twin.body.fields).toMatchObject([
      { field: 'label', accepted: expect.stringContaining(HIDDEN) },
    ]);
    const renamed = await replace(OTHER, draft(OTHER, 'erp'));
    expect([renamed.status, codeOf(renamed)]).toEqual([422, 'policy-conflict']);
    const paused = await replace(OTHER, { ...draft(OTHER, 'Ledger'), status: 'paused' });
    expect(paused.status).toBe(200);
  });
});

describe('a snapshot that cannot be read', () => {
  const NOW = instantOf(Date.now());
  const taken = (minute: number, total: string) =>
    snapshotAt(plusSeconds(NOW, (minute - 5) * 60), { BTC: { total } });

  it('is no end of the books: what follows is compared with the one before it, and nothing with zero', async () => {
    const { snapshots, snapshotsTable } = deployed();
    const deliveries: ReturnType<typeof streamEvent>[] = [];
    for (const [minute, total] of ['1', '3', '4'].entries()) {
      const written = taken(minute, total);
      const item = snapshotItem(written, 13);
      const image = minute === 1 ? { ...item, packed: { S: 'of another form' } } : item;
      await putItem(snapshotsTable, image);
      deliveries.push(streamEvent(image));
    }
    const [first, hidden, last] = deliveries;
    await deployed().invoke('update-books', first);
    expect(await deployed().invoke('update-books', hidden)).toMatchObject({
      batchItemFailures: [expect.anything()],
    });
    expect(await deployed().invoke('update-books', last)).toEqual({ batchItemFailures: [] });
    const flows = (await deployed().ledgerItems()).filter(({ entity }) => entity?.S === 'flow');
    expect(flows.map((item) => unmarshall(item))).toMatchObject([
      { opening: '1', closing: '4', sinceSnapshot: taken(0, '').scheduledFor },
    ]);
    const latest = await snapshots.latest(TENANT);
    expect(latest?.balances).toEqual({ BTC: { total: '4' } });
  });

  it('is passed over by whoever goes on from the latest', async () => {
    await snapshot();
    const { snapshots, snapshotsTable } = deployed();
    const before = await snapshots.latest(TENANT);
    const next = taken(6, '9');
    await putItem(snapshotsTable, { ...snapshotItem(next, 13), packed: { S: 'x' } });
    expect(await snapshots.latest(TENANT)).toEqual(before);
    expect((await calls.read('GET /v1/overview')).status).toBe(200);
  });
});
