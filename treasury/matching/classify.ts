import type { BreakMatch } from '../ledger/break.ts';
import type { MatchingUsage } from '../ledger/matching-usage.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { Instant } from '../time/instant.ts';
import { type Fit, fitOf, type UnexplainedMovement } from './expected-movement.ts';
import { roomFor } from './matching-debits.ts';
import { bySpecificity } from './most-specific.ts';

/** A rule that expects a movement, and how it counts for it. */
export interface FittingRule {
  readonly rule: MatchingRule;
  readonly fit: Fit;
}

/** The rules that expect a movement, the most specific first, whatever order they came in. */
export function fittingRules(
  rules: readonly MatchingRule[],
  movement: UnexplainedMovement,
): readonly FittingRule[] {
  return rules
    .flatMap((rule) => {
      const fit = fitOf(rule, movement);
      return fit === null ? [] : [{ rule, fit }];
    })
    .sort((a, b) => bySpecificity(a.rule, b.rule));
}

/** The rule's explanation of a movement that it expects; null if its bounds are reached. */
export function matchWithin(
  { rule, fit }: FittingRule,
  usage: MatchingUsage | null,
  movement: { readonly currency: string; readonly readAt: Instant },
): BreakMatch | null {
  const room = roomFor(usage, rule, fit, movement);
  if (room === null) return null;
  const { id: ruleId, version, label, kind } = rule;
  return { ruleId, version, label, kind, ...room };
}
