import { describe, expect, it } from 'vitest';
import { type CountedDenials, DenialsWaiting } from '../../../treasury/audit/denials-waiting.ts';

const denial = (by: string, route = 'POST /v1/trades') => ({
  ...{ tenant: 'main', at: '2026-01-05T09:00:00.000Z', by, route },
  ...{ code: 'role-missing', requestId: 'r-1' },
});

/** A ledger that counts, unless it is told to take nothing. */
function ledger() {
  const written: CountedDenials[] = [];
  const state = { takes: true };
  const write = async (counted: CountedDenials) => {
    if (!state.takes) throw new Error('throttled');
    written.push(counted);
  };
  const total = () => written.reduce((sum, { times }) => sum + times, 0);
  return { written, state, write, total };
}

describe('denials that wait for the ledger', () => {
  it('are one write for each kind, with how often', async () => {
    const { write, written } = ledger();
    const waiting = new DenialsWaiting();
    for (const by of ['eve', 'eve', 'mallory', 'eve']) waiting.add(denial(by));
    await waiting.write(write);
    expect(written.map(({ denial: { by }, times }) => [by, times])).toEqual([
      ['eve', 3],
      ['mallory', 1],
    ]);
    expect(waiting.size).toBe(0);
  });

  it('stay until they are taken, and are taken once', async () => {
    const { write, state, total } = ledger();
    const waiting = new DenialsWaiting();
    state.takes = false;
    for (let n = 0; n < 10; n++) waiting.add(denial(`eve-${n}`));
    await expect(waiting.write(write)).rejects.toThrow('throttled');
    expect(waiting.size).toBe(10);
    state.takes = true;
    await Promise.all([waiting.write(write), waiting.write(write)]);
    expect([total(), waiting.size]).toEqual([10, 0]);
  });

  it('are on record by their number alone where there are too many kinds of them, and none is lost', async () => {
    const { write, written, total } = ledger();
    const waiting = new DenialsWaiting();
    for (let n = 0; n < 2_000; n++) waiting.add(denial(`eve-${n}`));
    await waiting.write(write);
    expect(total()).toBe(2_000);
    expect(written.length).toBeLessThanOrEqual(501);
    expect(written.at(-1)).toMatchObject({
      denial: { by: 'sluice', route: 'denials that were not kept one by one' },
      times: 1_500,
    });
  });
});
