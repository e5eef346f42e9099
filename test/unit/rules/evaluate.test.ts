import { describe, expect, it } from 'vitest';
import { explain } from '../../../treasury/facts/sentences/say/show-decision.ts';
import { evaluate } from '../../../treasury/rules/evaluate.ts';
import { away } from '../../samples/absent.ts';
import { CONTROLS, RULE, rule } from '../../samples/policy.ts';
import { decideOne, LANE, laneUsing, situation, verdict, withLane } from './samples.ts';

describe('the amount of a sweep', () => {
  it.each([
    ['all of the surplus', {}, '15'],
    [
      'a percentage of it',
      { allocation: { kind: 'percentage', basis: 'surplus', percent: '50' } },
      '7.5',
    ],
    [
      'a percentage, rounded down to the step',
      { allocation: { kind: 'percentage', basis: 'surplus', percent: '33.3' } },
      '4.9',
    ],
    ['a fixed amount', { allocation: { kind: 'fixed', basis: 'amount', amount: '4' } }, '4'],
    [
      'the surplus where the fixed amount is more',
      { allocation: { kind: 'fixed', basis: 'amount', amount: '40' } },
      '15',
    ],
    ['the maximum', { maximum: '6' }, '6'],
    ['the maximum, rounded down to the step', { maximum: '6.19' }, '6.1'],
    ['a coarse step', { step: '4' }, '12'],
    ['a step that is no power of ten', { step: '0.7' }, '14.7'],
    ['the budget of a day', { budgets: { per24Hours: '3.35' } }, '3.3'],
    ['the budget of a month', { budgets: { per24Hours: '9', per30Days: '2' } }, '2'],
  ] as const)('is %s', (_, change, expected) => {
    expect(verdict(decideOne({ rules: [rule(change)] }))).toBe(`sweep ${expected}`);
  });

  it('comes from what is available, where the service says so', () => {
    const balances = { BTC: { total: '100', available: '12' } };
    expect(verdict(decideOne({ balances }))).toBe('sweep 7');
  });

  it('is exact where floating point is not', () => {
    const balances = { BTC: { total: '900719925474099.300000000000000001' } };
    const fine = rule({ step: '0.000000000000000001', keep: '0.1', threshold: '0.2' });
    expect(verdict(decideOne({ rules: [fine], balances }))).toBe(
      'sweep 900719925474099.200000000000000001',
    );
  });

  it('uses what the budgets have left, over the hours and days of their windows', () => {
    const budgets = { per24Hours: '10', per30Days: '12' };
    const usage = {
      hours: { '2026-01-04T08:00:00.000Z': '5', '2026-01-04T09:00:00.000Z': '6' },
      days: { '2026-01-04T00:00:00.000Z': '11' },
    };
    const decision = decideOne({ rules: [rule({ budgets })], ...withLane(laneUsing(usage)) });
    expect(verdict(decision)).toBe('sweep 1');
    expect(decision.checks).toContainEqual({
      limit: 'budget-24h',
      holds: true,
      seen: '6 of 10 used in 24 hours, 4 left',
      value: '6',
      accepted: 'at least 1 left',
    });
    expect(decision.explanation).toContain('left of the budget of');
  });

  it('needs an approval only above the limit', () => {
    expect(decideOne({ rules: [rule({ approvalAbove: '15' })] })).toMatchObject({
      needsApproval: false,
    });
    const decision = decideOne({ rules: [rule({ approvalAbove: '14.9' })] });
    expect(decision).toMatchObject({ outcome: 'sweep', needsApproval: true });
    expect(decision.explanation).toContain(
      'once it is approved (needed above 14.9 BTC in 24 hours)',
    );
  });

  it('is not blamed on a budget where there would have been too little without one', () => {
    const poor = rule({ minimum: '16', budgets: { per24Hours: '20' } });
    const spent = withLane(laneUsing({ hours: { '2026-01-05T08:00:00.000Z': '20' } }));
    expect(verdict(decideOne({ rules: [poor], ...spent }))).toBe('below-minimum');
  });
});

