import { describe, expect, it } from 'vitest';
import { whatWaits } from '../../../adapters/store/front-page.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { MOST_COUNTED, readOpenAlarms } from '../../../adapters/store/open-breaks.ts';
import { noticesAndAlarms } from '../../../bench/growth/open-breaks.ts';
import { unitsOfReconciling } from '../../../bench/growth/reconciling.ts';
import type { Break } from '../../../treasury/ledger/break.ts';
import { counting } from './counted-table.ts';
import { engineForTests } from './engine-for-tests.ts';

/** A small part of `npm run bench -- growth`: what grows with the history is seen before a change is merged. */

const engine = engineForTests();

/** A table, and what reads of it take. */
async function measured() {
  const { table, sent } = counting(await engine().table());
  const unitsRead = () =>
    sent
      .filter(({ name }) => /^(Get|Query|BatchGet)/.test(name))
      .reduce((sum, { units }) => sum + units, 0);
  return { table, unitsRead };
}

describe('reconciling balances that move at every tick without an explanation', () => {
  const CURRENCIES = 6;
  const TICKS = 3;
  /** By then the newest flows are as many as are read, and so are the last differences of each currency. */
  const HISTORY = 40;
  /** Amounts of later ticks have other digits, and one more byte of an answer may be one more unit. */
  const ONE_BOUNDARY = 1;

  it.each(['up', 'down'] as const)(
    'takes as many units after ten times the history, for what moves %s after sweeps',
    async (moves) => {
      const [ledger, snapshots] = await Promise.all([measured(), measured()]);
      const unitsAfter = (history: number) =>
        unitsOfReconciling(
          { ledger: ledger.table, snapshots: snapshots.table },
          async (work) => {
            const before = ledger.unitsRead() + snapshots.unitsRead();
            await work();
            return ledger.unitsRead() + snapshots.unitsRead() - before;
          },
          {
            ...{ tenant: `after-${history}`, currencies: CURRENCIES, history },
            ...{ ticks: TICKS, swept: 2, moves },
          },
        );
      const units = await unitsAfter(HISTORY);
      expect(units.at(-1)).toBeGreaterThan(CURRENCIES / 2);
      const later = await unitsAfter(HISTORY * 10);
      const more = later.map((each, tick) => each - (units[tick] ?? 0));
      expect(Math.max(...more), `${later} after ${units}`).toBeLessThanOrEqual(ONE_BOUNDARY);
    },
  );
});

describe('an alarm behind two thousand notices', () => {
  /** More than fit into one answer of the table. */
  const NOTICES = 2_000;

  it('is counted, and waits for people before them, for as many units as without them', async () => {
    const { table, unitsRead } = await measured();
    const [notices, alarms] = noticesAndAlarms('main', NOTICES, 3);
    const ledger = createLedger(table);
    await writeAll(ledger, alarms);
    const alone = await unitsOf(() => readOpenAlarms(table, 'main'), unitsRead);
    await writeAll(ledger, notices);
    const behind = await unitsOf(() => readOpenAlarms(table, 'main'), unitsRead);
    expect(behind).toEqual(alone);
    expect(behind.value).toEqual({ outflows: 2, unbooked: [alarms.at(-1)] });
    const waiting = await whatWaits(table).breaks('main', 'open', MOST_COUNTED);
    expect(waiting.more).toBe(true);
    expect(waiting.items.slice(0, 3).map(({ direction }) => direction)).toEqual([
      'outflow',
      'outflow',
      'inflow',
    ]);
  });

  it('counts no more than it reads', async () => {
    const { table, unitsRead } = await measured();
    const [, alarms] = noticesAndAlarms('main', 0, MOST_COUNTED * 3);
    await writeAll(createLedger(table), alarms);
    const { value, units } = await unitsOf(() => readOpenAlarms(table, 'main'), unitsRead);
    expect(value.outflows).toBe(MOST_COUNTED);
    expect(units).toBeLessThan(20);
  });
});

async function unitsOf<T>(work: () => Promise<T>, unitsRead: () => number) {
  const before = unitsRead();
  const value = await work();
  return { value, units: unitsRead() - before };
}

/** In commits of as many as the store takes. */
async function writeAll(
  ledger: ReturnType<typeof createLedger>,
  breaks: readonly Break[],
): Promise<void> {
  const writes = breaks.map((each) => ({ kind: 'put-break', break: each }) as const);
  for (let start = 0; start < writes.length; start += MOST_PUTS) {
    const { ok } = await ledger.commit('main', writes.slice(start, start + MOST_PUTS));
    expect(ok).toBe(true);
  }
}

const MOST_PUTS = 100;
