import { describe, expect, it } from 'vitest';
import type { Item } from '../../../adapters/store/item.ts';
import { sweepInstructionId } from '../../../treasury/instructions/instruction-id.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps, seen } from './deployment-steps.ts';

const { deployed, output } = deployedForEachTest();
const steps = deploymentSteps(deployed);
const { tick } = steps;

/** A snapshot of a tick of its own, handed to those who keep the books; its item. */
async function snapshot(): Promise<Item> {
  const at = tick();
  const [item] = (await steps.snapshot(at)).Records.map(({ dynamodb }) => dynamodb.NewImage);
  if (item === undefined) throw new Error(`no snapshot of ${at.scheduledFor}`);
  expect(await keep(item)).toEqual({ batchItemFailures: [] });
  return item;
}

const keep = async (item: Item) => await deployed().invoke('update-books', streamEvent(item));

interface Found {
  readonly id: string;
  readonly version: number;
  readonly currency: string;
  readonly amount: string;
  readonly severity: string;
  readonly message: string;
  readonly status: Readonly<Record<string, unknown>>;
}

async function breaks(query: Readonly<Record<string, string>> = {}): Promise<readonly Found[]> {
  const { status, body } = await deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/breaks',
    query,
  });
  expect(status).toBe(200);
  const found = body.items as readonly Found[];
  const [first] = found;
  if (first === undefined) return found;
  const one = { routeKey: 'GET /v1/breaks/{id}', path: { id: first.id } };
  // One answer has its own names; a list has them beside its items.
  const { names: _, ...itself } = (await deployed().call('query-reports', one)).body;
  expect(itself).toEqual(first);
  return found;
}

interface Said {
  readonly by: string;
  readonly groups: string;
  readonly version: number;
  readonly body: object;
}

const say = (id: string, what: 'explain' | 'close', { by, groups, version, body }: Said) =>
  deployed().call('manage-breaks', {
    routeKey: `POST /v1/breaks/{id}/${what}`,
    path: { id },
    ...seen(version),
    groups,
    by,
    body,
  });

async function statement(path: string, query: Readonly<Record<string, string>>) {
  const routeKey = `GET /v1/reports/statement${path}`;
  return await deployed().call('query-reports', { routeKey, query });
}

async function sweep(item: Item): Promise<string> {
  await deployed().invoke('run-sweeps', streamEvent(item));
  const id = sweepInstructionId(RULE.id, item.sk?.S as Instant);
  await deployed().invoke('send-withdrawal', { tenant: TENANT, instructionId: id });
  return id;
}

