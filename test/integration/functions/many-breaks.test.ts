import { describe, expect, it } from 'vitest';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const steps = deploymentSteps(deployed);
const calls = policyCalls(deployed);

async function snapshot(): Promise<void> {
  const taken = await steps.snapshot();
  const items = taken.Records.map(({ dynamodb }) => dynamodb.NewImage);
  expect(await deployed().invoke('update-books', streamEvent(...items))).toEqual({
    batchItemFailures: [],
  });
}

async function moved(
  ...movements: readonly (readonly [what: 'deposit' | 'debit', currency: string, amount: string])[]
) {
  await snapshot();
  for (const [what, currency, amount] of movements) {
    deployed().sandbox[what]({ currency, amount });
    await snapshot();
  }
}

interface Who {
  readonly by?: string;
  readonly groups?: string;
}
type Answer = Awaited<ReturnType<typeof select>>;

const select = (body: object) =>
  deployed().call('manage-breaks', {
    routeKey: 'POST /v1/breaks/select',
    groups: '[viewer]',
    by: 'vic',
    body,
  });
const decide = (
  what: 'explain' | 'close',
  body: object,
  etag: unknown,
  { by = 'tom', groups = '[treasurer]' }: Who = {},
) =>
  deployed().call('manage-breaks', {
    routeKey: `POST /v1/breaks/${what}`,
    groups,
    by,
    ...(etag === null ? {} : { headers: { 'if-match': String(etag) } }),
    body,
  });
const itemsOf = ({ body }: Answer) => body.items as readonly Readonly<Record<string, unknown>>[];
const EXPLAINED = { kind: 'deposit', comment: 'advices of today' };

