import { describe, expect, it } from 'vitest';
import { matchingBacktestResponse } from '../../../api/openapi/matching-backtest-response.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import type { MatchingRuleDraft } from '../../../treasury/policy/matching-rule-schema.ts';
import { BACKTEST_SECONDS } from '../../../treasury/preview/backtest-limits.ts';
import { backtestMatching } from '../../../treasury/preview/backtest-matching.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { FROM, pastWith, type Recorded, tickAt } from './past-differences.ts';

const FEE: MatchingRuleDraft = {
  id: 'fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.5',
  per24Hours: '1',
  enabled: true,
};
const { currency: _, maximum: __, per24Hours: ___, ...BARE } = FEE;
const DEPOSIT: MatchingRuleDraft = {
  ...BARE,
  id: 'deposits',
  label: 'Customer deposits',
  kind: 'deposit',
  direction: 'inflow',
};
const inForce = (draft: MatchingRuleDraft): MatchingRule => ({
  ...draft,
  version: 4,
  activeSince: FROM,
});

async function tried(
  rules: readonly MatchingRuleDraft[],
  past: readonly Recorded[],
  {
    current = [],
    scope = 'replacing',
    to = tickAt(86_400),
    now = () => FROM,
  }: {
    readonly current?: readonly MatchingRule[];
    readonly scope?: 'replacing' | 'alone';
    readonly to?: string;
    readonly now?: () => string;
  } = {},
) {
  const request = { tenant: 'main', draft: { rules, scope }, from: FROM, to };
  const result = await backtestMatching(pastWith(current, past, now), request);
  if (result.result === 'draft-refused') throw new Error(JSON.stringify(result.problems));
  return matchingBacktestResponse.parse(result.report);
}

