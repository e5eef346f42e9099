import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { belowMarket, decide, instructions, snapshot, trade, tradesNeedApproval, withdraw, items } =
  deploymentSteps(deployed);

const LABELS = { reference: 'INV-2026/0117 b', metadata: { costCentre: '4410', note: 'für März' } };
const WITHDRAWAL = {
  withdrawalAccountId: RULE.withdrawalAccountId,
  amount: '0.5',
  comment: 'by hand',
};

const list = (kind: string, reference: string) =>
  deployed().call('query-ledger', {
    routeKey: `GET /v1/${kind}`,
    groups: '[viewer]',
    query: { reference },
  });

const withReference = (reference: unknown) => ({ ...WITHDRAWAL, reference });

describe('the reference and the metadata of a request', () => {
  it('are kept with a withdrawal, found by the reference alone, and never sent', async () => {
    await snapshot();
    const asked = await withdraw({ ...WITHDRAWAL, ...LABELS });
    expect([asked.status, asked.body.content]).toMatchObject([202, LABELS]);
    const id = String(asked.body.id);
    for (const kind of ['withdrawals', 'instructions']) {
      expect((await list(kind, LABELS.reference)).body.items).toMatchObject([{ id }]);
      expect((await list(kind, 'INV-2026')).body.items).toEqual([]);
    }
    await decide(['withdrawals', id], 'approve', { content: asked.body.contentDigest });
    await deployed().invoke('send-withdrawal', streamEvent(...(await instructions('approved'))));
    expect((await items('instruction')).map(({ state }) => state?.S)).toEqual(['confirmed']);
    const [post] = deployed().posts('/v1/withdrawals');
    expect(JSON.stringify(post)).toContain('0.5');
    expect(JSON.stringify(post)).not.toMatch(/INV-2026|costCentre|März/);
  });

  it('leads from the request to the flows, the statement and their files', async () => {
    // Two snapshots: what was sent between them is a flow of the second.
    const keep = async () => {
      expect(await deployed().invoke('update-books', await snapshot())).toEqual({
        batchItemFailures: [],
      });
    };
    await keep();
    const asked = await withdraw({ ...WITHDRAWAL, ...LABELS });
    const id = String(asked.body.id);
    await decide(['withdrawals', id], 'approve', { content: asked.body.contentDigest });
    await deployed().invoke('send-withdrawal', streamEvent(...(await instructions('approved'))));
    await keep();
    const report = (name: string, query: Readonly<Record<string, string>>) =>
      deployed().call('query-reports', {
        routeKey: `GET /v1/reports/${name}`,
        groups: '[viewer]',
        query,
      });

    const { body } = await report('flows', { currency: 'BTC' });
    const [flow] = body.items as readonly { readonly snapshot: string }[];
    expect(flow).toMatchObject({
      movements: [{ instructionId: id, reference: LABELS.reference }],
    });
    const month = (flow?.snapshot ?? '').slice(0, 7);
    const files = [
      report('flows', { format: 'csv' }),
      report('flows', { format: 'csv', whole: 'true' }),
      report('flows', { format: 'json', whole: 'true' }),
      report('statement/lines', { month }),
      report('statement/lines', { month, format: 'csv' }),
      report('statement', { month, format: 'camt053' }),
    ];
    for (const [index, file] of (await Promise.all(files)).entries()) {
      expect([index, file.status, file.text]).toEqual([
        index,
        200,
        expect.stringContaining(LABELS.reference),
      ]);
    }
  });

  it('are kept with a trade that is sent at once, and never sent', async () => {
    const done = await trade({ ...belowMarket(), ...LABELS });
    expect([done.status, done.body.content]).toMatchObject([201, LABELS]);
    expect((await list('trades', LABELS.reference)).body.items).toHaveLength(1);
    expect(JSON.stringify(deployed().posts('/v1/trades'))).not.toMatch(/INV-2026|costCentre/);
  });

  it('tell one request from another: the same key with another reference is refused', async () => {
    await snapshot();
    await withdraw({ ...WITHDRAWAL, ...LABELS });
    expect((await withdraw({ ...WITHDRAWAL, ...LABELS })).status).toBe(202);
    const others = [
      WITHDRAWAL,
      { ...WITHDRAWAL, ...LABELS, reference: 'INV-2' },
      { ...WITHDRAWAL, ...LABELS, metadata: { costCentre: '4411', note: 'für März' } },
    ];
    for (const other of others) {
      expect(codeOf(await withdraw(other))).toBe('idempotency-key-reused');
    }
    await tradesNeedApproval('1');
    const order = belowMarket();
    expect((await trade({ ...order, reference: 'A' }, 'key-2')).status).toBe(202);
    expect(codeOf(await trade({ ...order, reference: 'B' }, 'key-2'))).toBe(
      'idempotency-key-reused',
    );
    expect(codeOf(await trade(order, 'key-2'))).toBe('idempotency-key-reused');
  });

  it.each(['reference', 'metadata'])(
    'cannot be changed in the table: %s is sealed',
    async (field) => {
      await snapshot();
      const asked = await withdraw({ ...WITHDRAWAL, ...LABELS });
      const id = String(asked.body.id);
      const forged = field === 'reference' ? 'OTHER' : { costCentre: '1' };
      const { change } = tableHand(() => deployed().ledgerTable);
      await change(ledgerKeys.instruction(TENANT, id), ({ content, ...item }) => ({
        ...item,
        content: { ...(content as RawItem), [field]: forged },
      }));
      const stale = await decide(['withdrawals', id], 'approve', {
        content: asked.body.contentDigest,
      });
      expect(codeOf(stale)).toBe('content-differs');
      const seen = await deployed().call('query-ledger', {
        routeKey: 'GET /v1/withdrawals/{id}',
        path: { id },
        groups: '[viewer]',
      });
      const approved = await decide(['withdrawals', id], 'approve', {
        content: seen.body.contentDigest,
      });
      expect(codeOf(approved)).toBe('seal-invalid');
    },
  );

  it.each(['', ' A', 'A ', '=1+1', '-1', 'a\nb', 'ü', 'x'.repeat(65), 7, null])(
    'are refused where the reference is %j',
    async (reference) => {
      const refused = await withdraw(withReference(reference));
      expect([refused.status, refused.text]).toEqual([
        422,
        expect.stringContaining('letters, digits, blanks'),
      ]);
    },
  );

  it.each([
    { metadata: { '': 'x' } },
    { metadata: { 'a b': 'x' } },
    { metadata: { a: '' } },
    { metadata: { a: 'x'.repeat(201) } },
    { metadata: { a: 'x\u0000' } },
    { metadata: { a: '\ud800' } },
    { metadata: { a: 1 } },
    { metadata: { a: { b: 'c' } } },
    { metadata: ['a'] },
    { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'x'])) },
  ])('are refused where the metadata is %j', async (labels) => {
    expect((await withdraw({ ...WITHDRAWAL, ...labels })).status).toBe(422);
  });
});
