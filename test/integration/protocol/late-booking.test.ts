import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RISE_DOUBT_SECONDS } from '../../../treasury/booking/doubts.ts';
import { APPROVED_EXPIRY_SECONDS } from '../../../treasury/instructions/approval-age.ts';
import { NOT_READ } from '../../samples/not-read.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';

const treasury = treasuryForEachTest();
const { proposedId, send } = sendingSteps(treasury);

/** Longer than a test lasts. */
const NOT_IN_THIS_TEST_MS = 600_000;

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) {
    const { proposed } = await treasury().tick();
    for (const { id } of proposed) await send(id);
  }
}

describe('a service that books later than it confirms', () => {
  it('is sent the same surplus once, however many balances still show it', async () => {
    treasury().sandbox.setBooking({ delayMs: NOT_IN_THIS_TEST_MS });
    await ticks(6);
    expect(treasury().posts()).toHaveLength(1);
    expect(treasury().sandbox.balances().BTC?.total).toBe('3.25');
    expect(treasury().sandbox.trueBalances().BTC?.total).toBe('1');
    const { booking } = await treasury().lane();
    expect(booking?.entries).toMatchObject([{ amount: '2.25' }]);
  });

  it('is sent the next surplus once the first is booked', async () => {
    treasury().sandbox.setBooking({ delayMs: 150 });
    await ticks(2);
    await setTimeout(200);
    await ticks(1);
    expect((await treasury().lane()).booking?.entries).toEqual([]);
    treasury().sandbox.deposit({ currency: 'BTC', amount: '3' });
    treasury().pass(2 * RISE_DOUBT_SECONDS);
    await ticks(1);
    expect(treasury().posts()).toHaveLength(2);
  });

  it('is not sent more than what is true, where it books in parts and a deposit comes in between', async () => {
    treasury().sandbox.setBooking({ delayMs: NOT_IN_THIS_TEST_MS });
    await ticks(1);
    treasury().sandbox.deposit({ currency: 'BTC', amount: '1.5' });
    await ticks(2);
    const left = treasury().sandbox.trueBalances().BTC?.total;
    expect(left).toBe('1');
    expect(treasury().posts()).toHaveLength(2);
  });
});

describe('a service that books at once', () => {
  it('is seen to right after the confirmation, before a deposit hides it', async () => {
    await send(await proposedId());
    expect((await treasury().lane()).booking?.entries).toEqual([]);
  });

  it('is believed by the next snapshot where the balances cannot be read after the confirmation', async () => {
    const id = await proposedId();
    let reads = 0;
    const { service } = treasury();
    const readBalances: typeof service.readBalances = async (patience) => {
      reads += 1;
      if (reads === 1) return await service.readBalances(patience);
      return { ok: false, code: 'unreachable', failed: NOT_READ };
    };
    await send(id, { service: { ...service, readBalances } });
    expect(await treasury().state(id)).toBe('confirmed');
    expect(reads).toBe(2);
    expect((await treasury().lane()).booking?.entries).toMatchObject([{ amount: '2.25' }]);
    await treasury().tick();
    expect((await treasury().lane()).booking?.entries).toEqual([]);
  });
});

describe('what a sender decides on', () => {
  it('is balances that were read after the lanes and the policy: whatever changes from then on breaks its claim', async () => {
    const id = await proposedId();
    const order: string[] = [];
    const { service, ledger } = treasury();
    await send(id, {
      ledger: {
        ...ledger,
        readLanes: async (tenant) => {
          order.push('lanes');
          return await ledger.readLanes(tenant);
        },
        readPolicy: async (tenant) => {
          order.push('policy');
          return await ledger.readPolicy(tenant);
        },
      },
      service: {
        ...service,
        readBalances: async (patience) => {
          order.push('balances');
          return await service.readBalances(patience);
        },
      },
    });
    const first = order.indexOf('balances');
    expect(order.slice(0, first).sort()).toEqual(['lanes', 'policy']);
  });

  it('is an approval of less than fifteen minutes ago', async () => {
    const id = await proposedId();
    treasury().pass(APPROVED_EXPIRY_SECONDS);
    const { service } = treasury();
    const readBalances = () => Promise.reject(new Error('an old approval needs no balances'));
    expect(await send(id, { service: { ...service, readBalances } })).toMatchObject({
      result: 'cancelled',
      instruction: { status: { reason: 'too-old' } },
    });
    expect(treasury().posts()).toHaveLength(0);
  });
});
