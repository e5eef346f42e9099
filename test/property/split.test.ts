import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sayRefusal } from '../../treasury/facts/sentences/say/say-check.ts';
import type { Lane } from '../../treasury/instructions/lane.ts';
import { claimLane, concludeLane, noteOpen } from '../../treasury/instructions/lane-transitions.ts';
import { Decimal } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import { splitAmount } from '../../treasury/policy/split-amount.ts';
import { splitProblems } from '../../treasury/policy/split-checks.ts';
import type { RuleSplit } from '../../treasury/policy/split-schema.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { reconsider } from '../../treasury/rules/reconsider.ts';
import { claimRecord } from '../../treasury/sending/claim-record.ts';
import { taken } from '../samples/counts.ts';
import { CONTROLS } from '../samples/policy.ts';
import { shareOf } from '../thoroughness.ts';
import { decideOne, EPOCH, LANE, NOW, READ_AT, TICK } from '../unit/rules/samples.ts';
import { ACCOUNTS, accountsById, partOf, splitRule } from '../unit/rules/split-samples.ts';
import { referenceParts } from './split-reference.ts';

const STEPS = ['1', '0.1', '0.25', '0.003', '5'];
const ids = (count: number) => Array.from({ length: count }, (_, index) => `account-${index}`);

/** Weights of two to eight parts, in hundredths of a percent, that add to 100. */
const weights: fc.Arbitrary<RuleSplit> = fc
  .integer({ min: 2, max: 8 })
  .chain((count) =>
    fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), {
      minLength: count - 1,
      maxLength: count - 1,
    }),
  )
  .map((cuts) => {
    const bounds = [0, ...[...cuts].sort((a, b) => a - b), 10_000];
    const parts = bounds.slice(1).map((bound, index) => ({
      withdrawalAccountId: `account-${index}`,
      percent: formatDecimal(new Decimal(bound - (bounds[index] ?? 0)).dividedBy(100)),
    }));
    return { kind: 'weights', parts };
  });

const amounts = (step: string): fc.Arbitrary<RuleSplit> =>
  fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 7 }).map((units) => ({
    kind: 'amounts',
    parts: ids(units.length + 1).map((withdrawalAccountId, index) => {
      const own = units[index];
      return own === undefined
        ? { withdrawalAccountId }
        : { withdrawalAccountId, amount: formatDecimal(decimalOf(step).times(own)) };
    }),
  }));

const drawn = fc
  .record({ step: fc.constantFrom(...STEPS), units: fc.integer({ min: 0, max: 100_000 }) })
  .chain(({ step, units }) =>
    fc.record({
      step: fc.constant(step),
      total: fc.constant(decimalOf(step).times(units)),
      split: fc.oneof(weights, amounts(step)),
    }),
  );

describe('the parts of an amount', () => {
  it('are the amount itself, each in whole steps, and none less than nothing', () => {
    fc.assert(
      fc.property(drawn, ({ step, total, split }) => {
        const parts = splitAmount(split, total, step);
        expect(parts.length).toBe(split.parts.length);
        const sum = parts.reduce((all, { amount }) => all.plus(amount), new Decimal(0));
        expect(formatDecimal(sum)).toBe(formatDecimal(total));
        for (const { amount } of parts) {
          expect(amount.modulo(decimalOf(step)).isZero() && amount.greaterThanOrEqualTo(0)).toBe(
            true,
          );
        }
      }),
      { numRuns: shareOf(2_000) },
    );
  });

  it('differ from their shares by less than a step', () => {
    fc.assert(
      fc.property(drawn, weights, ({ step, total }, split) => {
        if (split.kind !== 'weights') return;
        splitAmount(split, total, step).forEach(({ amount }, index) => {
          const share = total.times(decimalOf(split.parts[index]?.percent ?? '0')).dividedBy(100);
          expect(amount.minus(share).abs().lessThan(decimalOf(step))).toBe(true);
        });
      }),
      { numRuns: shareOf(1_000) },
    );
  });

  it('are those that whole numbers alone compute', () => {
    fc.assert(
      fc.property(drawn, ({ step, total, split }) => {
        const parts = splitAmount(split, total, step).map(({ amount }) => formatDecimal(amount));
        expect(parts).toEqual(referenceParts(split, formatDecimal(total), step));
      }),
      { numRuns: shareOf(2_000) },
    );
  });
});

