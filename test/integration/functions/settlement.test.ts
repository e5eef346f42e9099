import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { ExecutedAmounts } from '../../../treasury/outcomes/outcome.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { deploymentSteps, seen } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { belowMarket, snapshot, sweep, trade, watch } = deploymentSteps(deployed);

const SETTLE = '/v1/trades/{id}/settle';
const COMMENT = 'not on the statement of the service';

/** A trade whose answer never came, with the evidence of a later snapshot. */
async function unknownTrade(): Promise<{
  readonly id: string;
  readonly fill: ExecutedAmounts;
  readonly evidence: string;
}> {
  const fault = { kind: 'execute-then-reset-before-headers' } as const;
  deployed().sandbox.queueFault({ on: 'POST /v1/trades', fault });
  const wanted = belowMarket('1');
  const { status, body } = await trade(wanted);
  expect(status).toBe(202);
  const id = String(body.id);
  await snapshot({ tenant: TENANT, scheduledFor: instantOf(Date.now() - 500) });
  await watch();
  const { evidence } = (await read(`/v1/instructions/{id}`, id)).body;
  const fill = { base: '1', quote: wanted.price };
  return { id, fill, evidence: (evidence as { digest: string }).digest };
}

const read = (route: string, id?: string) =>
  deployed().call('query-ledger', {
    routeKey: `GET ${route}`,
    ...(id === undefined ? {} : { path: { id } }),
  });

interface Word {
  readonly evidence?: string;
  readonly [field: string]: unknown;
}

/** The evidence that was seen is the If-Match. */
const say = (id: string, by: string, { evidence, ...body }: Word, change: Partial<ApiCall> = {}) =>
  deployed().call('settle-instruction', {
    routeKey: `POST ${SETTLE}`,
    path: { id },
    groups: '[treasurer]',
    by,
    ...seen(evidence),
    body,
    ...change,
  });

const takeBack = (id: string, by: string) =>
  deployed().call('settle-instruction', {
    routeKey: `POST ${SETTLE}/retract`,
    path: { id },
    groups: '[approver]',
    by,
  });

describe('the first word, for a person who can also write to the table', () => {
  const within = (name: string, change: (part: RawItem) => RawItem) => (item: RawItem) => ({
    ...item,
    [name]: change(item[name] as RawItem),
  });
  const word = (change: (said: RawItem) => RawItem) => within('settlement', change);
  const { read: readItem, put } = tableHand(() => deployed().ledgerTable);
  const keyOf = (id: string) => ledgerKeys.instruction(TENANT, id);

  const FORGED: Readonly<Record<string, (item: RawItem) => RawItem>> = {
    'in the name of another': word((said) => ({ ...said, by: 'eve' })),
    'of another time': word((said) => ({ ...said, at: new Date().toISOString() })),
    'with other amounts': word((said) => ({ ...said, fill: { base: '0.1', quote: '6000' } })),
    'with another outcome': word(({ fill: _, ...said }) => ({ ...said, executed: false })),
    'about another request': (item) => ({ ...item, createdAt: new Date().toISOString() }),
    'about another answer': within('status', (status) => ({ ...status, cause: 'timeout' })),
    'without a seal': word(({ seal: _, ...said }) => said),
  };

  it(`counts for nothing, and halts: ${Object.keys(FORGED).join(', ')}`, async () => {
    const { id, fill, evidence } = await unknownTrade();
    const body = { executed: true, fill, comment: COMMENT, evidence };
    expect((await say(id, 'ada', body)).status).toBe(202);
    const said = await readItem(keyOf(id));
    for (const [forgery, forged] of Object.entries(FORGED)) {
      const before = await deployed().ledger.readHalt(TENANT);
      await put(forged(said));
      const first = await say(id, 'bob', body);
      expect([first.status, first.body.settlement], forgery).toMatchObject([202, { by: 'bob' }]);
      const halt = await deployed().ledger.readHalt(TENANT);
      expect(halt.generation, forgery).toBe(before.generation + 1);
      expect(halt.because).toMatchObject({
        trigger: 'tampering',
        found: { code: 'settlement-unsealed', instructionId: id },
      });
      for (const { status } of await deployed().ledger.readLanes(TENANT)) {
        expect(status.state, forgery).toBe('unknown');
      }
    }
    // From here on it takes two, as ever.
    expect((await say(id, 'cid', body)).status).toBe(200);
  });

  it('waits for keys that are out of reach: nothing is said or settled without them', async () => {
    const { id, fill, evidence } = await unknownTrade();
    const body = { executed: true, fill, comment: COMMENT, evidence };
    deployed().kms.become('failing');
    const unsaid = await say(id, 'ada', body);
    expect([unsaid.status, unsaid.body.type]).toEqual([
      503,
      'urn:sluice:problem:seals-unavailable',
    ]);
    deployed().kms.become('well');
    expect((await say(id, 'ada', body)).status).toBe(202);
    deployed().kms.become('failing');
    expect((await say(id, 'bob', body)).status).toBe(503);
    deployed().kms.become('well');
    expect((await say(id, 'bob', body)).status).toBe(200);
  });

  it('is never shown with its seal', async () => {
    const { id, fill, evidence } = await unknownTrade();
    const body = { executed: true, fill, comment: COMMENT, evidence };
    const shown = [await say(id, 'ada', body), await read('/v1/instructions/{id}', id)];
    const other = { base: '0.5', quote: String(Number(fill.quote) / 2) };
    shown.push(await say(id, 'bob', { ...body, fill: other }), await takeBack(id, 'ada'));
    expect(JSON.stringify(shown.map((each) => each.body))).not.toContain('"mac"');
    expect(JSON.stringify(await deployed().ledgerItems())).toContain('withdraw-settlement');
  });
});

