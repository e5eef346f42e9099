import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitName } from '../../treasury/facts/limit-name.ts';
import { numberSeen } from '../../treasury/facts/number-seen.ts';
import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import {
  type ClosedSpan,
  type FoldedSpans,
  foldRuns,
  MAX_CLOSINGS_PER_DAY,
} from '../../treasury/spans/fold.ts';
import { monthOf, type OpenSpans, type Span } from '../../treasury/spans/span.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { type Decided, runAt, TENANT } from '../samples/decision-runs.ts';

const START = '2026-01-30T20:00:00.000Z';
const NONE: OpenSpans = {
  tenant: TENANT,
  through: '2025-01-01T00:00:00.000Z',
  rules: [],
  version: 0,
};
const RULES = ['btc', 'eth', 'sol'];
const NUMBERS = ['threshold', 'keep'] as const satisfies readonly LimitName[];

const number = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, fraction]) => `${whole}.${fraction}`);

const decided = (rule: string): fc.Arbitrary<Decided> =>
  fc.record({
    rule: fc.constant(rule),
    reason: fc.constantFrom('sweep' as const, 'below-threshold' as const, 'halted' as const),
    version: fc.constantFrom(1, 1, 1, 1, 2),
    values: fc.record({ threshold: number, keep: number }, { requiredKeys: [] }),
  });

/** Runs of two days or a few more, over the end of a month; a rule is missing from some of them. */
const histories: fc.Arbitrary<readonly DecisionRun[]> = fc
  .record({
    everyMinutes: fc.constantFrom(20, 90, 300),
    // Mostly as before: spans of one run each would prove little.
    ticks: fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 4 }),
        fc.tuple(...RULES.map((rule) => fc.option(decided(rule), { nil: undefined, freq: 4 }))),
      ),
      { minLength: 1, maxLength: 120 },
    ),
    sticky: fc.boolean(),
  })
  .map(({ everyMinutes, ticks, sticky }) => {
    let minutes = 0;
    const before = new Map<string, Decided>();
    return ticks.map(([steps, drawn]) => {
      minutes += steps * everyMinutes;
      const all = drawn.flatMap((each) => {
        if (each?.rule === undefined) return [];
        const last = before.get(each.rule);
        const kept = sticky && last !== undefined && minutes % 7 !== 0;
        const next = kept ? { ...each, reason: last.reason, version: last.version ?? 1 } : each;
        before.set(each.rule, next);
        return [next];
      });
      return runAt(plusSeconds(START, 60 * minutes), ...all);
    });
  });

function inBatches(runs: readonly DecisionRun[], sizes: readonly number[]): FoldedSpans {
  let open = NONE;
  const closed: ClosedSpan[] = [];
  let next = 0;
  for (let batch = 0; next < runs.length; batch++) {
    const end = next + (sizes[batch % sizes.length] ?? 1);
    const folded = foldRuns(open, runs.slice(next, end));
    open = folded.open;
    closed.push(...folded.closed);
    next = end;
  }
  return { open, closed };
}

const spansOf = ({ open, closed }: FoldedSpans, rule: string): readonly Span[] => [
  ...closed.filter(({ ruleId }) => ruleId === rule).map(({ span }) => span),
  ...open.rules.filter(({ ruleId }) => ruleId === rule).map(({ span }) => span),
];

const decisionsOf = (runs: readonly DecisionRun[], rule: string, { from, until }: Span) =>
  runs
    .filter(({ snapshot }) => snapshot >= from && snapshot <= until)
    .flatMap(({ decisions }) => decisions.map(({ decision }) => decision))
    .filter(({ ruleId }) => ruleId === rule);

const reasonOf = (decision: ReturnType<typeof decisionsOf>[number]) =>
  decision.outcome === 'sweep' ? 'sweep' : decision.reason;

