import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { MAX_STATEMENTS_OF_ONE } from '../../../treasury/ledger/statement-room.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps, seen } from './deployment-steps.ts';

/*
 * What one person adds to an item that others need: an attacker repeats statements, or changes them for ever, in the
 * largest form that is accepted. The item keeps room for its end, whoever filled it, and a repetition writes nothing.
 */

const { deployed } = deployedForEachTest({}, 'agreed');
const steps = deploymentSteps(deployed);
const { belowMarket, trade, watch } = steps;

/** The largest comment that is accepted: three bytes for each character. */
const large = (nth: number) => `${nth} `.padEnd(1_000, '\u20ac');

/** One person: every role there is, and two sessions. */
const MALLORY = { by: 'mallory', groups: '[trader treasurer approver admin]' } as const;
const SESSIONS = [{ origin_jti: 'first-session' }, { origin_jti: 'second-session' }] as const;
const BOB = { by: 'bob', groups: '[treasurer]' } as const;
const ANN = { by: 'ann', groups: '[approver]' } as const;

async function snapshot(): Promise<void> {
  const taken = await steps.snapshot();
  const items = taken.Records.map(({ dynamodb }) => dynamodb.NewImage);
  await deployed().invoke('update-books', streamEvent(...items));
}

/** Money that went out unexplained, once for each amount. */
async function debited(...amounts: readonly string[]): Promise<readonly Found[]> {
  await snapshot();
  for (const amount of amounts) {
    deployed().sandbox.debit({ currency: 'ETH', amount });
    await snapshot();
  }
  const { body } = await deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/breaks',
    query: { state: 'open' },
  });
  return body.items as readonly Found[];
}

interface Found {
  readonly id: string;
  readonly version: number;
  readonly history: readonly unknown[];
}

const breakNow = async (id: string): Promise<Found> => {
  const routeKey = 'GET /v1/breaks/{id}';
  return (await deployed().call('query-reports', { routeKey, path: { id } })).body as never;
};

type Who = { readonly by: string; readonly groups: string; readonly claims?: object };

async function onBreak(what: 'explain' | 'close', id: string, who: Who, body: object) {
  const { version } = await breakNow(id);
  return await deployed().call('manage-breaks', {
    routeKey: `POST /v1/breaks/{id}/${what}`,
    path: { id },
    ...seen(version),
    ...who,
    body,
  } as never);
}

/** Explains it again and again, always otherwise, until that is refused. */
async function filled(id: string): Promise<{ readonly taken: number; readonly refused: string }> {
  for (let nth = 1; nth < 140; nth++) {
    const who = { ...MALLORY, claims: SESSIONS[nth % 2] ?? {} };
    const said = await onBreak('explain', id, who, { kind: 'other', comment: large(nth) });
    if (said.status !== 200) return { taken: nth - 1, refused: codeOf(said) };
  }
  return { taken: 140, refused: 'never' };
}

describe('a break that one person fills', () => {
  it('takes a bounded number of explanations, and is explained and closed by others', async () => {
    const [found] = await debited('1');
    const id = found?.id ?? '';
    expect(await filled(id)).toEqual({
      taken: MAX_STATEMENTS_OF_ONE,
      refused: 'too-many-statements',
    });
    const other = { kind: 'fee', comment: large(0) };
    expect((await onBreak('explain', id, BOB, other)).status).toBe(200);
    expect((await onBreak('close', id, ANN, { comment: large(0) })).status).toBe(200);
  });

  it('is closed by another person at once, whoever filled it', async () => {
    const [found] = await debited('1');
    const id = found?.id ?? '';
    await filled(id);
    expect((await onBreak('close', id, ANN, { comment: large(0) })).status).toBe(200);
  });

  it('is not written by a repetition, whatever version the repetition names', async () => {
    const [found] = await debited('1');
    const { id = '', version = 0 } = found ?? {};
    const body = { kind: 'fee', comment: 'charged by the service' };
    const say = (what: 'explain' | 'close', who: Who, said: object, at: number) =>
      deployed().call('manage-breaks', {
        routeKey: `POST /v1/breaks/{id}/${what}`,
        path: { id },
        ...seen(at),
        ...who,
        body: said,
      } as never);
    const first = await say('explain', BOB, body, version);
    const before = await deployed().ledgerItems();
    const again = await say('explain', BOB, body, version);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await say('explain', BOB, body, version + 1);
    expect(await deployed().ledgerItems()).toEqual(before);
    await say('close', ANN, { comment: 'seen' }, version + 1);
    const closed = await deployed().ledgerItems();
    expect((await say('close', ANN, { comment: 'seen' }, version + 1)).status).toBe(200);
    expect(await deployed().ledgerItems()).toEqual(closed);
  });

  it('is no obstacle to the others of a set: each is answered by itself', async () => {
    const [one, two] = await debited('1', '2');
    await filled(one?.id ?? '');
    const ids = [one?.id, two?.id];
    const select = await deployed().call('manage-breaks', {
      routeKey: 'POST /v1/breaks/select',
      ...MALLORY,
      body: { ids },
    });
    const answer = await deployed().call('manage-breaks', {
      routeKey: 'POST /v1/breaks/explain',
      ...MALLORY,
      headers: { 'if-match': String(select.headers.etag) },
      body: { ids, kind: 'other', comment: 'once more' },
    });
    expect([answer.status, answer.body.items]).toMatchObject([
      200,
      [{ result: 'refused', code: 'too-many-statements' }, { result: 'done' }],
    ]);
  });

  it('is a problem, and none of the others of its set, where the store takes no more of it', async () => {
    const [one, two] = await debited('1', '2');
    const hand = tableHand(() => deployed().ledgerTable);
    const key = ledgerKeys.break(TENANT, one?.id ?? '');
    const item = await hand.read(key);
    const fact = { code: 'commented', comment: 'x'.repeat(40_600) };
    const line = { at: instantOf(0), state: 'open', by: 'sluice', fact };
    await hand.put({ ...item, history: Array.from({ length: 10 }, () => line) });
    const body = { kind: 'fee', comment: large(0) };
    const alone = await onBreak('explain', one?.id ?? '', BOB, body);
    expect([alone.status, codeOf(alone)]).toEqual([409, 'item-too-large']);
    const ids = [one?.id, two?.id];
    const set = { routeKey: 'POST /v1/breaks/select', ...BOB, body: { ids } };
    const { headers } = await deployed().call('manage-breaks', set);
    const answer = await deployed().call('manage-breaks', {
      routeKey: 'POST /v1/breaks/explain',
      ...BOB,
      headers: { 'if-match': String(headers.etag) },
      body: { ids, ...body },
    });
    expect(answer.body.items).toMatchObject([
      { result: 'refused', code: 'item-too-large' },
      { result: 'done' },
    ]);
  });
});

