import { describe, expect, it } from 'vitest';
import { controlsDraftOf } from '../../../treasury/changes/drafts.ts';
import { CONTROLS, RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { CLIENT, streamEvent } from './deployed-functions.ts';
import { ACCOUNT_DRAFT, policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const CONTROLS_DRAFT = controlsDraftOf(CONTROLS);

describe('a registered account', () => {
  const approve = async (body: unknown) => {
    const asked = await calls.createAccount(body);
    await calls.decide('approval', String(asked.body.id));
  };

  it('takes two people, arms its currency, and rests before it is paid to', async () => {
    await approve(ACCOUNT_DRAFT);
    const { body, headers } = await calls.read('GET /v1/accounts/{id}', ACCOUNT_DRAFT.id);
    expect(headers.etag).toBe('"1"');
    const rest = Date.parse(String(body.usableFrom)) - Date.now();
    expect(rest / 3_600_000).toBeCloseTo(24, 1);
    const lanes = await deployed().ledger.readLanes(CLIENT);
    expect(lanes.map(({ currency }) => currency).sort()).toEqual(['BTC', 'ETH', 'USD']);
    expect(lanes[0]?.epoch).toBe(await deployed().ledger.epoch());
  });

  it('is refused as the destination of a withdrawal by hand while it rests', async () => {
    await approve({ ...ACCOUNT_DRAFT, currency: 'BTC' });
    const { status, body } = await deployed().call('manage-instructions', {
      routeKey: 'POST /v1/withdrawals',
      groups: '[treasurer]',
      headers: { 'idempotency-key': 'key-1' },
      body: { withdrawalAccountId: ACCOUNT_DRAFT.id, amount: '1', words: 'at once, please' },
    });
    expect([status, body.type]).toEqual([409, 'urn:sluice:problem:account-cooling-off']);
  });

  it('never touches a lane that there is', async () => {
    const before = await deployed().ledger.readLanes(CLIENT);
    await approve({ ...ACCOUNT_DRAFT, currency: 'BTC' });
    expect(await deployed().ledger.readLanes(CLIENT)).toEqual(before);
  });

  it('rests again where money would go elsewhere, not where only its label is another', async () => {
    const controls = { ...CONTROLS, accountCoolingOffSeconds: 0, version: 2 };
    await deployed().ledger.commit(CLIENT, [{ kind: 'put-controls', controls }]);
    await approve(ACCOUNT_DRAFT);
    const read = async () => (await calls.read('GET /v1/accounts/{id}', ACCOUNT_DRAFT.id)).body;
    expect(await read()).not.toHaveProperty('usableFrom');
    const resting = { ...controls, accountCoolingOffSeconds: 3_600, version: 3 };
    await deployed().ledger.commit(CLIENT, [{ kind: 'put-controls', controls: resting }]);
    const put = async (body: object, ifMatch: string) => {
      const asked = await calls.putAccount(ACCOUNT_DRAFT.id, body, ifMatch);
      expect(asked.status).toBe(202);
      await calls.decide('approval', String(asked.body.id));
    };
    await put({ ...ACCOUNT_DRAFT, label: 'Vault of ETH' }, '"1"');
    expect(await read()).not.toHaveProperty('usableFrom');
    await put({ ...ACCOUNT_DRAFT, details: { address: '0xother' } }, '"2"');
    expect(await read()).toHaveProperty('usableFrom');
  });

  it('is switched off at once, and on again by two people', async () => {
    const [known] = (await calls.policy()).accounts;
    if (known === undefined) throw new Error('no account');
    const { version: _, ...draft } = known;
    expect((await calls.putAccount(known.id, { ...draft, status: 'inactive' }, '"1"')).status).toBe(
      200,
    );
    expect((await calls.putAccount(known.id, draft, '"2"')).status).toBe(202);
  });

  it('keeps the currency of the rules that pay to it', async () => {
    const [known] = (await calls.policy()).accounts;
    if (known === undefined) throw new Error('no account');
    const { version: _, ...draft } = known;
    const { status, body } = await calls.putAccount(known.id, { ...draft, currency: 'ETH' }, '"1"');
    expect([status, body.fields]).toMatchObject([422, [{ field: 'currency', seen: '"ETH"' }]]);
  });

  it('is closed for ever, not registered twice in another spelling, and its details are bounded', async () => {
    const spelled = {
      ...ACCOUNT_DRAFT,
      currency: 'BTC',
      id: RULE.withdrawalAccountId.toUpperCase(),
    };
    expect((await calls.createAccount(spelled)).status).toBe(422);
    for (const details of [
      { fee: 0.1 },
      { a: [[[[[[[[[1]]]]]]]]] },
      { n: 2 ** 60 },
      { a: { '': 1 } },
    ]) {
      expect((await calls.createAccount({ ...ACCOUNT_DRAFT, details })).status).toBe(422);
    }
    const closed = await calls.manage(
      'DELETE /v1/accounts/{id}',
      RULE.withdrawalAccountId,
      undefined,
      { ifMatch: '"1"' },
    );
    expect([closed.status, closed.body.status]).toEqual([200, 'inactive']);
    expect((await calls.policy()).accounts).toEqual([]);
    const { body } = await calls.read('GET /v1/accounts/{id}/history', RULE.withdrawalAccountId);
    expect(body.items).toHaveLength(2);
  });
});

describe('the controls', () => {
  it('narrow at once, widen by two people, and need their mode named', async () => {
    const narrower = { ...CONTROLS_DRAFT, trades: { ...CONTROLS.trades, maximumNotional: '5' } };
    const narrowed = await calls.putControls(narrower);
    expect([narrowed.status, narrowed.headers.etag]).toEqual([200, '"2"']);
    const wider = await calls.putControls({ ...narrower, automaticSettlement: true }, '"2"');
    expect([wider.status, wider.body.widens]).toEqual([
      202,
      ['automaticSettlement: evidence alone may settle'],
    ]);
    const { mode: _, ...unsaid } = narrower;
    const refused = await calls.putControls(unsaid, '"2"');
    expect([refused.status, refused.body.fields]).toMatchObject([422, [{ field: 'mode' }]]);
  });

  it('are halted in one call by everybody above viewer, with words, and stay so', async () => {
    expect((await calls.halt({ words: 'odd' }, { groups: '[viewer]' })).status).toBe(403);
    expect((await calls.halt({}, { groups: '[trader]' })).status).toBe(422);
    const halted = await calls.halt({ words: 'strange sweep' }, { by: 'tina', groups: '[trader]' });
    expect([halted.status, halted.body.mode, halted.body.haltedBecause]).toMatchObject([
      200,
      'halted',
      { by: 'tina', words: 'strange sweep' },
    ]);
    const again = await calls.halt({ words: 'me too' }, { by: 'ada', groups: '[approver]' });
    expect([again.status, again.body.version]).toEqual([200, 2]);
    // What narrows further leaves the halt and its words.
    const { version: _, haltedBecause, ...draft } = halted.body;
    const narrowed = await calls.putControls({ ...draft, approvalExpirySeconds: 60 }, '"2"');
    expect([narrowed.status, narrowed.body.haltedBecause]).toEqual([200, haltedBecause]);
  });

  it('go on by two people, and what they were halted for is gone', async () => {
    await calls.halt({ words: 'strange sweep' });
    const asked = await calls.resume({ words: 'explained: a deposit' });
    expect([asked.status, asked.body.widens, asked.body.words]).toEqual([
      202,
      ['mode goes from halted to live'],
      'explained: a deposit',
    ]);
    expect((await calls.policy()).controls?.mode).toBe('halted');
    const own = await calls.decide('approval', String(asked.body.id), 'tess');
    expect(own.status).toBe(403);
    await calls.decide('approval', String(asked.body.id));
    const { controls } = await calls.policy();
    expect(controls).toEqual({ ...CONTROLS, version: 3 });
    expect(await calls.audit()).toEqual([
      'halt controls tess',
      'propose-change controls tess',
      'approve-change controls tess ada',
    ]);
  });

  it('halt one currency, and go on with it by two people', async () => {
    const halted = await calls.halt({ words: 'fork', currency: 'BTC' });
    expect([halted.status, halted.body.currencyModes]).toEqual([200, { BTC: 'halted' }]);
    const odd = await calls.halt({ words: 'fork', currency: 'BTV' });
    expect([odd.status, odd.body.fields]).toMatchObject([422, [{ field: 'currency' }]]);
    const asked = await calls.resume({ words: 'over', currency: 'BTC' });
    expect(asked.body.widens).toEqual(['currencyModes.BTC goes from halted to live']);
    await calls.decide('approval', String(asked.body.id));
    expect((await calls.policy()).controls?.currencyModes).toEqual({});
  });

  it('show every version that stood', async () => {
    await calls.halt({ words: 'strange sweep' });
    const { body } = await calls.read('GET /v1/controls/history');
    expect(body.items).toMatchObject([
      { mode: 'halted', version: 2 },
      { mode: 'live', version: 1 },
    ]);
  });
});

describe('what was proposed before a halt', () => {
  it('does not end it: it rests on controls that were others', async () => {
    const asked = await calls.putControls({ ...CONTROLS_DRAFT, automaticSettlement: true });
    await calls.halt({ words: 'strange sweep' });
    const late = await calls.decide('approval', String(asked.body.id));
    expect(late.body.type).toBe('urn:sluice:problem:change-superseded');
    expect((await calls.policy()).controls?.mode).toBe('halted');
  });
});

describe('a halt', () => {
  it('stops what was approved and not sent', async () => {
    const scheduledFor = new Date().toISOString();
    await deployed().invoke('take-snapshot', { client: CLIENT, scheduledFor });
    await deployed().invoke('run-sweeps', streamEvent(...(await deployed().snapshotItems())));
    await calls.halt({ words: 'strange sweep' });
    const items = await deployed().ledgerItems();
    const approved = items.filter(({ state }) => state?.S === 'approved');
    expect(approved).toHaveLength(1);
    await deployed().invoke('send-withdrawal', streamEvent(...approved));
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(0);
  });
});
