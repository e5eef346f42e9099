import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedChange } from '../../treasury/evidence/expected-change.ts';
import { explainReadings } from '../../treasury/evidence/explain-readings.ts';
import type { LaneFlow } from '../../treasury/instructions/lane.ts';
import { decimalOf, formatDecimal, parseDecimalText } from '../../treasury/money/decimal-text.ts';
import { shareOf } from '../thoroughness.ts';

const AT = '2026-01-05T09:00:00.000Z';
const RUNS = shareOf(300);

/** Amounts of which no two different sums are equal: powers of a thousand, each times 1 to 9. */
const amount = (place: number) =>
  fc.integer({ min: 1, max: 9 }).map((digit) => `-${digit}${'000'.repeat(place)}`);

const world = fc.record({
  change: amount(0),
  flows: fc
    .tuple(amount(1), amount(2), amount(3))
    .map((changes) =>
      changes.map((change, index): LaneFlow => ({ instructionId: `i${index}`, change, at: AT })),
    ),
  executed: fc.boolean(),
  late: fc.subarray([0, 1, 2]),
  before: fc.integer({ min: 0, max: 10 ** 9 }).map(String),
  /** How many readings show the same before the next flow shows, and which flows show together. */
  calm: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 4, maxLength: 4 }),
  together: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
});

/** The balances that a world shows: the flows that happen, one after the other or together. */
function shown(made: typeof world extends fc.Arbitrary<infer T> ? T : never): readonly string[] {
  const happening = [
    ...made.late.map((index) => made.flows[index]?.change ?? '0'),
    ...(made.executed ? [made.change] : []),
  ];
  const balances = [made.before];
  let total = decimalOf(made.before);
  happening.forEach((change, index) => {
    total = total.plus(decimalOf(change));
    const last = index === happening.length - 1;
    if (made.together[index] === true && !last) return;
    balances.push(...Array<string>((made.calm[index] ?? 0) + 1).fill(formatDecimal(total)));
  });
  return balances;
}

describe('explanations of a series of balances', () => {
  it('hold exactly what happened, where no two sums are alike', () => {
    fc.assert(
      fc.property(world, (made) => {
        const explanations = explainReadings(shown(made), made.change, made.flows);
        expect(explanations).toEqual([
          { executed: made.executed, shownLate: made.late.map((index) => `i${index}`) },
        ]);
      }),
      { numRuns: RUNS },
    );
  });

  it('are none where anything else moved the balance between two readings', () => {
    const foreign = fc
      .integer({ min: 1, max: 999 })
      .map((thousandths) => `0.${thousandths + 1000}`);
    fc.assert(
      fc.property(world, foreign, fc.nat(), fc.boolean(), (made, moved, where, out) => {
        const balances = shown(made);
        const from = 1 + (where % balances.length);
        const by = decimalOf(moved).times(out ? -1 : 1);
        const touched = balances.map((total, index) =>
          index < from ? total : formatDecimal(decimalOf(total).plus(by)),
        );
        // Moved after the last reading, it shows in none: one more reading shows it.
        const seen = from < balances.length ? touched : [...touched, '0.5'];
        expect(explainReadings(seen, made.change, made.flows)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the change that is expected', () => {
  it('is decimal text for every trade that can be asked for, and so is what differs from it', () => {
    // All lengths alike: by itself the generator prefers short ones, which fit in any case.
    const digits = fc
      .array(fc.nat(9), { minLength: 1, maxLength: 30, size: 'max' })
      .map((all) => all.join(''));
    const whole = digits.map((text) => text.replace(/^0+(?=.)/, ''));
    const amount = fc.tuple(whole, digits).map((parts) => parts.join('.'));
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('buy', 'sell'), (price, traded, side) => {
        const content = { kind: 'trade', instrument: 'A/B', side, price, amount: traded } as const;
        for (const currency of ['A', 'B']) {
          const change = expectedChange(content, currency);
          expect(parseDecimalText(change).ok, change).toBe(true);
          const rest = formatDecimal(decimalOf('1000000').minus(decimalOf(change)));
          expect(parseDecimalText(rest).ok, rest).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