describe('a backtest of matching rules', () => {
  it('says which breaks would not have been opened: class, instants, amounts, totals', async () => {
    const report = await tried([FEE], [{ second: 300, amount: '-0.1' }]);
    expect(report).toMatchObject({
      complete: true,
      differences: 1,
      breaks: { before: 1, after: 0 },
      rules: [
        {
          ruleId: 'fees',
          boundReached: 0,
          currencies: [{ currency: 'BTC', count: 1, inflow: '0', outflow: '0.1' }],
        },
      ],
      totals: [{ effect: 'newly-matched', currency: 'BTC', count: 1, outflow: '0.1' }],
      movements: {
        count: 1,
        first: [
          {
            sinceReadAt: tickAt(1),
            readAt: tickAt(301),
            amount: '-0.1',
            recorded: 'open',
            before: null,
            after: { ruleId: 'fees', label: 'Network fee', kind: 'fee' },
          },
        ],
      },
      message: 'BTC: 1 explained that are breaks now (0.1 out).',
    });
  });

  it('says what a more specific draft takes over, and what its bound then leaves to people', async () => {
    const narrow = {
      ...FEE,
      id: 'fixed-fees',
      label: 'Fixed fee',
      maximum: '0.2',
      per24Hours: '0.3',
    };
    const past = [300, 600].map((second) => ({ second, amount: '-0.2' }));
    const report = await tried([narrow], past, { current: [inForce(FEE)] });
    expect(report.takenOver).toEqual([
      { from: 'fees', to: 'fixed-fees', currency: 'BTC', count: 1, inflow: '0', outflow: '0.2' },
    ]);
    expect(report.rules).toMatchObject([{ ruleId: 'fixed-fees', boundReached: 1 }]);
    expect(report.movements.first.map(({ effect }) => effect)).toEqual([
      'taken-over',
      'no-longer-matched',
    ]);
    expect(report.breaks).toEqual({ before: 0, after: 1 });
  });

  it('counts a rule that stands on its own side, and lists nothing that the draft leaves as it is', async () => {
    const past = [
      { second: 300, amount: '-0.1' },
      { second: 300, amount: '12', currency: 'ETH' },
    ];
    const report = await tried([DEPOSIT], past, { current: [inForce(FEE), inForce(DEPOSIT)] });
    expect(report.breaks).toEqual({ before: 0, after: 0 });
    expect(report.movements.first).toMatchObject([
      { currency: 'ETH', effect: 'matched-as-before' },
    ]);
  });

  it('lets nothing else stand beside a draft that stands alone', async () => {
    const past = [{ second: 300, amount: '-0.1' }];
    const report = await tried([DEPOSIT], past, { current: [inForce(FEE)], scope: 'alone' });
    expect(report.movements.first).toMatchObject([{ effect: 'no-longer-matched', after: null }]);
  });

  it('is over what the books hold now: what is accounted for since is no difference', async () => {
    const at = tickAt(900);
    const closed = {
      state: 'closed',
      how: 'restatement',
      at,
      comment: '',
      instructionIds: [],
    } as const;
    const report = await tried(
      [FEE],
      [
        { second: 300, amount: '-0.1', status: closed },
        { second: 600, amount: '-0.1', change: { amount: '-0.3' } },
        { second: 900, amount: '-0.1', change: { direction: 'unbooked' } },
      ],
    );
    expect(report).toMatchObject({ differences: 0, movements: { count: 0 } });
    expect(report.message).toBe('None of 0 differences would be another.');
  });

  it.each([{ doubted: true } as const, { mayBe: ['w1'] }, { takenForWhole: ['w1'] }])(
    'leaves to people what an unknown request may account for: %o',
    async (change) => {
      const report = await tried([FEE], [{ second: 300, amount: '-0.1', change }]);
      expect(report).toMatchObject({
        differences: 1,
        doubtful: 1,
        breaks: { before: 1, after: 1 },
      });
    },
  );

  it('leaves to people a fall after an open rise that may be a part of a withdrawal', async () => {
    const rise = { second: 300, amount: '0.1', change: { takenForWhole: ['w1'] } };
    const past = [rise, { second: 600, amount: '-0.1' }];
    expect(await tried([FEE], past)).toMatchObject({ doubtful: 2, breaks: { after: 2 } });
    const at = tickAt(900);
    const explanation = { by: 'tom', at, kind: 'deposit', comment: 'a deposit' } as const;
    const named = { ...rise, status: { state: 'explained', at, explanation } as const };
    expect(await tried([FEE], [named, ...past.slice(1)])).toMatchObject({
      doubtful: 1,
      breaks: { after: 1 },
    });
  });

  it('ends early where its time is up, before a tick that it cannot count whole', async () => {
    let asked = 0;
    const now = () => plusSeconds(FROM, asked++ > 2 ? BACKTEST_SECONDS : 0);
    const past = [300, 600].flatMap((second) => [
      { second, amount: '-0.1' },
      { second, amount: '1', currency: 'ETH' },
    ]);
    const report = await tried([FEE], past, { now });
    expect(report).toMatchObject({ complete: false, until: tickAt(600), differences: 2 });
  });

  it('takes days in turn, and leaves out the tick at which the range ends', async () => {
    const past = [0, 86_400, 172_800].map((second) => ({ second, amount: '-0.1' }));
    const report = await tried([FEE], past, { to: tickAt(172_800) });
    expect(report.differences).toBe(2);
  });

  it.each([
    ['an outflow without a bound', { per24Hours: undefined }, 'rules[0].per24Hours'],
    ['a label that stands', { id: 'other', label: 'deposits of customers' }, 'rules[0].label'],
    [
      'a tolerance below the interval of the snapshots',
      { schedule: { expression: '0 1 * * ? *', timeZone: 'UTC', toleranceSeconds: 60 } },
      'rules[0].schedule.toleranceSeconds',
    ],
  ])('refuses %s', async (_name, change, path) => {
    const current = [inForce({ ...DEPOSIT, label: 'Deposits of customers' })];
    const rule = JSON.parse(JSON.stringify({ ...FEE, ...change })) as MatchingRuleDraft;
    const request = { tenant: 'main', draft: { rules: [rule], scope: 'replacing' as const } };
    const result = await backtestMatching(pastWith(current, []), {
      ...request,
      from: FROM,
      to: tickAt(1),
    });
    expect(result).toMatchObject({ result: 'draft-refused', problems: [{ path }] });
  });

  it('refuses two drafts of one id', async () => {
    const request = { tenant: 'main', draft: { rules: [FEE, FEE], scope: 'replacing' as const } };
    const result = await backtestMatching(pastWith([], []), {
      ...request,
      from: FROM,
      to: tickAt(1),
    });
    expect(result).toMatchObject({ problems: [{ path: 'rules[1].id' }] });
  });
});