describe('a difference in the books', () => {
  it('is a deposit that shows in the next snapshot, is named, closed, and in the statement', async () => {
    const first = await snapshot();
    deployed().sandbox.deposit({ currency: 'BTC', amount: '0.5' });
    const second = await snapshot();
    const [found] = await breaks({ state: 'open' });
    expect(found).toMatchObject({ currency: 'BTC', amount: '0.5', severity: 'notice' });
    const { id = '', version = 0 } = found ?? {};

    const treasurer = { by: 'tom', groups: '[treasurer]' };
    const early = { by: 'ann', groups: '[approver]', version, body: { comment: 'agreed' } };
    expect(codeOf(await say(id, 'close', early))).toBe('break-unexplained');
    const body = { kind: 'deposit', comment: 'customer payment 4711' };
    const stale = await say(id, 'explain', { ...treasurer, version: 9, body });
    expect([stale.status, codeOf(stale)]).toEqual([412, 'stale']);
    const named = await say(id, 'explain', { ...treasurer, version, body });
    expect(named).toMatchObject({ status: 200, body: { status: { state: 'explained' } } });
    const agreed = {
      by: 'ann',
      groups: '[approver]',
      version: version + 1,
      body: { comment: 'seen' },
    };
    expect(await say(id, 'close', agreed)).toMatchObject({ status: 200 });
    const otherwise = { ...agreed, version: version + 2, body: { comment: 'seen again' } };
    expect(codeOf(await say(id, 'close', otherwise))).toBe('break-closed');
    expect(await breaks({ state: 'open' })).toEqual([]);
    expect(await breaks({ state: 'closed' })).toMatchObject([{ id, status: { by: 'ann' } }]);

    // Delivered again, it changes nothing.
    const before = await deployed().ledgerItems();
    await keep(second);
    expect(await deployed().ledgerItems()).toEqual(before);

    const month = (first.sk?.S ?? '').slice(0, 7);
    const answer = await statement('', { month });
    expect(answer.body).toMatchObject({ state: 'open', later: [], statement: { digest: null } });
    const lines = await statement('/lines', { month, currency: 'BTC' });
    expect(lines.body.items).toMatchObject([
      { kind: 'opening', amount: '3.25', snapshot: first.sk?.S },
      {
        ...{ currency: 'BTC', kind: 'inflow', amount: '0.5', balance: '3.75', askedBy: 'tom' },
        ...{ approvedBy: ['ann'], description: 'deposit: customer payment 4711' },
      },
      { kind: 'revaluation', amount: null },
      { kind: 'closing', amount: '3.75', snapshot: second.sk?.S },
    ]);
    const text = (await statement('/lines', { month, currency: 'BTC', format: 'csv' })).text;
    expect(text).toContain(`,0.5,`);
    expect(text.split('\r\n')).toHaveLength(6);
  });

  it('is an alarm where money went without Sluice, and takes two people to be closed', async () => {
    await snapshot();
    deployed().sandbox.debit({ currency: 'ETH', amount: '1.5' });
    await snapshot();
    const [found] = await breaks({ state: 'open' });
    expect(found).toMatchObject({ currency: 'ETH', amount: '-1.5', severity: 'alarm' });
    expect(output()).toContain('money went out that nothing accounts for');
    expect(found?.message).toContain('1.5 went out unexplained');
    const { id = '', version = 0 } = found ?? {};
    const body = { kind: 'foreign-debit', comment: 'the service took it, ticket 12' };
    const tom = { by: 'tom', groups: '[treasurer]' };
    expect(await say(id, 'explain', { ...tom, version, body })).toMatchObject({ status: 200 });
    const alone = await say(id, 'close', {
      ...tom,
      version: version + 1,
      body: { comment: 'done' },
    });
    expect([alone.status, codeOf(alone)]).toEqual([403, 'maker-is-checker']);
    const viewer = {
      by: 'vic',
      groups: '[viewer]',
      version: version + 1,
      body: { comment: 'done' },
    };
    expect(codeOf(await say(id, 'close', viewer))).toBe('role-missing');
    const ann = {
      by: 'ann',
      groups: '[approver]',
      version: version + 1,
      body: { comment: 'done' },
    };
    expect(await say(id, 'close', ann)).toMatchObject({ status: 200 });
    const actions = (await deployed().ledgerItems())
      .filter(({ entity }) => entity?.S === 'audit-entry')
      .map(({ action }) => action?.S);
    expect(actions).toEqual(expect.arrayContaining(['explain-break', 'close-break']));
  });

  it('is in the file of breaks where its currency and its text are asked for, as in the list', async () => {
    // More digits than a moment in a message has: those of any time would be another's by chance.
    const TEXT = '2.512345';
    await snapshot();
    deployed().sandbox.deposit({ currency: 'BTC', amount: '0.5' });
    deployed().sandbox.deposit({ currency: 'ETH', amount: TEXT });
    await snapshot();
    const [{ id: btcId = '' } = {}] = await breaks({ currency: 'BTC' });
    const [{ id: ethId = '' } = {}] = await breaks({ currency: 'ETH' });
    expect([btcId, ethId]).toEqual([
      expect.stringMatching(/-BTC$/),
      expect.stringMatching(/-ETH$/),
    ]);

    const idsIn = async (format: string, query: Readonly<Record<string, string>>) => {
      const { status, text } = await deployed().call('query-reports', {
        routeKey: 'GET /v1/reports/breaks',
        query: { ...query, format, whole: 'true' },
      });
      expect(status).toBe(200);
      return [btcId, ethId].filter((id) => text.includes(id));
    };
    for (const format of ['csv', 'json']) {
      expect(await idsIn(format, {})).toEqual([btcId, ethId]);
      expect(await idsIn(format, { currency: 'ETH' })).toEqual([ethId]);
      expect(await idsIn(format, { currency: 'eth' })).toEqual([ethId]);
      expect(await idsIn(format, { text: TEXT })).toEqual([ethId]);
      expect(await idsIn(format, { currency: 'BTC', text: TEXT })).toEqual([]);
    }
    expect(await breaks({ text: TEXT })).toMatchObject([{ id: ethId }]);
  });

  it('is none where a sweep accounts for it, with who asked for it', async () => {
    const id = await sweep(await snapshot());
    const second = await snapshot();
    expect(await breaks()).toEqual([]);
    const { body } = await deployed().call('query-reports', {
      routeKey: 'GET /v1/reports/flows',
      query: { currency: 'BTC' },
    });
    expect(body.items).toMatchObject([
      {
        snapshot: second.sk?.S,
        opening: '3.25',
        movements: [
          {
            kind: 'withdrawal',
            instructionId: id,
            amount: '-2.25',
            askedBy: `rule ${RULE.id}`,
            approvedBy: [`rule ${RULE.id}`],
          },
        ],
        unexplained: '0',
        closing: '1',
      },
    ]);
  });

  it('is open while an outcome is not known, names the request, and is closed by its settlement', async () => {
    const first = await snapshot();
    deployed().sandbox.queueFault({
      on: 'POST /v1/withdrawals',
      fault: { kind: 'execute-then-reset-before-headers' },
      times: 1,
    });
    const id = await sweep(first);
    expect((await deployed().ledger.readInstruction(TENANT, id))?.status.state).toBe('unknown');
    await snapshot();
    const [open] = await breaks({ state: 'open' });
    expect(open).toMatchObject({ currency: 'BTC', amount: '-2.25', mayBe: [id] });
    await settledAsExecuted(id);
    await snapshot();
    expect(await breaks({ state: 'open' })).toEqual([]);
    expect(await breaks()).toMatchObject([
      { id: open?.id, status: { state: 'closed', how: 'settlement', instructionIds: [id] } },
    ]);
  });
});

async function settledAsExecuted(id: string): Promise<void> {
  await deployed().invoke('watchdog', { tenant: TENANT, scheduledFor: new Date().toISOString() });
  const instruction = await deployed().ledger.readInstruction(TENANT, id);
  const evidence = instruction?.evidence?.digest;
  const say = (by: string, route: 'settle' | 'settle/retract' = 'settle') =>
    deployed().call('settle-instruction', {
      routeKey: `POST /v1/withdrawals/{id}/${route}`,
      path: { id },
      groups: '[treasurer]',
      by,
      ...(route === 'settle' && {
        headers: { 'if-match': `"${evidence}"` },
        body: { executed: true, comment: 'row 3 of the statement' },
      }),
    });
  expect((await say('tom')).status).toBe(202);
  // What is taken back counts for nothing: it takes two after it, as before.
  expect((await say('tom', 'settle/retract')).status).toBe(200);
  expect((await say('tom')).status).toBe(202);
  expect((await say('ann')).status).toBe(200);
}
