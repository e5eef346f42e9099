import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONVENTIONS } from '../../treasury/calendars/calendar.ts';
import { widens } from '../../treasury/changes/widens.ts';
import { newLane, type RuleUsage } from '../../treasury/instructions/lane.ts';
import { approvalsByTier } from '../../treasury/limits/approvals-required.ts';
import { type Decimal, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { type Mode, modeFor, strictnessOf } from '../../treasury/policy/controls.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import type { ControlsDraft, SweepRuleDraft } from '../../treasury/policy/policy-schema.ts';
import type { RuleSplit } from '../../treasury/policy/split-schema.ts';
import type { Allocation, SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { type EvaluateInput, evaluate } from '../../treasury/rules/evaluate.ts';
import type { SweepSchedule } from '../../treasury/schedules/schedule.ts';
import { type Instant, instantOf } from '../../treasury/time/instant.ts';
import { CONTROLS, RULE } from '../samples/policy.ts';
import { believedAt, readingOf } from '../samples/values.ts';
import { shareOf } from '../thoroughness.ts';
import { EPOCH, laneUsing, situation } from '../unit/rules/samples.ts';
import { ACCOUNTS, accountsById, byAmounts, byWeights } from '../unit/rules/split-samples.ts';
import { textOf, unitsOf } from './exact-numbers.ts';

/** Few, close values: limits meet, and a step up or down often crosses another limit. */
const amounts = ['0', '0.1', '0.3', '1', '2.5', '5', '7', '10', '10.0', '12', '30', '100'];
const amount = fc.constantFrom(...amounts);
const positive = fc.constantFrom(...amounts.slice(1));
const NOW_MS = Date.parse('2026-01-05T09:00:05.000Z');
const moment = (secondsAgo: number): Instant => instantOf(NOW_MS - secondsAgo * 1000);

const allocation: fc.Arbitrary<Allocation> = fc.oneof(
  fc.constant<Allocation>({ kind: 'all', basis: 'surplus' }),
  positive.map((percent): Allocation => ({ kind: 'percentage', basis: 'surplus', percent })),
  positive.map((fixed): Allocation => ({ kind: 'fixed', basis: 'amount', amount: fixed })),
);
const schedule: fc.Arbitrary<SweepSchedule> = fc.constantFrom<SweepSchedule>(
  { kind: 'every-snapshot' },
  { kind: 'cron', expression: '0 9 * * ? *', timeZone: 'UTC' },
  { kind: 'cron', expression: '0 17 * * ? *', timeZone: 'UTC' },
);
const seconds = fc.constantFrom(1, 5, 60, 300, 3_600);
/** The cron schedules above fell five seconds and sixteen hours before the decision. The default, an hour, is
 * what no value says. */
const latestStart = fc.constantFrom(1, 60, 7_200, 86_400);

/** What the amounts above are worth at about ten dollars each. */
const value = fc
  .constantFrom(...amounts)
  .map((each) => ({ value: textOf(unitsOf(each) * 10n), in: 'USD' }));
const split: fc.Arbitrary<RuleSplit> = fc.constantFrom(
  byWeights('50', '30', '20'),
  byWeights('33.3', '33.3', '33.4'),
  byWeights('90', '5', '5'),
  byAmounts('2.5', '5'),
  byAmounts('1', '1'),
);

type Edit = (rule: SweepRuleDraft) => SweepRuleDraft;
const set = <T>(each: fc.Arbitrary<T>, change: (value: T) => Partial<SweepRuleDraft>) =>
  each.map(
    (value): Edit =>
      (rule) => ({ ...rule, ...change(value) }),
  );

/** One field, drawn anew; often to where it was. */
const EDITS: Readonly<Record<string, fc.Arbitrary<Edit>>> = {
  threshold: set(amount, (threshold) => ({ threshold })),
  keep: set(amount, (keep) => ({ keep })),
  allocation: set(allocation, (each) => ({ allocation: each })),
  minimum: set(amount, (minimum) => ({ minimum })),
  maximum: set(positive, (maximum) => ({ maximum })),
  'no maximum': fc.constant<Edit>(({ maximum: _, ...rest }) => rest),
  step: set(positive, (step) => ({ step })),
  'budget of a day': set(positive, (per24Hours) => ({ budgets: { per24Hours } })),
  'budgets of both': set(positive, (per30Days) => ({ budgets: { per24Hours: '7', per30Days } })),
  'no budgets': fc.constant<Edit>((rule) => ({ ...rule, budgets: {} })),
  cooldown: set(seconds, (cooldownSeconds) => ({ cooldownSeconds })),
  schedule: set(schedule, (each) => ({ schedule: each })),
  'latest start': set(latestStart, (latestStartSeconds) => ({ latestStartSeconds })),
  'default latest start': fc.constant<Edit>(({ latestStartSeconds: _, ...rest }) => rest),
  calendars: set(fc.constantFrom(['target'], ['fedwire'], ['target', 'fedwire']), (calendars) => ({
    calendars,
  })),
  'no calendars': fc.constant<Edit>(({ calendars: _, convention: __, ...rest }) => rest),
  convention: set(fc.constantFrom(...CONVENTIONS), (convention) => ({ convention })),
  'cut-off': set(fc.constantFrom('08:00', '09:00', '09:01', '17:30'), (time) => ({
    cutOff: { time, timeZone: 'UTC' },
  })),
  'no cut-off': fc.constant<Edit>(({ cutOff: _, ...rest }) => rest),
  age: set(seconds, (maximumBalanceAgeSeconds) => ({ maximumBalanceAgeSeconds })),
  backoff: set(seconds, (firstSeconds) => ({ backoff: { firstSeconds, maximumSeconds: 3_600 } })),
  approval: set(amount, (approvalAbove) => ({ approvalAbove })),
  'no approval': fc.constant<Edit>(({ approvalAbove: _, ...rest }) => rest),
  enabled: set(fc.boolean(), (enabled) => ({ enabled })),
  label: set(fc.string({ minLength: 1, maxLength: 5 }), (label) => ({ label })),
  'threshold by value': set(value, (threshold) => ({ threshold })),
  'keep by value': set(value, (keep) => ({ keep })),
  'minimum by value': set(value, (minimum) => ({ minimum })),
  'maximum by value': set(value, (maximum) => ({ maximum })),
  'budget by value': set(value, (per24Hours) => ({ budgets: { per24Hours } })),
  'approval by value': set(value, (approvalAbove) => ({ approvalAbove })),
  split: split.map(
    (each): Edit =>
      ({ kind: _, into: __, ...rule }) => ({
        ...rule,
        withdrawalAccountId: ACCOUNTS[0]?.id ?? '',
        split: each,
      }),
  ),
  'no split': fc.constant<Edit>(({ split: _, ...rest }) => rest),
  conversion: fc.constantFrom('USD', 'EUR').map(
    (into): Edit =>
      ({ withdrawalAccountId: _, split: __, ...rule }) => ({ ...rule, kind: 'convert', into }),
  ),
  'no conversion': fc.constant<Edit>(({ kind: _, into: __, ...rule }) => ({
    ...rule,
    withdrawalAccountId: ACCOUNTS[0]?.id ?? '',
  })),
  low: set(amount, (low) => ({ low })),
};
const edit = fc.oneof(...Object.values(EDITS));
const edited = (rule: SweepRuleDraft, edits: readonly Edit[]): SweepRuleDraft =>
  edits.reduce((each, change) => change(each), rule);

const { version: _version, activeSince: _since, ...DRAFT } = RULE;
const { version: _controls, ...CONTROLS_DRAFT } = CONTROLS;
/** A rule that mostly sweeps, with a step and times that can be both longer and shorter. */
const base = fc
  .record({
    step: fc.constantFrom('0.1', '0.3', '1', '2.5', '7'),
    cooldownSeconds: seconds,
    maximumBalanceAgeSeconds: seconds,
  })
  .map((drawn) => ({ ...DRAFT, ...drawn, threshold: '5', keep: '2.5', minimum: '0' }));
const current = fc
  .tuple(base, fc.array(edit, { maxLength: 4 }))
  .map(([rule, edits]) => edited(rule, edits));
const pair = fc
  .record({ before: current, edits: fc.array(edit, { minLength: 1, maxLength: 3 }) })
  .map(({ before, edits }) => ({ before, after: edited(before, edits) }));

const usage: fc.Arbitrary<RuleUsage> = fc.record(
  {
    hours: amount.map((spent) => ({ [instantOf(NOW_MS - 5_000)]: spent })),
    days: amount.map((spent) => ({ [instantOf(NOW_MS - 5_000)]: spent })),
    failures: fc.constant(0),
    lastClaimedAt: fc.constantFrom(0, 3, 61, 4_000).map(moment),
    lastOccurrence: fc.constantFrom(3_600, 90_000).map(moment),
    backoffUntil: fc.constantFrom(-10, 10).map(moment),
  },
  { requiredKeys: ['hours', 'days', 'failures'] },
);

const scene = fc.record({
  total: fc.constantFrom('0', '3', '5.1', '9', '13.7', '50', '203.3'),
  open: fc.constantFrom('0', '1', '8'),
  age: fc.constantFrom(0, 4, 61, 1_000),
  used: usage,
  /** Dollars of one; null: there is no price. */
  bid: fc.constantFrom('10', '9.5', '0.7', null),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;

function inputOf(draft: SweepRuleDraft, { total, open, age, used, bid }: Scene): EvaluateInput {
  const rule: SweepRule = { ...draft, version: 1, activeSince: '2026-01-01T00:00:00.000Z' };
  const held = { instructionId: 'x', amount: open };
  const lane = laneUsing(used, { open: open === '0' ? {} : { x: held } });
  const prices =
    bid === null
      ? {}
      : {
          'BTC/USD': { bid, ask: bid },
          'BTC/EUR': { bid, ask: bid },
          'EUR/USD': { bid: '1', ask: '1' },
        };
  const readAt = moment(0);
  return situation({
    rules: [rule],
    accounts: accountsById(),
    controls: {
      ...CONTROLS,
      trades: { instruments: ['BTC/USD', 'BTC/EUR'], maximumNotional: '400' },
    },
    balances: { BTC: { total } },
    balancesReadAt: moment(age),
    prices: readingOf(prices, readAt),
    market: { prices, doubted: [], values: believedAt(prices), readAt, usage: null },
    now: instantOf(NOW_MS),
    lanes: new Map([
      ['BTC', lane],
      ...['USD', 'EUR'].map((each) => [each, newLane('main', each, EPOCH)] as const),
    ]),
  });
}

/** What a decision lets leave, by where it goes: accounts, or another currency. */
function swept(draft: SweepRuleDraft, seen: Scene) {
  const [decision] = evaluate(inputOf(draft, seen));
  const parts = new Map<string, Decimal>();
  if (decision?.outcome !== 'sweep') return { amount: ZERO, alone: ZERO, parts };
  const amount = decimalOf(decision.amount);
  if (decision.parts === undefined) {
    parts.set(decision.into ?? decision.withdrawalAccountId ?? '', amount);
    return { amount, alone: decision.needsApproval ? ZERO : amount, parts };
  }
  for (const part of decision.parts) parts.set(part.withdrawalAccountId, decimalOf(part.amount));
  const alone = decision.parts
    .filter((part) => !part.needsApproval)
    .reduce((sum, part) => sum.plus(decimalOf(part.amount)), ZERO);
  return { amount, alone, parts };
}

const narrows = (before: SweepRuleDraft, after: SweepRuleDraft): boolean =>
  widens({ kind: 'rule', before, after }).length === 0;

describe('a change of a rule that one person may make', () => {
  const keepsTo = (before: SweepRuleDraft, after: SweepRuleDraft, scenes: readonly Scene[]) => {
    let sweeps = 0;
    for (const seen of narrows(before, after) ? scenes : []) {
      const [was, is] = [swept(before, seen), swept(after, seen)];
      expect(is.amount.lessThanOrEqualTo(was.amount)).toBe(true);
      // Of a smaller whole, the steps that are left over may fall otherwise: one of them at most.
      const step = before.split === undefined ? ZERO : decimalOf(before.step);
      for (const [to, part] of is.parts) {
        expect(part.lessThanOrEqualTo((was.parts.get(to) ?? ZERO).plus(step)), to).toBe(true);
      }
      if (is.amount.greaterThan(0)) sweeps += 1;
    }
    return sweeps;
  };

  it.each(Object.entries(EDITS))('never lets more leave, nor sooner: %s', (_name, one) => {
    const scenes = fc.array(scene, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(current, one, scenes, (before, change, seen) => {
        keepsTo(before, change(before), seen);
      }),
      { numRuns: shareOf(120) },
    );
  });

  it('never does so either where several fields change at once', () => {
    let sweeps = 0;
    fc.assert(
      fc.property(pair, fc.array(scene, { minLength: 4, maxLength: 4 }), (drawn, scenes) => {
        sweeps += keepsTo(drawn.before, drawn.after, scenes);
      }),
      // Some 120 sweeps, give or take a dozen: a few hundred runs come below thirty now and then.
      { numRuns: shareOf(1_000) },
    );
    // Or nothing was shown: enough of them must both narrow and still sweep.
    expect(sweeps).toBeGreaterThan(shareOf(30));
  });

  it('never takes the approval away from a sweep that needed one', () => {
    fc.assert(
      fc.property(pair, scene, ({ before, after }, seen) => {
        // A higher keep, a coarser step and what is left of a budget make one sweep smaller, once.
        const steady = { keep: before.keep, step: before.step, budgets: before.budgets };
        const same = { ...after, ...steady };
        if (!narrows(before, same)) return;
        const [was, is] = [swept(before, seen), swept(same, seen)];
        expect(is.alone.lessThanOrEqualTo(was.alone)).toBe(true);
      }),
      { numRuns: shareOf(500) },
    );
  });
});

describe('whatever the two rules are', () => {
  it('nothing changed needs no second person, and each field that differs is named', () => {
    fc.assert(
      fc.property(pair, ({ before, after }) => {
        expect(widens({ kind: 'rule', before, after: before })).toEqual([]);
        const reasons = widens({ kind: 'rule', before, after });
        const back = widens({ kind: 'rule', before: after, after: before });
        // What widens nothing in either direction is the same but for its label, its low and its spelling.
        if (reasons.length === 0 && back.length === 0) {
          const plain = ({ label: _, low: __, convention = 'skip', ...rest }: SweepRuleDraft) =>
            JSON.stringify({ convention, ...rest }).replaceAll('10.0', '10');
          expect(JSON.parse(plain(after))).toEqual(JSON.parse(plain(before)));
        }
      }),
      { numRuns: shareOf(500) },
    );
  });
});

const mode = fc.constantFrom<Mode>('live', 'dry-run', 'halted');
const CURRENCIES = ['BTC', 'ETH'] as const;
const limit = fc.option(fc.constantFrom('0', '1', '5', '9'), { nil: undefined });
const controls: fc.Arbitrary<ControlsDraft> = fc
  .record({
    mode,
    currencyModes: fc.dictionary(fc.constantFrom(...CURRENCIES), mode, { maxKeys: 2 }),
    oneAbove: limit,
    twoAbove: limit,
    accountCoolingOffSeconds: fc.constantFrom(0, 60, 86_400),
  })
  .map(({ oneAbove, twoAbove, ...drawn }) => ({
    ...CONTROLS_DRAFT,
    ...drawn,
    approvalTiers: {
      ...(oneAbove === undefined ? {} : { oneAbove }),
      ...(twoAbove === undefined ? {} : { twoAbove }),
    },
  }));

describe('a change of the controls that one person may make', () => {
  it('never loosens the mode of any currency, nor takes an approval out, nor shortens a rest', () => {
    let narrowed = 0;
    const value = fc.constantFrom(null, '0', '1', '3', '7', '10');
    fc.assert(
      fc.property(controls, controls, value, (before, after, worth) => {
        if (widens({ kind: 'controls', before, after }).length > 0) return;
        narrowed += 1;
        for (const currency of [...CURRENCIES, 'SOL']) {
          const [was, is] = [before, after].map((each) =>
            strictnessOf(modeFor({ ...each, version: 1 }, neverHalted('main'), currency)),
          );
          expect(is).toBeGreaterThanOrEqual(was ?? Number.NaN);
        }
        const [asked, asks] = [before, after].map((each) =>
          approvalsByTier(each.approvalTiers, worth),
        );
        expect(asks).toBeGreaterThanOrEqual(asked ?? Number.NaN);
        expect(after.accountCoolingOffSeconds).toBeGreaterThanOrEqual(
          before.accountCoolingOffSeconds ?? Number.NaN,
        );
      }),
      { numRuns: shareOf(3_000) },
    );
    expect(narrowed).toBeGreaterThan(shareOf(30));
  });
});
