import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widens } from '../../treasury/changes/widens.ts';
import type { MatchingUsage } from '../../treasury/ledger/matching-usage.ts';
import { fittingRules, matchWithin } from '../../treasury/matching/classify.ts';
import { fitOf, type UnexplainedMovement } from '../../treasury/matching/expected-movement.ts';
import { roomFor, withTaken } from '../../treasury/matching/matching-debits.ts';
import { type Decimal, ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf } from '../../treasury/money/decimal-text.ts';
import { matchingRuleProblems } from '../../treasury/policy/matching-rule-checks.ts';
import type { MatchingRuleDraft } from '../../treasury/policy/matching-rule-schema.ts';
import { epochMsOf } from '../../treasury/time/instant.ts';
import { shareOf } from '../thoroughness.ts';
import { START } from '../unit/reconciliation/samples.ts';
import { edit, FIELDS, movement, rule } from './matching-samples.ts';

const movements = fc.array(movement, { minLength: 1, maxLength: 30 });
const inForce = (draft: MatchingRuleDraft) => ({ ...draft, version: 1, activeSince: START });

/** Everything a rule explains of movements, in their order. */
function explainedBy(drafts: readonly MatchingRuleDraft[], all: readonly UnexplainedMovement[]) {
  const usage = new Map<string, MatchingUsage>();
  return all.flatMap((each) => {
    const decided = fittingRules(drafts.map(inForce), each)[0];
    if (decided === undefined) return [];
    const { id } = decided.rule;
    const match = matchWithin(decided, usage.get(id) ?? null, each);
    if (match === null) return [];
    usage.set(id, withTaken(usage.get(id) ?? null, 'main', each.currency, match));
    return [{ movement: each, match }];
  });
}

describe('a change of a matching rule that one person makes alone', () => {
  const met: Record<string, number> = {};

  it('explains no movement that both people did not agree to, and nothing as something else', () => {
    fc.assert(
      fc.property(rule, edit, movements, (before, change, all) => {
        const after = change(before);
        if (matchingRuleProblems(after, 300).length > 0) return;
        if (widens({ kind: 'matching-rule', before, after }).length > 0) return;
        for (const field of Object.keys(FIELDS) as (keyof MatchingRuleDraft)[]) {
          const isSame = JSON.stringify(before[field]) === JSON.stringify(after[field]);
          if (!isSame) met[field] = (met[field] ?? 0) + 1;
        }
        expect([after.label, after.kind, after.direction]).toEqual([
          before.label,
          before.kind,
          before.direction,
        ]);
        for (const each of all) {
          const [wide, narrow] = [fitOf(before, each), fitOf(after, each)];
          if (narrow === null) continue;
          expect(wide).not.toBeNull();
          expect(wide?.unit).toBe(narrow.unit);
          expect(String(wide?.size)).toBe(String(narrow.size));
          const known = wide?.occurrences ?? [];
          // A schedule that is new leaves out movements; one that stood keeps to its occurrences.
          if (before.schedule !== undefined) {
            expect(narrow.occurrences.filter((at) => !known.includes(at))).toEqual([]);
          }
        }
      }),
      { numRuns: shareOf(16_000) },
    );
    // Every field that can narrow at all has done so.
    expect(Object.keys(met).sort()).toEqual([
      'enabled',
      'generalLedgerCode',
      'hours',
      'maximum',
      'minimum',
      'per24Hours',
      'repeats',
      'schedule',
    ]);
  });

  it('leaves no room that there was not, whatever was explained so far', () => {
    fc.assert(
      fc.property(rule, edit, movements, movement, (before, change, past, next) => {
        const after = change(before);
        if (matchingRuleProblems(after, 300).length > 0) return;
        if (widens({ kind: 'matching-rule', before, after }).length > 0) return;
        const narrow = fitOf(after, next);
        const wide = fitOf(before, next);
        if (narrow === null || wide === null) return;
        const counted = { ...before, per24Hours: before.per24Hours ?? '1000' };
        let usage: MatchingUsage | null = null;
        for (const { movement: each, match } of explainedBy([counted], past)) {
          usage = withTaken(usage, 'main', each.currency, match);
        }
        if (roomFor(usage, before, wide, next) !== null) return;
        // A schedule that takes the place of none has occurrences of its own.
        if (before.schedule === undefined && after.schedule !== undefined) return;
        expect(roomFor(usage, after, narrow, next)).toBeNull();
      }),
      { numRuns: shareOf(2_000) },
    );
  });

  it('is in the table of what widens field by field: either it narrows, or it takes two people', () => {
    fc.assert(
      fc.property(rule, edit, movements, (before, change, all) => {
        const after = change(before);
        if (matchingRuleProblems(after, 300).length > 0) return;
        const isWider = all.some((each) => {
          const [was, is] = [fitOf(before, each), fitOf(after, each)];
          return is !== null && was === null;
        });
        if (isWider) {
          expect(widens({ kind: 'matching-rule', before, after })).not.toEqual([]);
        }
      }),
      { numRuns: shareOf(4_000) },
    );
  });
});

describe('several matching rules', () => {
  const rules = fc.uniqueArray(
    fc
      .tuple(rule, fc.integer({ min: 0, max: 99 }))
      .map(([each, n]) => ({ ...each, id: `rule-${n}` })),
    { maxLength: 8, selector: ({ id }) => id },
  );

  it('are asked in one order, whatever order they are read in', () => {
    fc.assert(
      fc.property(rules, fc.infiniteStream(fc.nat()), movements, (given, keys, all) => {
        const shuffled = given
          .map((each) => ({ each, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        for (const each of all) {
          const ids = (of: readonly MatchingRuleDraft[]) =>
            fittingRules(of.map(inForce), each).map((fitting) => fitting.rule.id);
          expect(ids(shuffled)).toEqual(ids(given));
        }
        expect(explainedBy(shuffled, all)).toEqual(explainedBy(given, all));
      }),
      { numRuns: shareOf(400) },
    );
  });

  it('explain nothing that goes out beyond the bound of each, in any 24 hours', () => {
    fc.assert(
      fc.property(rules, movements, (given, all) => {
        const outflows = explainedBy(given, all).filter(({ movement: each }) =>
          each.unexplained.startsWith('-'),
        );
        for (const { movement: end, match } of outflows) {
          const { per24Hours } = given.find(({ id }) => id === match.ruleId) ?? {};
          expect(per24Hours).toBeDefined();
          const day = epochMsOf(end.readAt) - 86_400_000;
          const sum = outflows
            .filter((each) => each.match.ruleId === match.ruleId)
            .filter(({ movement: { readAt } }) => epochMsOf(readAt) > day && readAt <= end.readAt)
            .reduce(
              (sum: Decimal, each) => sum.plus(decimalOf(each.movement.unexplained).abs()),
              ZERO,
            );
          expect(sum.lessThanOrEqualTo(decimalOf(per24Hours ?? '0'))).toBe(true);
        }
      }),
      { numRuns: shareOf(400) },
    );
  });
});