describe('spans of drawn histories', () => {
  it('are the same, in whatever batches the runs are folded', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(histories, sizes, (runs, some) => {
        const whole = foldRuns(NONE, runs);
        const pieces = inBatches(runs, some);
        expect(pieces.open).toEqual(whole.open);
        for (const rule of RULES) expect(spansOf(pieces, rule)).toEqual(spansOf(whole, rule));
      }),
    );
  });

  it('hold every run once, and the least and the most of its numbers', () => {
    fc.assert(
      fc.property(histories, (runs) => {
        const folded = foldRuns(NONE, runs);
        for (const rule of RULES) {
          const spans = spansOf(folded, rule);
          const decisions = spans.map((span) => decisionsOf(runs, rule, span));
          expect(decisions.flat()).toHaveLength(
            runs.filter((run) => run.decisions.some((each) => each.decision.ruleId === rule))
              .length,
          );
          for (const [index, span] of spans.entries()) expectToSum(span, decisions[index] ?? []);
        }
      }),
    );
  });

  it('lie within a month each, and what was cut there joins again by its beginning', () => {
    fc.assert(
      fc.property(histories, (runs) => {
        const folded = foldRuns(NONE, runs);
        for (const rule of RULES) {
          const spans = spansOf(folded, rule);
          spans.forEach((span, index) => {
            expect(monthOf(span.from)).toBe(monthOf(span.until));
            const before = spans[index - 1];
            if (span.since === span.from) return;
            expect(before).toMatchObject({
              since: span.since,
              reason: span.reason,
              ruleVersion: span.ruleVersion,
            });
            expect(monthOf(before?.until ?? '')).not.toBe(monthOf(span.from));
          });
          // Neighbours differ, unless a month or a varying day ends between them.
          spans.slice(1).forEach((span, index) => {
            const before = spans[index];
            if (before?.since === span.since || before?.reason === 'varying') return;
            expect([span.reason, span.ruleVersion]).not.toEqual([
              before?.reason,
              before?.ruleVersion,
            ]);
          });
        }
      }),
    );
  });

  it('close a bounded number of times in a day', () => {
    fc.assert(
      fc.property(histories, (runs) => {
        const days = Map.groupBy(foldRuns(NONE, runs).closed, ({ ruleId, span }) =>
          [ruleId, span.from.slice(0, 10)].join(' '),
        );
        // The one that varies is the last that began on its day.
        for (const closed of days.values())
          expect(closed.length).toBeLessThanOrEqual(MAX_CLOSINGS_PER_DAY + 1);
      }),
    );
  });
});

function expectToSum(span: Span, decisions: ReturnType<typeof decisionsOf>): void {
  expect(span.count).toBe(decisions.length);
  expect(decisions.at(-1)?.decidedAt).toBe(span.until);
  const reasons = new Set(decisions.map(reasonOf));
  if (span.reason === 'varying') {
    const counts = Object.values(span.reasons ?? {}).reduce((sum, each) => sum + each, 0);
    expect(counts).toBe(decisions.length);
    expect(new Set(Object.keys(span.reasons ?? {}))).toEqual(reasons);
  } else expect(reasons).toEqual(new Set([span.reason]));
  for (const name of NUMBERS) {
    const values = decisions.flatMap(({ checks }) =>
      checks.flatMap(({ fact }) => (fact.limit === name ? (numberSeen(fact) ?? []) : [])),
    );
    const sorted = values.toSorted((left, right) => decimalOf(left).comparedTo(decimalOf(right)));
    const [least, most] = [sorted[0], sorted.at(-1)];
    expect(least === undefined ? undefined : decimalOf(least).toFixed()).toBe(
      span.least[name] === undefined ? undefined : decimalOf(span.least[name]).toFixed(),
    );
    expect(most === undefined ? undefined : decimalOf(most).toFixed()).toBe(
      span.most[name] === undefined ? undefined : decimalOf(span.most[name]).toFixed(),
    );
  }
}