describe('rules that share a currency', () => {
  const fixed = (id: string, priority: number, amount: string) =>
    rule({ id, priority, threshold: '5', allocation: { kind: 'fixed', basis: 'amount', amount } });

  it('decide by priority, then by id, and later ones get what is left', () => {
    const rules = [fixed('c', 2, '9'), fixed('b', 1, '4'), fixed('a', 2, '9')];
    const decisions = evaluate(situation({ rules }));
    expect(decisions.map((each) => `${each.ruleId} ${verdict(each)}`)).toEqual([
      'b sweep 4',
      'a sweep 9',
      'c sweep 2',
    ]);
  });

  it('leave to later ones what a rule that does not sweep would have taken', () => {
    const rules = [{ ...fixed('a', 1, '9'), enabled: false }, fixed('b', 2, '15')];
    expect(evaluate(situation({ rules })).map(verdict)).toEqual(['disabled', 'sweep 15']);
  });

  it('say so when others have taken what they would have swept', () => {
    const rules = [fixed('a', 1, '15'), fixed('b', 2, '15')];
    const [, second] = evaluate(situation({ rules }));
    expect(second).toMatchObject({ reason: 'nothing-left-by-earlier-rule' });
    expect(second && explain(second)).toContain('20 BTC, 15 BTC is already spoken for');
  });

  it('show the same in a dry-run', () => {
    const rules = [fixed('a', 1, '9'), fixed('b', 2, '9')];
    const controls = { ...CONTROLS, mode: 'dry-run' } as const;
    expect(evaluate(situation({ rules, controls }))).toMatchObject([
      { reason: 'dry-run', wouldSweep: '9' },
      { reason: 'dry-run', wouldSweep: '6' },
    ]);
  });

  it("count everybody's open instructions as gone already", () => {
    const open = { x: { instructionId: 'x', amount: '8' } };
    expect(verdict(decideOne(withLane({ ...LANE, open })))).toBe('sweep 7');
  });

  it('decide currency by currency, whatever their priorities are', () => {
    const rules = [
      { ...fixed('a', 1, '1'), currency: 'ETH' },
      fixed('b', 2, '1'),
      { ...fixed('c', 3, '1'), currency: 'ETH' },
      fixed('d', 4, '1'),
    ];
    for (const asWritten of [rules, rules.toReversed()]) {
      const decided = evaluate(situation({ rules: asWritten })).map(({ ruleId }) => ruleId);
      expect(decided).toEqual(['b', 'd', 'a', 'c']);
    }
  });

  it('do not touch other currencies', () => {
    const rules = [fixed('a', 1, '15'), { ...fixed('b', 1, '15'), currency: 'ETH' }];
    const balances = { BTC: { total: '20' }, ETH: { total: '20' } };
    const [, ether] = evaluate(situation({ rules, balances }));
    expect(ether).toMatchObject({ currency: 'ETH', reason: 'disarmed' });
  });
});

