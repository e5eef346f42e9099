import { describe, expect, it } from 'vitest';
import { type OverviewMaterial, overviewOf } from '../../../treasury/overview/overview.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { CONTROLS } from '../../integration/protocol/treasury-under-test.ts';
import { NOT_SWEPT, SWEPT } from '../../samples/decided.ts';
import { MISSING } from '../../samples/not-read.ts';
import { calendar, rule } from '../../samples/policy.ts';

const AT = '2026-01-05T09:01:00.000Z';

function taken(takenAt: string, btc: string, change: Partial<SnapshotTaken> = {}): SnapshotTaken {
  const value = `${Number(btc) * 60_000}`;
  const total = `${Number(btc) * 60_000 + 20_000}`;
  const priced = { path: 'same', instruments: [] } as const;
  return {
    kind: 'taken',
    tenant: 'main',
    scheduledFor: takenAt,
    takenAt,
    balances: { USD: { total: '20000' }, BTC: { total: btc }, XRP: { total: '0' } },
    prices: {},
    valuation: {
      reportingCurrency: 'USD',
      total,
      values: {
        BTC: { ...priced, value, price: '60000' },
        USD: { ...priced, value: '20000', price: '1' },
      },
      unvalued: ['XRP'],
    },
    rawBalances: '',
    rawBalancesDigest: '',
    ...change,
  };
}

const POLICY: Policy = { controls: CONTROLS, halt: neverHalted('main'), accounts: [], rules: [] };

function overview(change: Partial<OverviewMaterial> = {}) {
  const latest = taken('2026-01-05T09:00:00.000Z', '3');
  return overviewOf({
    at: AT,
    snapshotEverySeconds: 300,
    policy: POLICY,
    lanes: [],
    newest: latest,
    latest,
    dayBefore: taken('2026-01-04T09:00:00.000Z', '2'),
    weekBefore: null,
    runs: [],
    webhooks: [],
    asked: { into: null, rates: [] },
    ...change,
  });
}

