import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownAmount, spent } from '../../treasury/counters/counts.ts';
import { NO_SWEEP_REASONS } from '../../treasury/decisions/decision.ts';
import { explain } from '../../treasury/facts/sentences/say/show-decision.ts';
import { ruleCounter } from '../../treasury/instructions/lane.ts';
import { Decimal, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal, parseDecimalText } from '../../treasury/money/decimal-text.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import type { Allocation } from '../../treasury/policy/sweep-rule.ts';
import { type EvaluateInput, evaluate } from '../../treasury/rules/evaluate.ts';
import { reconsider } from '../../treasury/rules/reconsider.ts';
import type { AmountRule } from '../../treasury/value-limits/rule-limits.ts';
import { counted } from '../samples/counts.ts';
import { ACCOUNT, CONTROLS } from '../samples/policy.ts';
import { stated } from '../stated.ts';
import { shareOf } from '../thoroughness.ts';
import { EPOCH, LANE, NOW, situation } from '../unit/rules/samples.ts';
import { drawnRule } from './drawn-rule.ts';

/** Amounts up to some thousands with up to four decimals: small enough that limits really meet. */
const amount = (maximum: number) =>
  fc
    .integer({ min: 0, max: maximum * 10_000 })
    .map((units) => text(new Decimal(units).div(10_000)));
const positive = (maximum: number) => amount(maximum).filter((each) => each !== '0');
const optional = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });

const allocation: fc.Arbitrary<Allocation> = fc.oneof(
  fc.constant<Allocation>({ kind: 'all', basis: 'surplus' }),
  positive(100).map((percent): Allocation => ({ kind: 'percentage', basis: 'surplus', percent })),
  positive(500).map((fixed): Allocation => ({ kind: 'fixed', basis: 'amount', amount: fixed })),
);

const rules: fc.Arbitrary<AmountRule> = fc
  .record({
    threshold: amount(500),
    keepPercent: fc.integer({ min: 0, max: 100 }),
    allocation,
    minimum: amount(50),
    maximum: optional(positive(500)),
    step: fc.constantFrom('0.0001', '0.01', '0.25', '1', '7', '33.3'),
    per24Hours: optional(positive(500)),
    per30Days: optional(positive(500)),
    priority: fc.integer({ min: 0, max: 3 }),
    approvalAbove: optional(amount(300)),
  })
  .map(drawnRule);

const usage = fc.record({
  hours: fc.dictionary(
    fc
      .integer({ min: 0, max: 26 })
      .map((back) => iso(Date.parse('2026-01-05T09:00:00Z') - back * 3_600_000)),
    amount(60),
    { maxKeys: 4 },
  ),
  days: fc.dictionary(
    fc
      .integer({ min: 0, max: 32 })
      .map((back) => iso(Date.parse('2026-01-05T00:00:00Z') - back * 86_400_000)),
    amount(60),
    { maxKeys: 4 },
  ),
  failures: fc.constant(0),
});

/** Every limit of these rules is an amount. */
type AmountsInput = Omit<EvaluateInput, 'rules'> & { readonly rules: readonly AmountRule[] };

const inputs: fc.Arbitrary<AmountsInput> = fc
  .record({
    drawn: fc.array(rules, { minLength: 1, maxLength: 4 }),
    usages: fc.array(usage, { minLength: 4, maxLength: 4 }),
    total: amount(1000),
    heldBack: amount(100),
    open: optional(amount(100)),
  })
  .map(({ drawn, usages, total, heldBack, open }): AmountsInput => {
    const named = drawn.map((rule, index) => ({ ...rule, id: `rule-${index}` }));
    const available = text(Decimal.max(decimalOf(total).minus(decimalOf(heldBack)), ZERO));
    const lane = {
      ...LANE,
      open: open === undefined ? {} : { x: { instructionId: 'x', amount: open } },
      counts: named.map(({ id }, index) => counted({ kind: 'rule', of: id }, usages[index])),
    };
    const rest = { balances: { BTC: { total, available } }, lanes: new Map([['BTC', lane]]) };
    return { ...situation(rest), rules: named };
  });

interface Swept {
  readonly rule: AmountRule;
  readonly amount: Decimal;
  readonly needsApproval: boolean;
}

function sweptBy(input: AmountsInput): readonly Swept[] {
  return evaluate(input).flatMap((decision) => {
    const rule = input.rules.find(({ id }) => id === decision.ruleId);
    if (decision.outcome !== 'sweep' || rule === undefined) return [];
    return [{ rule, amount: decimalOf(decision.amount), needsApproval: decision.needsApproval }];
  });
}

function available(input: EvaluateInput): Decimal {
  return decimalOf(stated(input.balances, 'BTC')?.available ?? '0');
}

function opened(input: EvaluateInput): Decimal {
  const open = Object.values(input.lanes.get('BTC')?.open ?? {});
  return open.reduce((sum, each) => sum.plus(decimalOf(each.amount)), ZERO);
}