describe('many breaks in one call', () => {
  it('are explained by a filter and the ETag of what was seen, each by itself', async () => {
    await moved(['deposit', 'BTC', '0.5'], ['deposit', 'BTC', '0.6'], ['deposit', 'ETH', '9']);
    const filter = { currency: 'BTC', direction: 'inflow', maximum: '0.6' };
    const seen = await select({ filter });
    expect(itemsOf(seen).map(({ amount }) => amount)).toEqual(['0.6', '0.5']);
    const done = await decide('explain', { filter, ...EXPLAINED }, seen.headers.etag);
    expect(itemsOf(done)).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    expect(itemsOf(await select({ filter: {} })).map(({ currency }) => currency)).toEqual(['ETH']);
    expect(await calls.verdict()).toBe('intact');
    const entries = (await calls.audit()).filter((line) => line.startsWith('explain-break'));
    expect(entries).toHaveLength(2);
  });

  it('are left as they are where the set is another by now, or was not named', async () => {
    await moved(['deposit', 'BTC', '0.5']);
    const { headers } = await select({ filter: {} });
    deployed().sandbox.deposit({ currency: 'ETH', amount: '1' });
    await snapshot();
    const stale = await decide('explain', { filter: {}, ...EXPLAINED }, headers.etag);
    expect([stale.status, codeOf(stale)]).toEqual([412, 'stale']);
    expect(stale.headers.etag).toBe((await select({ filter: {} })).headers.etag);
    const unseen = await decide('explain', { filter: {}, ...EXPLAINED }, null);
    expect(unseen.status).toBe(428);
    expect(itemsOf(await select({ filter: {} }))).toHaveLength(2);
  });

  it('take two people where money went out, however many sessions one of them has', async () => {
    await moved(['debit', 'ETH', '1'], ['deposit', 'BTC', '0.5']);
    const open = await select({ filter: {} });
    await decide('explain', { filter: {}, kind: 'other', comment: 'looked up' }, open.headers.etag);
    const ids = itemsOf(open).map(({ id }) => id);
    const named = await select({ ids });
    const alone = await decide('close', { ids, comment: 'done' }, named.headers.etag);
    expect(itemsOf(alone)).toMatchObject([
      { result: 'done' },
      { result: 'refused', code: 'maker-is-checker' },
    ]);
    const left = { filter: { state: 'explained' } };
    const { headers } = await select(left);
    const other = { by: 'ann', groups: '[approver]' };
    const closed = await decide('close', { ...left, comment: 'seen' }, headers.etag, other);
    expect(itemsOf(closed)).toMatchObject([{ result: 'done' }]);
    const gone = await select({ ids });
    const late = await decide('explain', { ids, ...EXPLAINED }, gone.headers.etag);
    expect(itemsOf(late)).toMatchObject([
      { result: 'refused', code: 'break-closed' },
      { result: 'refused', code: 'break-closed' },
    ]);
  });

  it('are explained once each, by whichever of two people came first', async () => {
    await moved(['deposit', 'BTC', '0.5'], ['deposit', 'ETH', '9']);
    const seen = await select({ filter: {} });
    const answers = await Promise.all(
      ['tom', 'tess'].map((by) =>
        decide('explain', { filter: {}, ...EXPLAINED }, seen.headers.etag, { by }),
      ),
    );
    // Whoever read the set after the other had written sees another one: 412, without items.
    const outcomes = answers.flatMap((answer) => (answer.status === 200 ? itemsOf(answer) : []));
    const done = outcomes.filter(({ result }) => result === 'done').map(({ id }) => String(id));
    expect(done.sort()).toEqual(
      itemsOf(seen)
        .map(({ id }) => String(id))
        .sort(),
    );
    const others = outcomes.filter(({ result }) => result !== 'done');
    expect(others.every(({ result }) => result === 'changed-meanwhile')).toBe(true);
    const entries = (await calls.audit()).filter((line) => line.startsWith('explain-break'));
    expect(entries).toHaveLength(2);
    expect(await calls.verdict()).toBe('intact');
  });

  it('are chosen by a matching rule that came after them, and by a text', async () => {
    await moved(['deposit', 'BTC', '0.5'], ['deposit', 'BTC', '2'], ['deposit', 'ETH', '9']);
    const drafted = {
      id: 'deposits',
      label: 'Customer deposits',
      kind: 'deposit',
      direction: 'inflow',
      // By value: half a bitcoin and nine ethers, not two bitcoins.
      maximum: '60000',
    };
    const asked = await calls.manage('POST /v1/matching-rules', null, drafted, {});
    await calls.decide('approve', String((asked.body as { readonly id: string }).id));
    const filter = { matchingRule: 'deposits' };
    const seen = await select({ filter });
    expect(itemsOf(seen).map(({ amount }) => amount)).toEqual(['9', '0.5']);
    const done = await decide('explain', { filter, ...EXPLAINED }, seen.headers.etag);
    expect(itemsOf(done)).toMatchObject([{ result: 'done' }, { result: 'done' }]);
    expect(itemsOf(await select({ filter: {} })).map(({ amount }) => amount)).toEqual(['2']);
    const spoken = { state: 'explained', text: 'ADVICES of' };
    expect(itemsOf(await select({ filter: spoken }))).toHaveLength(2);
    expect(itemsOf(await select({ filter: { ...spoken, currency: 'ETH' } }))).toHaveLength(1);
    const unknown = await select({ filter: { matchingRule: 'fees' } });
    expect([unknown.status, unknown.body.fields]).toMatchObject([
      422,
      [{ field: 'filter.matchingRule', pointer: '/filter/matchingRule', seen: 'fees' }],
    ]);
  });

  it.each(['[viewer]', '[trader]', '[approver]'])('are explained by no %s', async (groups) => {
    const refused = await decide('explain', { filter: {}, ...EXPLAINED }, '"x"', { groups });
    expect(codeOf(refused)).toBe('role-missing');
  });

  it('are refused where they are named twice, in no way, or are not there', async () => {
    const id = '20260105T100000000Z-BTC';
    for (const body of [{}, { filter: {}, ids: [id] }, { ids: [] }, { ids: [id, id] }]) {
      expect((await select(body)).status).toBe(422);
    }
    const missing = await select({ ids: [id] });
    expect([missing.status, missing.body.fields]).toMatchObject([422, [{ pointer: '/ids/0' }]]);
  });
});
