import { describe, expect, it } from 'vitest';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import type { Seals } from '../../../treasury/seals/ports.ts';
import { MAX_READING_AGE_SECONDS } from '../../../treasury/sending/reading-age.ts';
import { countedOf } from '../../samples/counts.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { sendingSteps } from './sending-steps.ts';
import { tradeSteps } from './trade-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, halted, ledgerWith } = sendingSteps(treasury);
const { place } = tradeSteps(treasury);

/** The ledger, in which a person halts right after the claim was written. */
function haltedAfterTheClaim(currency?: string): Ledger {
  return ledgerWith(async (commit, nth) => {
    const result = await commit();
    if (nth === 1) await halted(currency);
    return result;
  });
}

const UNREADABLE: Partial<Ledger> = {
  readHalt: async () => {
    throw new Error('the table does not answer');
  },
};

const statusOf = async (id: string) =>
  (await treasury().ledger.readInstruction(TENANT, id))?.status;

describe('a withdrawal that was claimed', () => {
  it('is not sent where everything was halted since, and gives its budget back', async () => {
    const id = await proposedId();
    await send(id, { ledger: haltedAfterTheClaim() });
    expect(await statusOf(id)).toMatchObject({ state: 'not-sent', cause: 'halt-changed' });
    expect(treasury().posts()).toHaveLength(0);
    const lane = await treasury().lane();
    expect(lane.status).toEqual({ state: 'idle' });
    expect(Object.keys(countedOf(lane, 'rule', RULE.id).hours)).toEqual([]);
  });

  it('is not sent where its currency, or another one, was halted since', async () => {
    const id = await proposedId();
    await send(id, { ledger: haltedAfterTheClaim('USD') });
    expect(await statusOf(id)).toMatchObject({ state: 'not-sent', cause: 'halt-changed' });
    expect(treasury().posts()).toHaveLength(0);
  });

  it('is not sent where the halt cannot be read', async () => {
    const id = await proposedId();
    await send(id, { ledger: { ...treasury().ledger, ...UNREADABLE } });
    expect(await statusOf(id)).toMatchObject({ state: 'not-sent', cause: 'halt-unreadable' });
    expect(treasury().posts()).toHaveLength(0);
  });

  it('was never claimed where the halt came after the balances were asked for', async () => {
    const id = await proposedId();
    const ledger = ledgerWith(async (commit, nth) => {
      if (nth === 1) await halted();
      return await commit();
    });
    expect(await send(id, { ledger })).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts()).toHaveLength(0);
  });
});

describe('a trade that was claimed', () => {
  it.each([
    ['was halted since', () => haltedAfterTheClaim('USD'), 'halt-changed'],
    ['cannot be looked at', () => ({ ...treasury().ledger, ...UNREADABLE }), 'halt-unreadable'],
  ])('is not sent where one of its currencies %s', async (_what, ledger, cause) => {
    expect(await place('0.1', 'key-1', { ledger: ledger() })).toMatchObject({
      result: 'concluded',
      instruction: { status: { state: 'not-sent', cause } },
    });
    expect(treasury().posts('/v1/trades')).toHaveLength(0);
  });
});

/** A process that is stopped for a while, once, after it read the service and before it claims. */
function stoppedFor(seconds: number): Seals {
  let stopped = false;
  return {
    ...hmacSeals,
    verify: async (...question) => {
      if (!stopped) treasury().pass(seconds);
      stopped = true;
      return await hmacSeals.verify(...question);
    },
  };
}

/** The last one comes after the answer, for what is booked. */
const readings = () =>
  treasury()
    .sandbox.journal()
    .filter((entry) => entry.path === '/v1/balances').length;

describe('a sender that was stopped between its reading and its claim', () => {
  it.each([
    ['reads anew where that took longer than a reading counts', MAX_READING_AGE_SECONDS + 1, 3],
    ['goes on where it did not', MAX_READING_AGE_SECONDS, 2],
  ] as const)('%s: a withdrawal', async (_what, seconds, times) => {
    const id = await proposedId();
    const before = readings();
    expect(await send(id, { seals: stoppedFor(seconds) })).toMatchObject({ result: 'concluded' });
    expect(readings() - before).toBe(times);
    expect(treasury().posts()).toHaveLength(1);
  });

  it('decides anew on a balance that fell meanwhile', async () => {
    const id = await proposedId();
    const seals = stoppedFor(MAX_READING_AGE_SECONDS + 1);
    const { service } = treasury().ports;
    let asked = 0;
    const readBalances = async () => {
      const reading = await service.readBalances();
      asked += 1;
      if (asked === 1 || !reading.ok) return reading;
      const balances = { ...reading.value.balances, BTC: { total: '1.5' } };
      return { ...reading, value: { ...reading.value, balances } };
    };
    const sent = await send(id, { seals, service: { ...service, readBalances } });
    expect(sent).toMatchObject({ result: 'cancelled' });
    expect(treasury().posts()).toHaveLength(0);
  });

  it('reads anew as well before it trades', async () => {
    const before = readings();
    const seals = stoppedFor(MAX_READING_AGE_SECONDS + 1);
    expect(await place('0.1', 'key-1', { seals })).toMatchObject({ result: 'concluded' });
    expect(readings() - before).toBe(3);
    expect(treasury().posts('/v1/trades')).toHaveLength(1);
  });
});
