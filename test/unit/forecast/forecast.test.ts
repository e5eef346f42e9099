import { describe, expect, it } from 'vitest';
import { forecast } from '../../../treasury/forecast/forecast.ts';
import { FORECAST_SECONDS } from '../../../treasury/forecast/forecast-limits.ts';
import { claimLane, noteOpen } from '../../../treasury/instructions/lane-transitions.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import { previewDraft } from '../../../treasury/preview/preview.ts';
import { plusSeconds, secondsBetween } from '../../../treasury/time/instant.ts';
import { ACCOUNT, controls, POLICY, RULE, rule } from '../../samples/policy.ts';
import { snapshotOf } from '../preview/samples.ts';
import { CLAIM, LANE, laneUsing, NOW } from '../rules/samples.ts';
import { forecastOf, lookAhead, portsOf, REQUEST } from './present.ts';

const DAILY = rule({
  schedule: { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'Europe/Zurich' },
});
const withRules = (...rules: readonly (typeof RULE)[]) => ({ policy: { ...POLICY, rules } });

const EVERY_SNAPSHOT_MOVES = withRules(
  rule({ threshold: '0', keep: '0', minimum: '0', step: '0.001', maximum: '0.001' }),
);

describe('the forecast', () => {
  it('decides the next snapshot as the preview does', async () => {
    const { rules } = await forecastOf();
    const preview = await previewDraft(portsOf({}), 'main', { rules: [], scope: 'replacing' });
    if (preview.result !== 'previewed') throw new Error(preview.result);
    const [run] = rules[0]?.runs ?? [];
    expect(run).toMatchObject({ outcome: 'sweep', amount: '15', value: '750000' });
    expect(preview.preview().rules[0]?.decision).toMatchObject({ outcome: 'sweep', amount: '15' });
  });

  it('takes what a run swept out of every later balance', async () => {
    const { rules, days, currencies } = await forecastOf();
    expect(rules).toMatchObject([
      { ruleId: RULE.id, sweeps: 1, amount: '15', value: '750000', decided: 2016 },
    ]);
    expect(rules[0]?.reasons).toEqual([{ name: 'below-threshold', times: 2015 }]);
    expect(days.map(({ day, value }) => [day, value])).toEqual([
      ['2026-01-05', '750000'],
      ...['06', '07', '08', '09', '10', '11', '12'].map((day) => [`2026-01-${day}`, '0']),
    ]);
    expect(currencies.find(({ currency }) => currency === 'BTC')).toEqual({
      ...{ currency: 'BTC', before: '20', leaves: '15', expected: '0', after: '5' },
    });
  });

  it('names each occurrence by the clock of its time zone, over a change of the clocks', async () => {
    const now = '2026-03-27T12:00:00.000Z';
    const latest = snapshotOf({
      scheduledFor: '2026-03-27T11:55:00.000Z',
      takenAt: '2026-03-27T11:55:01.000Z',
    });
    const { rules } = await forecastOf({ ...withRules(DAILY), latest, now }, { days: 3 });
    expect(rules[0]?.nextRuns).toEqual([
      { at: '2026-03-28T08:00:00.000Z', local: '2026-03-28 09:00 Europe/Zurich' },
      { at: '2026-03-29T07:00:00.000Z', local: '2026-03-29 09:00 Europe/Zurich' },
      { at: '2026-03-30T07:00:00.000Z', local: '2026-03-30 09:00 Europe/Zurich' },
    ]);
    expect(
      rules[0]?.runs.map(({ occurrence, amount, reason }) => [occurrence, amount ?? reason]),
    ).toEqual([
      ['2026-03-28T08:00:00.000Z', '15'],
      ['2026-03-29T07:00:00.000Z', 'below-threshold'],
      ['2026-03-30T07:00:00.000Z', 'below-threshold'],
    ]);
  });

  it('names next runs beyond its days', async () => {
    const monthly = rule({
      schedule: { kind: 'cron', expression: '0 9 1 * ? *', timeZone: 'UTC' },
    });
    const { rules } = await forecastOf(withRules(monthly));
    expect(rules[0]?.nextRuns.map(({ at }) => at.slice(0, 10))).toEqual([
      ...['2026-02-01', '2026-03-01', '2026-04-01'],
    ]);
    expect(rules[0]).toMatchObject({ decided: 0, runs: [], sweeps: 0 });
  });

  it('keeps to budgets with what was used of them, and to the cooldown', async () => {
    const limited = rule({ budgets: { per24Hours: '4' }, cooldownSeconds: 86_400 });
    const used = laneUsing({ lastClaimedAt: '2026-01-05T06:00:00.000Z' });
    const { rules } = await forecastOf({ ...withRules(limited), lanes: [used] }, { days: 4 });
    expect(rules[0]?.reasons[0]).toMatchObject({ name: 'cooldown' });
    const swept = rules[0]?.runs.filter(({ outcome }) => outcome === 'sweep') ?? [];
    expect(swept.map(({ at, amount, cuts }) => [at, amount, cuts])).toEqual([
      ['2026-01-06T06:00:00.000Z', '4', ['budget-24h']],
      ['2026-01-07T07:00:00.000Z', '4', ['budget-24h']],
      ['2026-01-08T08:00:00.000Z', '4', ['budget-24h']],
    ]);
  });

  it('says how many people approve, and lets nothing leave that waits for them', async () => {
    const asking = withRules(rule({ approvalAbove: '1' }));
    const given = await forecastOf(asking);
    expect(given.days[0]?.leaving).toMatchObject([{ approvals: 1, amount: '15' }]);
    expect(given.days[0]?.value).toBe('750000');
    const none = await forecastOf(asking, { approvals: 'none', days: 1 });
    expect(none.days[0]?.leaving[0]).toMatchObject({ approvals: 1, waits: true });
    expect(none.days[0]?.value).toBe('0');
    expect(none.currencies.find(({ currency }) => currency === 'BTC')?.leaves).toBe('0');
    expect(none.rules[0]).toMatchObject({ sweeps: 0, amount: '0', value: '0', unvalued: 0 });
  });

  it('does not add up the money that waits again after each expiry', async () => {
    const asking = withRules(rule({ approvalAbove: '1' }));
    const { rules, days } = await forecastOf(asking, { approvals: 'none', days: 7 });
    // Each proposal of 15 BTC expires after an hour, and the next run asks for the same 15.
    expect(rules[0]?.waiting).toEqual({ runs: 7 * 24, amount: '15', value: '750000' });
    const lines = days.flatMap(({ leaving }) => leaving);
    expect(lines.map(({ amount, value, waits }) => [amount, value, waits])).toEqual(
      days.map(() => ['15', '750000', true]),
    );
    expect(lines[1]).toMatchObject({ sweeps: 24 });
  });

  it.each(['halted', 'dry-run'] as const)(
    'lets nothing leave while it is %s, and says what would',
    async (mode) => {
      const policy = { ...POLICY, controls: controls({ mode }) };
      const { rules, days, currencies } = await forecastOf({ policy });
      expect(rules[0]).toMatchObject({ stopped: mode, amount: '15' });
      expect(days[0]).toMatchObject({ value: '0', leaving: [{ stopped: mode, amount: '15' }] });
      expect(currencies.find(({ currency }) => currency === 'BTC')).toMatchObject({
        ...{ leaves: '0', after: '20' },
      });
    },
  );

  it('leaves a blocked currency blocked', async () => {
    const lane = { ...LANE, status: { state: 'unknown', claim: CLAIM, since: NOW } } as const;
    const { rules } = await forecastOf({ lanes: [lane] }, { days: 1 });
    expect(rules[0]).toMatchObject({ sweeps: 0, reasons: [{ name: 'uncertain', times: 288 }] });
  });

  it('leaves a currency alone that was never armed', async () => {
    const { rules } = await forecastOf({ lanes: [] }, { days: 1 });
    expect(rules[0]).toMatchObject({ sweeps: 0, reasons: [{ name: 'disarmed', times: 288 }] });
  });

  it('takes out first what was decided before, and what is being sent', async () => {
    const open = { instructionId: 'i-1', ruleId: RULE.id, amount: '3', accountId: ACCOUNT.id };
    const approved = await forecastOf({ lanes: [noteOpen(LANE, { ...open, people: 0 })] });
    expect(approved.already).toMatchObject([
      { instructionId: 'i-1', amount: '3', state: 'leaves' },
    ]);
    expect(approved.rules[0]).toMatchObject({ amount: '12' });
    const sent = claimLane(LANE, { ...CLAIM, outgoing: '3' });
    const sending = await forecastOf({ lanes: [sent] });
    expect(sending.already).toMatchObject([{ amount: '3', state: 'sending' }]);
    expect(sending.rules[0]).toMatchObject({ amount: '12' });
  });

  it('keeps the amount of what waits for people reserved', async () => {
    const open = { instructionId: 'i-1', amount: '3', accountId: ACCOUNT.id, people: 1 } as const;
    const { already, rules } = await forecastOf(
      { lanes: [noteOpen(LANE, open)] },
      { approvals: 'none', days: 1 },
    );
    expect(already).toMatchObject([{ state: 'waits', approvals: 1 }]);
    expect(rules[0]).toMatchObject({ amount: '12' });
  });

  it('lists a disabled rule without runs', async () => {
    const { rules } = await forecastOf(withRules(rule({ enabled: false })), { days: 1 });
    expect(rules[0]).toMatchObject({ enabled: false, nextRuns: [], sweeps: 0 });
  });

  it('ends early where there are more decisions than one answer makes, and says so', async () => {
    // Every snapshot moves a tenth, so every one is decided by both.
    const small = { threshold: '0', keep: '0', minimum: '0', step: '0.001', maximum: '0.001' };
    const rules = ['a', 'b'].map((id) => rule({ id, ...small }));
    const {
      complete,
      until,
      to,
      rules: seen,
    } = await forecastOf({ policy: { ...POLICY, rules } }, { mostDecisions: 100 });
    expect(complete).toBe(false);
    expect(until < to).toBe(true);
    expect(seen.map(({ decided }) => decided)).toEqual([50, 50]);
  });

  it('ends early where its time is over, and says so', async () => {
    let asked = 0;
    // The clock of a machine that is slow: a second for each snapshot that is decided.
    const now = () => plusSeconds(NOW, asked++);
    const found = await forecast({ ...portsOf(EVERY_SNAPSHOT_MOVES), now }, REQUEST);
    if (found.result !== 'forecast') throw new Error(found.result);
    const { complete, until, rules } = found.forecast();
    expect(complete).toBe(false);
    expect(rules[0]?.decided).toBe(FORECAST_SECONDS - 1);
    expect(secondsBetween(NOW, until)).toBeLessThan(2 * 3_600);
  });

  it('says of days, rules and currencies after its end that they are not known, and never 0', async () => {
    const payroll = rule({
      ...{ id: 'payroll', currency: 'USD', threshold: '0', keep: '0', minimum: '1', step: '1' },
      schedule: { kind: 'cron', expression: '0 9 9 * ? *', timeZone: 'UTC' },
    });
    const policy = {
      ...POLICY,
      rules: [...EVERY_SNAPSHOT_MOVES.policy.rules, payroll, rule({ id: 'off', enabled: false })],
    };
    const { days, rules, currencies, until } = await forecastOf({ policy }, { mostDecisions: 500 });
    const open = days.findIndex(({ to }) => to > until);
    expect(open).toBeGreaterThan(0);
    expect(days.map(({ decided }) => decided)).toEqual([
      ...days.slice(0, open).map(() => 'all'),
      'part',
      ...days.slice(open + 1).map(() => 'none'),
    ]);
    expect(days.map(({ value }) => value === null)).toEqual(
      days.map(({ decided }) => decided !== 'all'),
    );
    const byId = new Map(rules.map((each) => [each.ruleId, each]));
    for (const id of [RULE.id, 'payroll']) {
      expect(byId.get(id)).toMatchObject({ sweeps: null, amount: null, value: null });
    }
    expect(byId.get('off')).toMatchObject({ sweeps: 0, amount: '0' });
    expect(currencies.find(({ currency }) => currency === 'BTC')).toMatchObject({
      ...{ before: '20', leaves: null, after: null },
    });
  });

  it('has nothing to say without a snapshot or without controls', async () => {
    expect(await lookAhead({ latest: null })).toEqual({ result: 'no-snapshot' });
    const policy = { ...POLICY, controls: null, halt: neverHalted('main') };
    expect(await lookAhead({ policy })).toEqual({ result: 'disarmed' });
  });
});