describe('POST /v1/trades/{id}/settle, and /settle/retract', () => {
  it('answer 202 to the first person and 200 to the second', async () => {
    const { id, fill, evidence } = await unknownTrade();
    const body = { executed: true, fill, comment: 'found on the statement', evidence };
    const first = await say(id, 'ada', body);
    expect([first.status, first.body.settlement]).toMatchObject([202, { by: 'ada' }]);
    const lanes = (await read('/v1/lanes')).body.items;
    expect(lanes).toMatchObject([
      {
        currency: 'BTC',
        state: 'unknown',
        blockedBy: { next: expect.stringContaining('ada says') },
      },
      { currency: 'USD', state: 'unknown' },
    ]);
    expect(JSON.stringify([first.body, lanes])).not.toContain('nonce');
    expect((await say(id, 'ada', body)).status).toBe(202);
    const second = await say(id, 'bob', body, { groups: '[approver]' });
    expect([second.status, second.body.status]).toMatchObject([
      200,
      { state: 'confirmed', confirmation: { by: ['ada', 'bob'], fill } },
    ]);
    expect((await read('/v1/lanes')).body.items).toMatchObject([
      { state: 'idle' },
      { state: 'idle' },
    ]);
  });

  it('are for treasurers and approvers', async () => {
    for (const groups of ['[viewer]', '[trader]', '']) {
      const { status, body } = await say('i-1', 'ada', {}, { groups });
      expect([status, body.type]).toEqual([403, 'urn:sluice:problem:role-missing']);
    }
  });

  it('name each field that is not accepted, and change nothing', async () => {
    const { id, evidence } = await unknownTrade();
    const { status, body } = await say(id, 'ada', {
      executed: 'yes',
      comment: 'x',
      more: 1,
      evidence,
    });
    expect(status).toBe(422);
    expect((body.fields as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'comment',
      'executed',
      'more',
    ]);
    expect((await read('/v1/instructions/{id}', id)).body.settlement).toBeUndefined();
  });

  it.each([
    ['not executed within the quarantine', { executed: false }, 409, 'in-quarantine'],
    ['an execution without amounts', { executed: true }, 422, 'fill-missing'],
    [
      'more than was asked for',
      { executed: true, fill: { base: '2', quote: '120000' } },
      422,
      'fill-mismatch',
    ],
    [
      'a withdrawal id for a trade',
      { executed: true, withdrawalId: 'w' },
      422,
      'withdrawal-id-mismatch',
    ],
  ])('refuse %s', async (_what, change, status, code) => {
    const { id, evidence } = await unknownTrade();
    const refused = await say(id, 'ada', { evidence, comment: COMMENT, ...change });
    expect([refused.status, refused.body.type]).toEqual([status, `urn:sluice:problem:${code}`]);
    expect((await read('/v1/instructions/{id}', id)).body.settlement).toBeUndefined();
  });

  it('refuse other evidence than what stands', async () => {
    const { id, fill } = await unknownTrade();
    const body = { executed: true, fill, comment: COMMENT, evidence: '0123456789abcdef' };
    const refused = await say(id, 'ada', body);
    expect([refused.status, refused.body.type]).toEqual([
      412,
      'urn:sluice:problem:evidence-changed',
    ]);
  });

  it('refuse a word without the evidence that it rests on, and name it', async () => {
    const { id, fill, evidence } = await unknownTrade();
    const body = { executed: true, fill, comment: COMMENT };
    const unseen = await say(id, 'ada', body);
    expect([unseen.status, unseen.body.type, unseen.headers.etag]).toEqual([
      428,
      'urn:sluice:problem:if-match-missing',
      `"${evidence}"`,
    ]);
    const vague = await say(id, 'ada', body, { headers: { 'if-match': '*' } });
    expect([vague.status, vague.body.type]).toEqual([412, 'urn:sluice:problem:stale']);
    expect((await read('/v1/trades/{id}', id)).headers.etag).toMatch(
      new RegExp(`^"${evidence}\\.`),
    );
  });

  it('answer 404 for what is not there', async () => {
    const body = { executed: true, comment: COMMENT, evidence: '0123456789abcdef' };
    expect((await say('no-such', 'ada', body)).status).toBe(404);
    expect((await say('x'.repeat(201), 'ada', body)).status).toBe(404);
    expect((await takeBack('no-such', 'ada')).status).toBe(404);
  });

  it('let the person who said it take it back, and no other', async () => {
    const { id, fill, evidence } = await unknownTrade();
    await say(id, 'ada', { executed: true, fill, comment: COMMENT, evidence });
    expect((await takeBack(id, 'bob')).status).toBe(403);
    const { status, body } = await takeBack(id, 'ada');
    expect([status, body.settlement]).toEqual([200, undefined]);
  });

  it('show an anomaly with what was asked and what was answered', async () => {
    const fault = { kind: 'contradicting-200', what: 'account' } as const;
    deployed().sandbox.queueFault({ on: 'POST /v1/withdrawals', fault });
    await sweep();
    const lanes = (await read('/v1/lanes')).body.items;
    expect(lanes).toMatchObject([
      {
        currency: 'BTC',
        state: 'anomaly',
        blockedBy: { why: expect.stringMatching(/asked for account .*, answered with/) },
      },
      {},
    ]);
    expect((await read('/v1/controls')).body.halt).toMatchObject({
      because: { comment: expect.stringMatching(/asked: withdraw .* BTC to .*; answered: /) },
    });
  });
});
