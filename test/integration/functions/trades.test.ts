import { describe, expect, it } from 'vitest';
import type { Item } from '../../../adapters/store/item.ts';
import type { TradeLimits } from '../../../treasury/policy/controls.ts';
import { resealed } from '../../seals/sealed-changes.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { belowMarket, decide, items, putControls, snapshot, trade } = deploymentSteps(deployed);

const limit = (change: Partial<TradeLimits>) =>
  putControls(({ trades: before }) => ({ trades: { ...before, ...change } }));

async function stored(id: string): Promise<Item> {
  return (await items('instruction')).find((item) => item.id?.S === id) ?? {};
}

const trades = () => deployed().posts('/v1/trades');

describe('POST /v1/trades above the limit for an approval', () => {
  it('answers 202, waits for another person, and is sent by send-trade', async () => {
    await limit({ approvalAbove: '100' });
    const wanted = belowMarket();
    const asked = await trade(wanted);
    expect(asked.status).toBe(202);
    const id = String(asked.body.id);
    expect(asked.headers.location).toBe(`/v1/trades/${id}`);
    expect(asked.headers).not.toHaveProperty('retry-after');
    expect(asked.body).toMatchObject({
      status: { state: 'awaiting-approval', approvalsRequired: 1 },
      contentDigest: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(trades()).toHaveLength(0);
    const content = asked.body.contentDigest;
    const own = await decide(
      ['trades', id],
      'approve',
      { content, comment: 'my own' },
      {
        groups: '[trader approver]',
        by: 'tina',
      },
    );
    expect(own.body.type).toBe('urn:sluice:problem:maker-is-checker');
    expect((await decide(['trades', id], 'approve', { content })).status).toBe(200);
    const item = await stored(id);
    expect([item.kind?.S, item.state?.S]).toEqual(['trade', 'approved']);
    const delivered = streamEvent(item);
    expect(await deployed().invoke('send-trade', delivered)).toEqual({ results: ['concluded'] });
    expect(await deployed().invoke('send-trade', delivered)).toEqual({ results: ['not-open'] });
    expect(trades()).toHaveLength(1);
    const again = await trade(wanted);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
  });

  it('takes the approvals of two people where a program asked, in however many sessions one of them approves', async () => {
    await limit({ approvalAbove: '100' });
    const claims = { sub: 'desk', client_id: 'desk', scope: 'sluice/trader' };
    const asked = await trade(belowMarket(), 'key-1', { claims });
    const { id, origin, status, contentDigest: content } = asked.body;
    expect([asked.status, origin, status]).toMatchObject([
      202,
      { requestedBy: 'program:desk' },
      { state: 'awaiting-approval', approvalsRequired: 2 },
    ]);
    const about = ['trades', String(id)] as const;
    for (const origin_jti of ['first', 'second']) {
      const who = {
        by: 'ada',
        groups: '[trader treasurer approver admin]',
        claims: { origin_jti },
      };
      const once = await decide(about, 'approve', { content }, who);
      expect(once.body.status).toMatchObject({ state: 'awaiting-approval' });
    }
    const itself = await decide(about, 'approve', { content }, { claims });
    expect(itself.status).toBe(403);
    const second = await decide(about, 'approve', { content }, { by: 'bob' });
    expect(second.body.status).toMatchObject({ state: 'approved', by: 'ada and bob' });
    const delivered = streamEvent(await stored(String(id)));
    expect(await deployed().invoke('send-trade', delivered)).toEqual({ results: ['concluded'] });
  });

  it('answers 202 again while it waits, and 409 once a person has declined it', async () => {
    await limit({ approvalAbove: '100' });
    const body = belowMarket();
    const asked = await trade(body);
    const again = await trade(body);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
    expect(again.body).toEqual(asked.body);
    await decide(['trades', String(asked.body.id)], 'decline', { comment: 'not this week' });
    const declined = await trade(body);
    expect(declined.status).toBe(409);
    expect(declined.body).toMatchObject({
      type: 'urn:sluice:problem:trade-declined',
      detail: expect.stringContaining('not this week'),
    });
    expect(trades()).toHaveLength(0);
  });

  it('is called off while it waits, and not sent', async () => {
    await limit({ approvalAbove: '100' });
    const asked = await trade(belowMarket());
    const id = String(asked.body.id);
    const word = { comment: 'not this week' };
    const by = { groups: '[treasurer]', by: 'tina' };
    const { status, body } = await decide(['trades', id], 'cancel', word, by);
    expect([status, body.status]).toMatchObject([200, { state: 'cancelled' }]);
    expect(trades()).toHaveLength(0);
  });

  it('is delivered again by the watchdog to the function that sends trades', async () => {
    await limit({ approvalAbove: '100' });
    const asked = await trade(belowMarket());
    const id = String(asked.body.id);
    const instruction = await deployed().ledger.readInstruction(TENANT, id);
    if (instruction === null) throw new Error('not written');
    const at = new Date(Date.now() - 60_000).toISOString();
    const approvals = [{ by: 'anna', at }];
    const status = { state: 'approved', at, approvals } as const;
    const approved = { ...instruction, status, version: instruction.version + 1 };
    await deployed().ledger.commit(TENANT, [
      {
        kind: 'replace-instruction',
        instruction: resealed(instruction, approved),
      },
    ]);
    await deployed().invoke('watchdog', { tenant: TENANT, scheduledFor: '2026-02-01T09:00:00Z' });
    const [invocation] = deployed().invocations;
    expect(invocation).toMatchObject({
      path: expect.stringContaining('/functions/send-trade/'),
      payload: { tenant: TENANT, instructionId: id },
    });
    const sent = await deployed().invoke('send-trade', invocation?.payload);
    expect(sent).toEqual({ results: ['concluded'] });
  });
});

describe('POST /v1/trades beyond the rolling limits', () => {
  it('answers 429 with when to come back, where there will be room', async () => {
    const bid = Number(deployed().sandbox.prices()['BTC/USD']?.bid);
    await limit({ per24Hours: { person: `${bid * 0.15}` } });
    expect((await trade(belowMarket(), 'key-1')).status).toBe(201);
    const { status, headers, body } = await trade(belowMarket(), 'key-2');
    expect([status, body.type]).toEqual([429, 'urn:sluice:problem:rolling-limit-reached']);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(86_400 - 60);
    expect(seconds).toBeLessThanOrEqual(25 * 3_600);
    expect(body.numbers).toMatchObject({ scope: 'person', reportingCurrency: 'USD' });
    const other = await trade(belowMarket(), 'key-3', { by: 'tom' });
    expect(other.status).toBe(201);
    const never = await trade(belowMarket('1'), 'key-4');
    expect([never.status, never.headers['retry-after']]).toEqual([422, undefined]);
    expect(trades()).toHaveLength(2);
  });

  it('lets no more through when many ask at once', async () => {
    const bid = Number(deployed().sandbox.prices()['BTC/USD']?.bid);
    await limit({ per24Hours: { total: `${bid * 0.25}` } });
    const keys = ['1', '2', '3', '4', '5', '6'];
    await Promise.all(keys.map((key) => trade(belowMarket(), key)));
    await Promise.all(keys.map((key) => trade(belowMarket(), `again-${key}`)));
    expect(trades().length).toBeLessThanOrEqual(2);
  });
});

describe('POST /v1/trades', () => {
  it.each([
    [{ instrument: 'BTC' }, 'instrument-invalid'],
    [{ instrument: 'SOL/USD' }, 'instrument-not-allowed'],
    [{ side: 'short' }, 'side-unknown'],
    [{ price: '1e5' }, 'amount-invalid'],
    [{ amount: '0' }, 'amount-invalid'],
    [{ amount: `0.${'1'.repeat(31)}` }, 'amount-invalid'],
    [{ price: '1' }, 'price-outside-collar'],
    [{ amount: '900' }, 'notional-above-limit'],
    [{ amount: '4' }, 'balance-insufficient'],
  ])('answers 422 to %j, of a type of its own', async (change, code) => {
    const { status, body } = await trade({ ...belowMarket(), ...change });
    expect([status, body.type]).toEqual([422, `urn:sluice:problem:${code}`]);
    expect(trades()).toHaveLength(0);
  });

  it.each([{}, { approvalAbove: '100' }])(
    'answers 409 while the price is far from that of the last snapshot, with limits %j',
    async (limits) => {
      await limit(limits);
      await snapshot();
      const wanted = belowMarket();
      const fault = { kind: 'jumped-200', of: 'BTC/USD', factor: '0.1' } as const;
      deployed().sandbox.queueFault({ on: 'GET /v1/prices', fault });
      const { status, headers, body } = await trade(wanted);
      expect([status, body.type]).toEqual([409, 'urn:sluice:problem:price-jumped']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body.numbers).toMatchObject({ instrument: 'BTC/USD', readings: '1' });
      expect(trades()).toHaveLength(0);
      // Nothing was written under the key: the same request may be asked again.
      expect([201, 202]).toContain((await trade(wanted)).status);
    },
  );

  it('answers 502 with what the service said, in one line and bounded', async () => {
    const fault = { kind: 'status', status: 422 } as const;
    deployed().sandbox.queueFault({ on: 'POST /v1/trades', fault });
    const { body } = await trade(belowMarket());
    expect(body.type).toBe('urn:sluice:problem:trade-rejected');
    expect(String(body.detail)).toMatch(/^answered 422 [^\p{Cc}]*$/u);
    expect(String(body.detail).length).toBeLessThan(2_500);
  });
});