describe('a front page', () => {
  it('values everything, the most valuable first, with its share and what changed in a day', () => {
    const { value, change, currencies } = overview();
    expect(value).toEqual({ total: '200000' });
    expect(change).toEqual({
      day: {
        since: '2026-01-04T09:00:00.000Z',
        before: '140000',
        amount: '60000',
        percent: '42.86',
      },
      week: null,
    });
    expect(currencies).toMatchObject([
      { currency: 'BTC', balance: '3', value: '180000', share: '90', mode: 'live' },
      { currency: 'USD', value: '20000', share: '10' },
      { currency: 'XRP', balance: '0', value: '0', share: '0' },
    ]);
  });

  it('compares no part with a whole, and nothing across reporting currencies', () => {
    const partial = taken('2026-01-05T09:00:00.000Z', '3', {
      balances: { USD: { total: '20000' }, BTC: { total: '3' }, XRP: { total: '5' } },
    });
    const now = overview({ latest: partial });
    expect(now.value).toEqual({ total: null, partialTotal: '200000' });
    expect(now.change.day).toMatchObject({ before: '140000', amount: null, percent: null });
    expect(now.currencies.map(({ share }) => share)).toEqual([null, null, null]);
    expect(now.currencies.at(-1)).toMatchObject({ currency: 'XRP', value: null });
    const before = taken('2026-01-04T09:00:00.000Z', '2');
    const inEuro = { ...before, valuation: { ...before.valuation, reportingCurrency: 'EUR' } };
    expect(overview({ dayBefore: inEuro }).change.day).toMatchObject({ before: null });
  });

  it('names what the last answer does not state: its total is one of a part, with the last value apart', () => {
    const last = { total: '20000', readAt: '2026-01-05T08:00:00.000Z', tick: AT };
    const USD = { reading: 'not-listed', since: AT, readings: 1, last } as const;
    const whole = taken('2026-01-05T09:00:00.000Z', '3');
    const { USD: apart, ...values } = whole.valuation.values;
    if (apart === undefined) throw new Error('there is a value of USD');
    const latest = {
      ...whole,
      balances: { ...whole.balances, USD },
      valuation: { ...whole.valuation, total: '180000', values, apart: { USD: apart } },
    };
    const found = overview({ latest });
    expect(found.value).toEqual({ total: null, partialTotal: '180000' });
    expect([found.notStated, found.apart]).toEqual([{ USD }, { USD: apart }]);
    expect(found.currencies.map(({ currency, share }) => [currency, share])).toEqual([
      ['BTC', null],
      ['XRP', null],
    ]);
    expect(found.change.day).toMatchObject({ amount: null });
    expect(overview()).not.toHaveProperty('notStated');
  });

  it('calls snapshots late after two intervals, and names the tick that was missed', () => {
    const latest = taken('2026-01-05T09:00:00.000Z', '3');
    const state = (at: string) => overview({ at, latest }).health.state;
    expect(state('2026-01-05T09:10:00.000Z')).toBe('ok');
    expect(state('2026-01-05T09:10:01.000Z')).toBe('late');
    const newest = {
      kind: 'missed',
      tenant: 'main',
      scheduledFor: '2026-01-05T09:05:00.000Z',
      missedAt: AT,
      ...MISSING,
    } as const;
    expect(overview({ newest }).health).toMatchObject({
      state: 'missed',
      lastMiss: { code: 'timeout', why: MISSING.why },
    });
    expect(overview({ latest: null, newest: null }).health.state).toBe('none');
  });

  it('names the calendars that rules rest on and that end soon, the first to end first', () => {
    const rules = [
      rule({ id: 'one', calendars: ['office', 'fedwire'] }),
      rule({ id: 'two', calendars: ['office'] }),
      rule({ id: 'off', calendars: ['old'], enabled: false }),
    ];
    const calendars = [calendar(), calendar({ id: 'old', until: '2020-12-31' })];
    const endingAt = (at: string) => overview({ at, policy: { ...POLICY, rules, calendars } });
    expect(endingAt('2026-11-01T12:00:00.000Z').calendarsEnding).toEqual([]);
    expect(endingAt('2026-11-02T12:00:00.000Z').calendarsEnding).toEqual([
      {
        id: 'office',
        label: 'Office',
        until: '2026-12-31',
        hasEnded: false,
        rules: ['one', 'two'],
      },
    ]);
    expect(endingAt('2027-12-31T12:00:00.000Z').calendarsEnding).toMatchObject([
      { id: 'office', hasEnded: true },
      { id: 'fedwire', hasEnded: false, rules: ['one'] },
    ]);
  });

  it('is disarmed without a policy', () => {
    const disarmed = overview({ policy: { ...POLICY, controls: null } });
    expect([disarmed.mode, disarmed.currencies[0]?.mode]).toEqual(['disarmed', 'disarmed']);
  });

  it('adds the parts of a run up, and counts why rules did not sweep', () => {
    const decision = (ruleId: string) => ({
      ruleId,
      ruleVersion: 1,
      currency: 'BTC',
      withdrawalAccountId: 'a',
      decidedAt: AT,
      occurrence: AT,
      consumesOccurrence: true,
    });
    const run = { tenant: 'main', snapshot: '2026-01-05T09:00:00.000Z' };
    const swept = {
      ...decision('a'),
      ...SWEPT,
    };
    const { lastRuns } = overview({
      runs: [
        { ...run, part: 1, decisions: [{ decision: { ...decision('b'), ...NOT_SWEPT } }] },
        {
          ...run,
          part: 0,
          decisions: [
            { decision: swept, instructionId: 'sweep-a' },
            { decision: { ...decision('c'), ...NOT_SWEPT } },
          ],
        },
      ],
    });
    expect(lastRuns).toEqual([
      {
        snapshot: run.snapshot,
        rules: 3,
        swept: [{ ruleId: 'a', currency: 'BTC', amount: '1', instructionId: 'sweep-a' }],
        notSwept: { 'below-threshold': 2 },
      },
    ]);
  });
});