describe('whatever the rules, balances and usage are, a sweep', () => {
  it('keeps to threshold, minimum, maximum, step, fixed amount and percentage', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        // All rules pay to one account: the strictest of their limits holds for what leaves by all of them.
        const above = input.rules.reduce(
          (least, { approvalAbove = '999999' }) => Decimal.min(least, decimalOf(approvalAbove)),
          decimalOf('999999'),
        );
        let unapproved = ZERO;
        for (const { rule, amount, needsApproval } of sweptBy(input)) {
          const surplus = available(input).minus(decimalOf(rule.keep));
          expect(available(input).greaterThan(decimalOf(rule.threshold))).toBe(true);
          expect(amount.greaterThan(0)).toBe(true);
          expect(amount.greaterThanOrEqualTo(decimalOf(rule.minimum))).toBe(true);
          expect(amount.lessThanOrEqualTo(decimalOf(rule.maximum ?? '999999'))).toBe(true);
          expect(units(amount) % units(decimalOf(rule.step))).toBe(0n);
          expect(amount.lessThanOrEqualTo(atMost(rule.allocation, surplus))).toBe(true);
          expect(needsApproval).toBe(unapproved.plus(amount).greaterThan(above));
          if (!needsApproval) unapproved = unapproved.plus(amount);
        }
      }),
      { numRuns: shareOf(500) },
    );
  });

  it('never goes below what its rule keeps, whatever was given before it', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        let left = available(input).minus(opened(input));
        for (const { rule, amount } of sweptBy(input)) {
          left = left.minus(amount);
          expect(left.greaterThanOrEqualTo(decimalOf(rule.keep))).toBe(true);
        }
      }),
      { numRuns: shareOf(500) },
    );
  });

  it('never goes beyond what is left of its budgets', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const { rule, amount } of sweptBy(input)) {
          const lane = input.lanes.get('BTC') ?? LANE;
          const within = (window: 'hours' | 'days') =>
            knownAmount(spent(lane.counts, ruleCounter(lane, rule.id), window, NOW)) ?? ZERO;
          const [last24Hours, last30Days] = [within('hours'), within('days')];
          const { per24Hours = '999999', per30Days = '999999' } = rule.budgets;
          expect(amount.plus(last24Hours).lessThanOrEqualTo(decimalOf(per24Hours))).toBe(true);
          expect(amount.plus(last30Days).lessThanOrEqualTo(decimalOf(per30Days))).toBe(true);
        }
      }),
      { numRuns: shareOf(500) },
    );
  });

  it('is no smaller on a larger balance, for a rule alone in its currency', () => {
    fc.assert(
      fc.property(inputs, amount(200), (input, more) => {
        const [alone] = input.rules;
        if (alone === undefined) throw new Error('no rule was drawn');
        const sweptOn = (balance: Decimal) => {
          const balances = { BTC: { total: text(balance) } };
          return sweptBy({ ...input, rules: [alone], balances })[0]?.amount ?? ZERO;
        };
        const before = sweptOn(available(input));
        const after = sweptOn(available(input).plus(decimalOf(more)));
        expect(after.greaterThanOrEqualTo(before)).toBe(true);
      }),
      { numRuns: shareOf(500) },
    );
  });

  it('is accepted again by the claim when nothing has changed', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const { rule, amount, needsApproval } of sweptBy(input).slice(0, 1)) {
          const again = reconsider({
            instruction: {
              instructionId: 'own',
              ruleId: rule.id,
              ruleVersion: rule.version,
              amount: text(amount),
              currency: 'BTC',
              withdrawalAccountId: ACCOUNT.id,
              people: needsApproval ? 1 : 0,
            },
            rule,
            rules: input.rules,
            account: ACCOUNT,
            controls: CONTROLS,
            halt: neverHalted('main'),
            lane: input.lanes.get('BTC') ?? null,
            epoch: EPOCH,
            balances: input.balances,
            balancesReadAt: input.balancesReadAt,
            now: NOW,
          });
          expect(again).toMatchObject({ proceed: true });
        }
      }),
      { numRuns: shareOf(300) },
    );
  });
});

describe('whatever the rules, balances and usage are, a decision', () => {
  it('is there for every rule, with a closed outcome, its checks and an explanation', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom('live', 'dry-run', 'halted'), (input, mode) => {
        const decisions = evaluate({ ...input, controls: { ...CONTROLS, mode } });
        expect(decisions.map(({ ruleId }) => ruleId).sort()).toEqual(
          input.rules.map(({ id }) => id).sort(),
        );
        for (const decision of decisions) {
          expect(decision.checks).toHaveLength(18);
          expect(explain(decision).endsWith('.')).toBe(true);
          if (decision.outcome === 'sweep') {
            expect(mode).toBe('live');
            expect(parseDecimalText(decision.amount).ok).toBe(true);
          } else {
            expect(NO_SWEEP_REASONS).toContain(decision.reason);
            expect(decision.checks.some(({ holds }) => !holds)).toBe(true);
          }
        }
      }),
      { numRuns: shareOf(300) },
    );
  });

  it('in a dry-run says exactly what would have been swept live', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const dry = evaluate({ ...input, controls: { ...CONTROLS, mode: 'dry-run' } });
        const would = dry.map((each) => (each.outcome === 'no-sweep' ? each.wouldSweep : 'sent'));
        const live = evaluate(input);
        expect(would).toEqual(
          live.map((each) => (each.outcome === 'sweep' ? each.amount : undefined)),
        );
      }),
      { numRuns: shareOf(300) },
    );
  });

  it('does not depend on the order of the rules', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const turned = { ...input, rules: [...input.rules].reverse() };
        expect(evaluate(turned)).toEqual(evaluate(input));
      }),
    );
  });
});

function atMost(allocation: Allocation, surplus: Decimal): Decimal {
  if (allocation.kind === 'all') return surplus;
  if (allocation.kind === 'fixed') return Decimal.min(surplus, decimalOf(allocation.amount));
  return surplus.times(decimalOf(allocation.percent)).div(100);
}

function units(value: Decimal): bigint {
  return BigInt(value.times(10_000).toFixed(0));
}

function text(value: Decimal): string {
  return formatDecimal(value);
}

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