it('weights are accepted where they add to exactly 100, and nowhere else', () => {
  const accounts = ids(8).map((id) => ({ ...(ACCOUNTS[0] as (typeof ACCOUNTS)[0]), id }));
  fc.assert(
    fc.property(weights, fc.integer({ min: -3, max: 3 }), (split, more) => {
      if (split.kind !== 'weights') return;
      const [first, ...others] = split.parts;
      if (first === undefined) return;
      const percent = formatDecimal(
        decimalOf(first.percent).plus(new Decimal(more).dividedBy(1_000)),
      );
      const changed = { ...split, parts: [{ ...first, percent }, ...others] };
      const rule = { ...splitRule(), withdrawalAccountId: 'account-0', split: changed };
      expect(splitProblems(rule, accounts).length).toBe(more === 0 ? 0 : 1);
    }),
    { numRuns: shareOf(500) },
  );
});

interface Run {
  readonly balance: Decimal;
  readonly lane: Lane;
  readonly left: Decimal;
}

/** What becomes of a part: it is booked at once with a fee, or later, or nothing of it left. */
type Course = 'booked' | 'unbooked' | 'not-sent' | 'declined';

const run = fc.record({
  balance: fc.integer({ min: 0, max: 4_000 }),
  // Enough for the fees of all parts: they come out of it.
  keep: fc.integer({ min: 5, max: 100 }),
  percent: fc.constantFrom(null, '10', '50', '90'),
  maximum: fc.option(fc.integer({ min: 20, max: 300 }), { nil: null }),
  cuts: fc.tuple(fc.integer({ min: 1, max: 49 }), fc.integer({ min: 50, max: 99 })),
  order: fc.shuffledSubarray([1, 2, 3], { minLength: 3 }),
  courses: fc.tuple(
    ...[1, 2, 3].map(() => fc.constantFrom<Course>('booked', 'unbooked', 'not-sent', 'declined')),
  ),
  feePercent: fc.constantFrom('0', '1'),
});

function ruleOf({
  keep,
  percent,
  maximum,
  cuts: [one, two],
}: typeof run extends fc.Arbitrary<infer T> ? T : never): SweepRule {
  const shares = [one, two - one, 100 - two];
  return splitRule({
    threshold: `${keep + 1}`,
    keep: `${keep}`,
    minimum: '0',
    ...(percent !== null && {
      allocation: { kind: 'percentage', basis: 'surplus', percent } as const,
    }),
    ...(maximum !== null && { maximum: `${maximum}` }),
    cooldownSeconds: 3_600,
    split: {
      kind: 'weights',
      parts: ACCOUNTS.map(({ id }, index) => ({
        withdrawalAccountId: id,
        percent: `${shares[index]}`,
      })),
    },
  });
}

