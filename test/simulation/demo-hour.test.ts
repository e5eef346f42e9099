import { describe, expect, it } from 'vitest';
import { readPolicyInput } from '../../local/policy/policy-input.ts';
import { CURRENCIES } from '../../sandbox/market/currencies.ts';
import { RISE_DOUBT_SECONDS } from '../../treasury/booking/doubts.ts';
import { fittingAnswers } from '../../treasury/evidence/explain-readings.ts';
import { shareOf } from '../thoroughness.ts';
import { DemoHour, type DemoMoment } from './demo-hour.ts';

/** A Monday: a plain hour, the hour of the conversion (15:00 in Zurich), and the close of business (17:00). */
const STARTS = {
  'a plain morning': '2026-01-05T08:00:00.000Z',
  'the hour of the conversion': '2026-01-05T13:40:00.000Z',
  'the close of business': '2026-01-05T15:40:00.000Z',
} as const;

const STARTS_IN_ALL = Object.keys(STARTS).length;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The quarantine, the watchdog's minute and a tick: no lane is held for longer without a doubt. */
const HELD_MINUTES = 5;
/** A doubt about a rise ends after this, rounded up by a part of it. */
const DOUBTED_SECONDS = RISE_DOUBT_SECONDS + RISE_DOUBT_SECONDS / 6 + 10;

const { matchingRules } = readPolicyInput(null, 0);
const bound = (id: string, which: 'minimum' | 'maximum') =>
  Number(matchingRules.find((rule) => rule.id === id)?.[which]);
/** In dollars, and in francs, which have no price. */
const CUSTOMERS = [
  bound('customer-deposits', 'minimum'),
  bound('customer-deposits', 'maximum'),
] as const;
const FRANCS = bound('franc-deposits', 'maximum');

function unitValueOf(currency: string): string | null {
  return CURRENCIES.find(({ code }) => code === currency)?.startingValue ?? null;
}

async function hourOf(
  demo: DemoHour,
  each: (moment: DemoMoment, minute: number) => Promise<void> = async () => undefined,
): Promise<readonly DemoMoment[]> {
  const moments: DemoMoment[] = [];
  for await (const moment of demo.moments()) {
    moments.push(moment);
    const [first = moment] = moments;
    const passed = Date.parse(moment.at) - Date.parse(first.at);
    await each(moment, passed / MINUTE_MS);
    if (passed >= HOUR_MS) return moments;
  }
  return moments;
}

/** Minutes in a row for which a currency was held or in doubt, at most. */
function longest(
  moments: readonly DemoMoment[],
  holds: (moment: DemoMoment, currency: string) => boolean,
) {
  const most: Record<string, number> = {};
  const since: Record<string, number> = {};
  for (const moment of moments) {
    for (const { currency } of moment.lanes) {
      const now = Date.parse(moment.at) / 1_000;
      if (!holds(moment, currency)) delete since[currency];
      else since[currency] ??= now;
      most[currency] = Math.max(most[currency] ?? 0, now - (since[currency] ?? now));
    }
  }
  return most;
}

const isHeld = ({ lanes }: DemoMoment, wanted: string) =>
  lanes.some(({ currency, status }) => currency === wanted && status.state !== 'idle');

const isDoubted = ({ lanes }: DemoMoment, wanted: string) =>
  lanes.some(
    ({ currency, booking }) =>
      currency === wanted &&
      ((booking?.doubts.length ?? 0) > 0 || (booking?.entries.length ?? 0) > 0),
  );

describe.each(Object.entries(STARTS).slice(0, shareOf(STARTS_IN_ALL)))(
  'an hour of the demo, %s',
  (_, start) => {
    it('stays within 15 % of its value, and no doubt holds a currency', async () => {
      const demo = new DemoHour(Date.parse(start), { losesAnswers: false });
      const moments = await hourOf(demo, () => demo.approveAll());
      const values = moments.map(({ snapshot }) => Number(snapshot.valuation.total));
      const [first = 0] = values;
      for (const value of values) expect(Math.abs(value / first - 1)).toBeLessThan(0.15);
      for (const [currency, seconds] of Object.entries(longest(moments, isHeld))) {
        expect([currency, seconds <= HELD_MINUTES * 60]).toEqual([currency, true]);
      }
      for (const [currency, seconds] of Object.entries(longest(moments, isDoubted))) {
        expect([currency, seconds <= DOUBTED_SECONDS]).toEqual([currency, true]);
      }
      const states = new Set(demo.instructions().map(({ status }) => status.state));
      expect([...states]).toEqual(['confirmed']);
      expect(demo.instructions().length).toBeGreaterThan(5);
    });

    it('deposits on no currency that is held, in doubt or waited for, and nothing that opens a break', async () => {
      const demo = new DemoHour(Date.parse(start), { losesAnswers: true });
      const moments = await hourOf(demo);
      const deposits = moments.flatMap((moment) => moment.deposits);
      expect(deposits.length).toBeGreaterThan(40);
      expect(new Set(deposits.map(({ currency }) => currency)).size).toBeGreaterThan(3);
      for (const { currency, lane } of deposits) {
        expect([currency, lane?.status.state, lane?.open, lane?.booking?.doubts ?? []]).toEqual([
          currency,
          'idle',
          {},
          [],
        ]);
      }
      // Between two snapshots at most one of a currency, of an amount that a matching rule of the demo takes for a customer's.
      for (const { currency, amount } of deposits) {
        const worth = Number(amount) * Number(unitValueOf(currency) ?? 1);
        const [least, most] = unitValueOf(currency) === null ? [0, FRANCS] : CUSTOMERS;
        expect([currency, worth > least && worth < most]).toEqual([currency, true]);
      }
      for (const { deposits: arrived } of moments) {
        const currencies = arrived.map(({ currency }) => currency);
        expect(new Set(currencies).size).toBe(currencies.length);
      }
    });

    it('holds the one currency whose answer it loses until two people settle it, on evidence for one answer alone', async () => {
      const demo = new DemoHour(Date.parse(start), { losesAnswers: true });
      let said: readonly string[] = [];
      const moments = await hourOf(demo, async (_moment, minute) => {
        if (minute !== 30) return;
        const unknown = demo.instructions().filter(({ status }) => status.state === 'unknown');
        expect(unknown).toHaveLength(1);
        const [{ id = '', evidence = undefined, content = undefined } = {}] = unknown;
        expect(content).toMatchObject({ kind: 'withdrawal', currency: 'ETH' });
        expect(fittingAnswers(evidence?.currencies ?? [])).toEqual({
          executed: true,
          notExecuted: false,
        });
        said = await demo.settleAsExecuted(id);
      });
      expect(said).toEqual(['proposed', 'settled']);
      const held = longest(moments, isHeld);
      expect(Object.entries(held).filter(([, seconds]) => seconds > HELD_MINUTES * 60)).toEqual([
        ['ETH', expect.any(Number)],
      ]);
      expect(isHeld(moments.at(-1) as DemoMoment, 'ETH')).toBe(false);
    });
  },
);
