import { describe, expect, it } from 'vitest';
import { controlsDraftOf } from '../../../treasury/changes/drafts.ts';
import { READS } from '../../../treasury/policy/ledger-format.ts';
import { CONTROLS, RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ACCOUNT_DRAFT, policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const { commit, decided, withdraw } = deploymentSteps(deployed);
const calls = policyCalls(deployed);
const CONTROLS_DRAFT = controlsDraftOf(CONTROLS);

describe('a registered account', () => {
  const approve = async (body: unknown) => {
    const asked = await calls.createAccount(body);
    await calls.decide('approve', String(asked.body.id));
  };

  it('takes two people, arms its currency, and rests before it is paid to', async () => {
    await approve(ACCOUNT_DRAFT);
    const { body, headers } = await calls.read('GET /v1/accounts/{id}', ACCOUNT_DRAFT.id);
    expect(headers.etag).toMatch(/^"1\./);
    const rest = Date.parse(String(body.usableFrom)) - Date.now();
    expect(rest / 3_600_000).toBeCloseTo(24, 1);
    const lanes = await deployed().ledger.readLanes(TENANT);
    expect(lanes.map(({ currency }) => currency).sort()).toEqual(['BTC', 'ETH', 'USD']);
    expect(lanes[0]?.epoch).toBe(await deployed().ledger.epoch());
  });

  it('is refused as the destination of a withdrawal by hand while it rests', async () => {
    await approve({ ...ACCOUNT_DRAFT, currency: 'BTC' });
    const wanted = {
      withdrawalAccountId: ACCOUNT_DRAFT.id,
      amount: '1',
      comment: 'at once, please',
    };
    const { status, body } = await withdraw(wanted);
    expect([status, body.type]).toEqual([409, 'urn:sluice:problem:account-cooling-off']);
  });

  it('that is registered already, just so, is answered as it is', async () => {
    const asked = await calls.createAccount(ACCOUNT_DRAFT);
    await calls.decide('approve', String(asked.body.id));
    const { status, body } = await calls.createAccount(ACCOUNT_DRAFT);
    expect([status, body.id, body.version]).toEqual([200, ACCOUNT_DRAFT.id, 1]);
  });

  it('never touches a lane that there is', async () => {
    const before = await deployed().ledger.readLanes(TENANT);
    await approve({ ...ACCOUNT_DRAFT, currency: 'BTC' });
    expect(await deployed().ledger.readLanes(TENANT)).toEqual(before);
  });

  it('rests again where money would go elsewhere, not where only its label is another', async () => {
    const controls = { ...CONTROLS, accountCoolingOffSeconds: 0, version: 2 };
    await commit({ kind: 'put-controls', controls });
    await approve(ACCOUNT_DRAFT);
    const read = async () => (await calls.read('GET /v1/accounts/{id}', ACCOUNT_DRAFT.id)).body;
    expect(await read()).not.toHaveProperty('usableFrom');
    const resting = { ...controls, accountCoolingOffSeconds: 3_600, version: 3 };
    await commit({ kind: 'put-controls', controls: resting });
    const put = async (body: object, ifMatch: string) => {
      const asked = await calls.putAccount(ACCOUNT_DRAFT.id, body, ifMatch);
      expect(asked.status).toBe(202);
      await calls.decide('approve', String(asked.body.id));
    };
    await put({ ...ACCOUNT_DRAFT, label: 'Vault of ETH' }, '"1"');
    expect(await read()).not.toHaveProperty('usableFrom');
    await put({ ...ACCOUNT_DRAFT, details: { address: '0xother' } }, '"2"');
    expect(await read()).toHaveProperty('usableFrom');
  });

  it('keeps its details as they were sent, also those that look like methods', async () => {
    const details = { toString: 'a', hasOwnProperty: 'b', prototype: { valueOf: 'c' } };
    await approve({ ...ACCOUNT_DRAFT, details });
    const { body } = await calls.read('GET /v1/accounts/{id}', ACCOUNT_DRAFT.id);
    expect(body.details).toEqual(details);
  });

  it('is found by its id in whatever letters, by a rule and by a withdrawal by hand', async () => {
    const upper = RULE.withdrawalAccountId.toUpperCase();
    const asked = await calls.putRule({ withdrawalAccountId: upper });
    expect(asked.status).toBe(202);
    const wanted = { withdrawalAccountId: upper, amount: '1', comment: 'at once, please' };
    const byHand = await withdraw(wanted);
    expect(byHand.body.type).not.toBe('urn:sluice:problem:account-not-registered');
  });

  it('with letters of two scripts in its name is shown as such to whoever approves', async () => {
    const { body } = await calls.createAccount({ ...ACCOUNT_DRAFT, label: 'ETH v\u0430ult' });
    expect(String(body.widens)).toContain('letters of Latin and Cyrillic are mixed in it');
  });

  it('has a name of its own, that looks like what it is', async () => {
    for (const label of ['ETH vault ', 'ETH\u200B vault', 'tluav \u202EHTE']) {
      expect((await calls.createAccount({ ...ACCOUNT_DRAFT, label })).status).toBe(422);
    }
    await approve(ACCOUNT_DRAFT);
    const other = { ...ACCOUNT_DRAFT, id: crypto.randomUUID(), label: 'eth VAULT' };
    const twin = await calls.createAccount(other);
    expect([twin.status, twin.body.fields]).toMatchObject([422, [{ field: 'label' }]]);
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
      JSON.parse('{"__proto__":{"address":"another"}}'),
      { constructor: 'another' },
      { a: [{ constructor: null }] },
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
    // What is closed is not there again under its own name in other letters.
    const twin = await calls.createAccount(spelled);
    expect(twin.status).toBe(422);
    expect(twin.body.fields).toMatchObject([{ field: 'id' }]);
    const { body } = await calls.read('GET /v1/accounts/{id}/history', RULE.withdrawalAccountId);
    expect(body.items).toHaveLength(2);
    expect(body.items).toMatchObject([{ activeSince: closed.body.deletedAt }, {}]);
  });
});

describe('the controls', () => {
  it('stay in the reporting currency of the stage', async () => {
    const refused = await calls.putControls({ ...CONTROLS_DRAFT, reportingCurrency: 'EUR' });
    expect([refused.status, refused.body.code]).toEqual([422, 'policy-conflict']);
    expect(refused.body.fields).toMatchObject([
      { field: 'reportingCurrency', accepted: '"USD", the reporting currency of the stage' },
    ]);
  });

  it('narrow at once, widen by two people, and need their mode named', async () => {
    const narrower = { ...CONTROLS_DRAFT, trades: { ...CONTROLS.trades, maximumNotional: '5' } };
    const narrowed = await calls.putControls(narrower);
    expect([narrowed.status, narrowed.headers.etag]).toEqual([200, '"2"']);
    const wider = await calls.putControls({ ...narrower, automaticSettlement: true }, '"2"');
    expect([wider.status, wider.body.widens]).toEqual([
      202,
      ['"Balances alone may settle": evidence alone may settle'],
    ]);
    const { mode: _, ...unsaid } = narrower;
    const refused = await calls.putControls(unsaid, '"2"');
    expect([refused.status, refused.body.fields]).toMatchObject([422, [{ field: 'mode' }]]);
  });

  it('are halted in one call by everybody above viewer, with a comment, and stay so', async () => {
    expect((await calls.halt({ comment: 'odd' }, { groups: '[viewer]' })).status).toBe(403);
    expect((await calls.halt({}, { groups: '[trader]' })).status).toBe(422);
    const halted = await calls.halt(
      { comment: 'strange sweep' },
      { by: 'tina', groups: '[trader]' },
    );
    expect([halted.status, halted.body]).toMatchObject([
      200,
      {
        generation: 1,
        mode: 'halted',
        because: { by: 'tina', comment: 'strange sweep' },
        unaudited: 1,
      },
    ]);
    const again = await calls.halt({ comment: 'me too' }, { by: 'ada', groups: '[approver]' });
    expect([again.status, again.body.generation]).toEqual([200, 2]);
    // The controls are what they were: what is changed of them leaves the halt.
    const narrowed = await calls.putControls({ ...CONTROLS_DRAFT, approvalExpirySeconds: 60 });
    expect(narrowed.status).toBe(200);
    const { body } = await calls.read('GET /v1/controls');
    expect(body).toMatchObject({
      mode: 'live',
      version: 2,
      halt: { mode: 'halted', unaudited: 0 },
    });
  });

  it('go on by two people, who name the halt, and what they were halted for is gone', async () => {
    await calls.halt({ comment: 'strange sweep' });
    const asked = await calls.resume({ comment: 'explained: a deposit' });
    expect([asked.status, asked.body.resumption, asked.body.comment]).toEqual([
      202,
      { generation: 1 },
      'explained: a deposit',
    ]);
    expect((await calls.policy()).halt.mode).toBe('halted');
    const own = await calls.decide('approve', String(asked.body.id), 'tess');
    expect(own.status).toBe(403);
    await calls.decide('approve', String(asked.body.id));
    const { controls, halt } = await calls.policy();
    expect(controls).toEqual(CONTROLS);
    expect(halt).toMatchObject({
      generation: 2,
      mode: 'live',
      resumed: { generation: 1, by: 'tess', approvedBy: 'ada' },
    });
    expect(halt.because).toBeUndefined();
    expect(await calls.audit()).toEqual([
      'halt halt tess',
      'propose-change halt tess',
      'approve-change controls tess ada',
    ]);
  });

  it('shows the halt with the ETag that going on names, and refuses to go on without it', async () => {
    const halted = await calls.halt({ comment: 'strange sweep' });
    expect(halted.body.names).toMatchObject({ people: { tess: 'Tess Berger' } });
    const shown = await calls.read('GET /v1/controls/halt');
    expect([shown.status, shown.body, shown.headers.etag]).toEqual([
      200,
      { ...halted.body, unaudited: 0 },
      expect.stringMatching(/^"1\./),
    ]);
    expect(halted.headers.etag).toBe('"1"');
    const unseen = await calls.manage(
      'POST /v1/controls/resume',
      null,
      { comment: 'explained' },
      {},
    );
    expect([unseen.status, unseen.body.type, unseen.headers.etag]).toEqual([
      428,
      'urn:sluice:problem:if-match-missing',
      '"1"',
    ]);
  });

  it('halt one currency, and go on with it by two people', async () => {
    const halted = await calls.halt({ comment: 'fork', currency: 'BTC' });
    expect([halted.status, Object.keys(Object(halted.body.currencies))]).toEqual([200, ['BTC']]);
    const odd = await calls.halt({ comment: 'fork', currency: 'BTV' });
    expect([odd.status, odd.body.fields]).toMatchObject([
      422,
      [{ field: 'currency', accepted: expect.stringMatching(/^BTC\?/) }],
    ]);
    const asked = await calls.resume({ comment: 'over', currency: 'BTC' });
    expect(asked.body.resumption).toEqual({ generation: 1, currency: 'BTC' });
    await calls.decide('approve', String(asked.body.id));
    expect((await calls.policy()).halt).toMatchObject({ generation: 2, currencies: {} });
  });

  it('do not resume after another halt meanwhile', async () => {
    await calls.halt({ comment: 'strange sweep' });
    const asked = await calls.resume({ comment: 'explained: a deposit' });
    await calls.halt({ comment: 'and another one' }, { by: 'tina', groups: '[trader]' });
    const late = await calls.decide('approve', String(asked.body.id));
    expect(late.body.type).toBe('urn:sluice:problem:change-superseded');
    const old = await calls.resume({ comment: 'explained', generation: 1 });
    expect([old.status, old.body.type]).toEqual([412, 'urn:sluice:problem:halt-changed']);
    expect((await calls.policy()).halt).toMatchObject({ generation: 2, mode: 'halted' });
  });

  it('that were halted before the kill switch stood by itself go on by two people', async () => {
    const haltedBecause = { at: '2026-01-05T09:00:00.000Z', by: 'tina', comment: 'odd' };
    const controls = { ...CONTROLS, mode: 'halted', haltedBecause, version: 2 } as const;
    await commit({ kind: 'put-controls', controls });
    const asked = await calls.resume({ comment: 'explained: a deposit' });
    expect(asked.body.widens).toEqual(['"Mode" goes from halted to live']);
    await calls.decide('approve', String(asked.body.id));
    expect((await calls.policy()).controls).toEqual({ ...CONTROLS, version: 3 });
  });

  it('that are not halted are answered as they are', async () => {
    const { status, body } = await calls.resume({ comment: 'nothing is halted' });
    expect([status, body.mode]).toEqual([200, 'live']);
  });

  it('halted in both places go on in both, in one write', async () => {
    const controls = { ...CONTROLS, mode: 'halted', version: 2 } as const;
    await commit({ kind: 'put-controls', controls });
    await calls.halt({ comment: 'strange sweep' });
    const asked = await calls.resume({ comment: 'explained: a deposit' });
    await calls.decide('approve', String(asked.body.id));
    expect(await calls.policy()).toMatchObject({
      controls: { mode: 'live', version: 3 },
      halt: { mode: 'live', generation: 2 },
    });
  });

  it('show every version that stood', async () => {
    await calls.putControls({ ...CONTROLS_DRAFT, mode: 'halted' });
    const { body } = await calls.read('GET /v1/controls/history');
    expect(body.items).toMatchObject([
      { mode: 'halted', version: 2, activeSince: expect.any(String) },
      { mode: 'live', version: 1 },
    ]);
    // It follows from the seal, which no reader sees.
    expect(JSON.stringify(body.items)).not.toContain('"seal"');
  });
});

describe('a change of the controls that was proposed before a halt', () => {
  it('does not end it', async () => {
    const asked = await calls.putControls({ ...CONTROLS_DRAFT, automaticSettlement: true });
    await calls.halt({ comment: 'strange sweep' });
    await calls.decide('approve', String(asked.body.id));
    expect((await calls.policy()).halt.mode).toBe('halted');
  });
});

describe('a halt', () => {
  it('stops what was approved and not sent', async () => {
    const approved = await decided();
    await calls.halt({ comment: 'strange sweep' });
    expect(approved.Records).toHaveLength(1);
    await deployed().invoke('send-withdrawal', approved);
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(0);
  });
});

describe('the format of the ledger', () => {
  it('is what this release reads already: raising it writes nothing, and takes the role', async () => {
    const raised = await calls.raiseFormat();
    expect([raised.status, raised.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect((await calls.policy()).controls).toEqual(CONTROLS);
    expect((await calls.raiseFormat('"1"', { groups: '[approver]' })).status).toBe(403);
  });

  it('refuses changes of the policy where a later release has raised it, and says why', async () => {
    const controls = { ...CONTROLS, format: READS.to + 1, version: 2 };
    await deployed().ledger.commit(TENANT, [{ kind: 'put-controls', controls }]);
    const narrowed = await calls.putControls({ ...CONTROLS_DRAFT, mode: 'halted' }, '"2"');
    expect([narrowed.status, narrowed.body.type, narrowed.body.detail]).toEqual([
      409,
      'urn:sluice:problem:newer-version',
      expect.stringContaining(`its format is ${READS.to + 1}`),
    ]);
    expect((await calls.raiseFormat('"2"')).body.type).toBe('urn:sluice:problem:newer-version');
    expect((await calls.halt({ comment: 'a strange sweep' })).status).toBe(200);
  });
});