describe('an occurrence of a schedule', () => {
  const cron = rule({
    schedule: { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' },
  });

  it('is the snapshot for a rule on every snapshot, used up by a sweep only', () => {
    expect(decideOne()).toMatchObject({
      consumesOccurrence: true,
      occurrence: '2026-01-05T09:00:00.000Z',
    });
    const poor = { balances: { BTC: { total: '1' } } };
    expect(decideOne(poor)).toMatchObject({ consumesOccurrence: false });
  });

  it('is the latest time of a cron schedule, as late as its rule may start', () => {
    const now = '2026-01-05T09:59:00.000Z';
    const late = { rules: [cron], now, balancesReadAt: now, occurrence: now };
    expect(decideOne(late)).toMatchObject({
      outcome: 'sweep',
      occurrence: '2026-01-05T09:00:00.000Z',
      consumesOccurrence: true,
    });
  });

  it('is over once it is used up, and the explanation names the next', () => {
    const used = withLane(laneUsing({ lastOccurrence: '2026-01-05T09:00:00.000Z' }));
    const decision = decideOne({ rules: [cron], ...used });
    expect(decision).toMatchObject({ reason: 'not-scheduled', consumesOccurrence: false });
    expect(decision.explanation).toContain('2026-01-06 09:00 UTC');
  });

  it('before this version of the rule counts for nothing, whatever an earlier version did', () => {
    const changed = { ...cron, activeSince: '2026-01-05T09:00:00.000Z' };
    const before = withLane(laneUsing({ lastOccurrence: '2026-01-02T09:00:00.000Z' }));
    expect(verdict(decideOne({ rules: [changed], ...before }))).toBe('not-scheduled');
    expect(verdict(decideOne({ rules: [changed] }))).toBe('not-scheduled');
  });

  it.each([
    ['a balance below the threshold', { balances: { BTC: { total: '1' } } }, true],
    ['a currency that is not held', { balances: {} }, true],
    ['a dry-run', { controls: { ...CONTROLS, mode: 'dry-run' } } as const, true],
    [
      'a cooldown',
      {
        rules: [{ ...cron, cooldownSeconds: 3600 }],
        ...withLane(laneUsing({ lastClaimedAt: '2026-01-05T08:59:00.000Z' })),
      },
      true,
    ],
    [
      'a balance that is spoken for',
      withLane({
        ...LANE,
        open: { other: { instructionId: 'other', ruleId: 'another', amount: '10' } },
      }),
      true,
    ],
    [
      'a budget that is used up',
      {
        rules: [{ ...cron, budgets: { per24Hours: '8' } }],
        ...withLane(laneUsing({ hours: { '2026-01-05T08:00:00.000Z': '8' } })),
      },
      true,
    ],
    ['an amount below the minimum', { rules: [{ ...cron, minimum: '16' }] }, true],
    ['a halt', { controls: { ...CONTROLS, mode: 'halted' } } as const, false],
    ['no controls', { controls: null }, false],
    ['a stale balance', { balancesReadAt: '2026-01-05T08:00:00.000Z' }, false],
    ['an account that is not registered', { accounts: new Map() }, false],
  ])('after %s', (_, change, usedUp) => {
    expect(decideOne({ rules: [cron], ...change }).consumesOccurrence).toBe(usedUp);
  });

  it('is not used up by an answer that leaves the currency out', () => {
    expect(decideOne({ rules: [cron], balances: { BTC: away('20') } })).toMatchObject({
      outcome: 'no-sweep',
      reason: 'balance-not-stated',
      consumesOccurrence: false,
    });
  });

  it('that has not fallen is not used up by a currency that is not held', () => {
    const used = withLane(laneUsing({ lastOccurrence: '2026-01-05T09:00:00.000Z' }));
    expect(decideOne({ rules: [cron], balances: {}, ...used })).toMatchObject({
      reason: 'currency-not-held',
      consumesOccurrence: false,
    });
  });
});

describe('the checks of a decision', () => {
  it('are all there even where the first of them refuses', () => {
    const decision = decideOne({
      controls: { ...CONTROLS, mode: 'halted' },
      balances: { BTC: { total: '7' } },
    });
    expect(decision.checks.map(({ limit, holds }) => `${limit} ${holds}`)).toEqual([
      'mode false',
      'enabled true',
      'account true',
      'currency true',
      'balance-age true',
      'schedule true',
      'lane true',
      'backoff true',
      'cooldown true',
      'threshold false',
      'keep true',
      'allocation true',
      'maximum true',
      'budget-24h true',
      'budget-30d true',
      'step true',
      'minimum true',
      'approval true',
    ]);
  });

  it('leave out what cannot be worked out: usage without a lane, amounts without a balance', () => {
    const decision = decideOne({ lanes: new Map(), balances: {} });
    expect(decision.checks.map(({ limit }) => limit)).toEqual([
      'mode',
      'enabled',
      'account',
      'currency',
      'balance-age',
      'schedule',
      'lane',
      'threshold',
    ]);
  });

  it('carry version, destination and time of the decision', () => {
    expect(decideOne()).toMatchObject({
      ruleId: RULE.id,
      ruleVersion: 3,
      withdrawalAccountId: RULE.withdrawalAccountId,
      decidedAt: '2026-01-05T09:00:05.000Z',
    });
  });

  it('do not take a currency for a property that every object has', () => {
    const odd = rule({ currency: 'constructor' });
    expect(decideOne({ rules: [odd] }).checks).toContainEqual(
      expect.objectContaining({ limit: 'threshold', seen: 'not held' }),
    );
  });
});