/** A trade whose answer never came, with the evidence of a later snapshot. */
async function unknownTrade() {
  const fault = { kind: 'execute-then-reset-before-headers' } as const;
  deployed().sandbox.queueFault({ on: 'POST /v1/trades', fault });
  const wanted = belowMarket('1');
  const id = String((await trade(wanted)).body.id);
  await steps.snapshot({ tenant: TENANT, scheduledFor: instantOf(Date.now() - 500) });
  await watch();
  const { evidence } = (await instruction(id)) as { evidence: { digest: string } };
  return { id, fill: { base: '1', quote: wanted.price }, evidence: evidence.digest };
}

const instruction = async (id: string) =>
  (await deployed().call('query-ledger', { routeKey: 'GET /v1/instructions/{id}', path: { id } }))
    .body;

const onTrade = (id: string, who: Who, evidence: string, body?: object) =>
  deployed().call('settle-instruction', {
    routeKey: `POST /v1/trades/{id}/settle${body === undefined ? '/retract' : ''}`,
    path: { id },
    ...who,
    ...(body === undefined ? {} : { ...seen(evidence), body }),
  } as never);

describe('an instruction that one person fills', () => {
  it('is not written by a repetition of what stands', async () => {
    const { id, fill, evidence } = await unknownTrade();
    const body = { executed: true, fill, comment: large(0) };
    const first = await onTrade(id, MALLORY, evidence, body);
    const before = await deployed().ledgerItems();
    for (const claims of SESSIONS) {
      const again = await onTrade(id, { ...MALLORY, claims }, evidence, body);
      expect([again.status, again.body]).toEqual([202, first.body]);
    }
    expect(await deployed().ledgerItems()).toEqual(before);
    expect((await onTrade(id, BOB, evidence, body)).status).toBe(200);
  });

  it('takes a bounded number of statements and retractions, and is settled by others', async () => {
    const { id, fill, evidence } = await unknownTrade();
    const codes = new Set<string>();
    for (let nth = 1; nth <= 20; nth++) {
      const body = { executed: true, fill, comment: large(nth) };
      const said = await onTrade(id, MALLORY, evidence, body);
      if (said.status !== 202) codes.add(codeOf(said));
      expect(said.status).toBeLessThan(500);
      await onTrade(id, MALLORY, evidence);
    }
    expect([...codes]).toEqual(['too-many-statements']);
    const { history } = (await instruction(id)) as { history: readonly unknown[] };
    expect(history.length).toBeLessThan(MAX_STATEMENTS_OF_ONE + 10);
    const body = { executed: true, fill, comment: large(0) };
    expect((await onTrade(id, BOB, evidence, body)).status).toBe(202);
    expect((await onTrade(id, MALLORY, evidence, body)).status).toBe(200);
  });
});

describe('a resumption that one person proposes again and again', () => {
  it('is one proposal, and the audit log grows by one entry', async () => {
    const halted = await deployed().call('halt', {
      routeKey: 'POST /v1/controls/halt',
      ...MALLORY,
      body: { comment: 'a drill' },
    });
    const resume = (claims: object) =>
      deployed().call('manage-policy', {
        routeKey: 'POST /v1/controls/resume',
        ...MALLORY,
        claims,
        headers: { 'if-match': String(halted.headers.etag) },
        body: { mode: 'live', comment: 'the drill is over' },
      } as never);
    const first = await resume(SESSIONS[0]);
    expect(first.status).toBe(202);
    const before = await deployed().ledgerItems();
    for (const claims of SESSIONS) {
      const again = await resume(claims);
      expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    }
    expect(await deployed().ledgerItems()).toEqual(before);
  });
});