describe('the parts of a run', () => {
  it('are all let through in any order, whatever becomes of the others, and together never more than was decided', () => {
    fc.assert(
      fc.property(run, (given) => {
        const rule = ruleOf(given);
        const controls = { ...CONTROLS, feeBound: { percent: '1' } };
        const total = new Decimal(given.balance).dividedBy(10);
        const decision = decideOne({
          rules: [rule],
          accounts: accountsById(),
          balances: { BTC: { total: formatDecimal(total) } },
        });
        if (decision.outcome !== 'sweep') return;
        let state: Run = { balance: total, lane: LANE, left: new Decimal(0) };
        for (const [index, part] of given.order.entries()) {
          const own = decision.parts?.find((each) => each.part === part);
          if (own === undefined) continue;
          state = step(state, own, given.courses[index] ?? 'booked');
        }
        expect(state.left.lessThanOrEqualTo(decimalOf(decision.amount))).toBe(true);

        function step(
          before: Run,
          own: NonNullable<typeof decision.parts>[number],
          course: Course,
        ): Run {
          if (course === 'declined') return before;
          const { instructionId = '', amount, withdrawalAccountId } = own;
          const judged = reconsider({
            instruction: {
              instructionId,
              ruleId: rule.id,
              ruleVersion: rule.version,
              occurrence: TICK,
              split: partOf(decision, own.part),
              amount,
              currency: 'BTC',
              withdrawalAccountId,
            },
            rule,
            rules: [rule],
            account: ACCOUNTS.find(({ id }) => id === withdrawalAccountId) ?? null,
            controls,
            halt: neverHalted('main'),
            lane: before.lane,
            epoch: EPOCH,
            balances: { BTC: { total: formatDecimal(before.balance) } },
            balancesReadAt: before.lane.concludedAt ?? READ_AT,
            now: NOW,
          });
          expect(judged.proceed ? 'proceed' : sayRefusal(judged.why)).toBe('proceed');
          const fee = formatDecimal(decimalOf(amount).dividedBy(100));
          const debit = {
            ...taken({ kind: 'rule', of: rule.id }, amount, NOW),
            part: { number: own.part, occurrence: TICK },
          };
          const record = claimRecord({
            instructionId,
            nonce: 'n',
            at: NOW,
            controls,
            balanceBefore: formatDecimal(before.balance),
            outgoing: amount,
            fee,
            debits: [debit],
          });
          const open = noteOpen(before.lane, { instructionId, ruleId: rule.id, amount });
          const outcome = course === 'not-sent' ? 'not-sent' : 'confirmed';
          const concluded = concludeLane(claimLane(open, record), { nonce: 'n', at: NOW, outcome });
          if (course === 'not-sent') return { ...before, lane: concluded };
          const left = before.left.plus(decimalOf(amount));
          if (course === 'unbooked') return { ...before, lane: concluded, left };
          const balance = before.balance
            .minus(decimalOf(amount))
            .minus(decimalOf(amount).times(decimalOf(given.feePercent)).dividedBy(100));
          const entries =
            concluded.booking?.entries.filter((entry) => entry.instructionId !== instructionId) ??
            [];
          const booking = { ...(concluded.booking as NonNullable<Lane['booking']>), entries };
          return { balance, lane: { ...concluded, booking }, left };
        }
      }),
      { numRuns: shareOf(1_500) },
    );
  });
});

describe('a decision of a rule with a split', () => {
  it('is what a reference of whole numbers decides, over 1,000 random policies', () => {
    const tenths = (least: number, most: number) => fc.integer({ min: least, max: most });
    const policies = fc.record({
      step: fc.constantFrom('0.1', '0.3', '1'),
      balance: tenths(0, 5_000),
      keep: tenths(0, 500),
      above: tenths(0, 500),
      minimum: tenths(0, 300),
      maximum: fc.option(tenths(300, 3_000), { nil: null }),
      approvalAbove: fc.option(tenths(0, 2_000), { nil: null }),
      cuts: fc.tuple(tenths(1, 49), tenths(50, 99)),
    });
    const text = (tenth: number) => formatDecimal(new Decimal(tenth).dividedBy(10));
    fc.assert(
      fc.property(policies, (given) => {
        const { step, balance, keep, above, minimum, maximum, approvalAbove, cuts } = given;
        const shares = [cuts[0], cuts[1] - cuts[0], 100 - cuts[1]];
        const parts = ACCOUNTS.map(({ id }, index) => ({
          withdrawalAccountId: id,
          percent: `${shares[index]}`,
        }));
        const split: RuleSplit = { kind: 'weights', parts };
        const decision = decideOne({
          rules: [
            splitRule({
              ...{ step, split, keep: text(keep), threshold: text(keep + above) },
              minimum: text(minimum),
              ...(maximum !== null && { maximum: text(maximum) }),
              ...(approvalAbove !== null && { approvalAbove: text(approvalAbove) }),
            }),
          ],
          accounts: accountsById(),
          balances: { BTC: { total: text(balance) } },
        });
        const unit = Number(step) * 10;
        const surplus = Math.min(Math.max(balance - keep, 0), maximum ?? balance);
        const total = Math.floor(surplus / unit + 1e-9) * Math.round(unit);
        const fires = balance > keep + above && total > 0 && total >= minimum;
        expect(decision.outcome).toBe(fires ? 'sweep' : 'no-sweep');
        if (!fires) return;
        const amounts = referenceParts(split, text(total), step);
        const left = amounts.flatMap((amount, index) =>
          amount === '0' ? [] : [{ amount, part: index + 1 }],
        );
        expect(decision.parts?.map(({ part, amount }) => ({ amount, part }))).toEqual(left);
        for (const { amount, needsApproval } of decision.parts ?? []) {
          const isAbove = approvalAbove !== null && Number(amount) * 10 > approvalAbove + 1e-9;
          expect(needsApproval).toBe(isAbove);
        }
      }),
      // The seed is named where one fails.
      { numRuns: shareOf(1_000) },
    );
  });
});
