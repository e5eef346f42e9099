import type { MatchingRule } from '../policy/matching-rule.ts';
import {
  matchingRuleProblems,
  problemsAmongMatchingRules,
} from '../policy/matching-rule-checks.ts';
import type { MatchingRuleDraft } from '../policy/matching-rule-schema.ts';
import { type PolicyProblem, showValue } from '../policy/policy-problem.ts';
import type { Instant } from '../time/instant.ts';
import type { DraftScope } from './draft.ts';

/** Matching rules that a person tries out, as a policy file would state them. */
export interface MatchingDraft {
  readonly rules: readonly MatchingRuleDraft[];
  readonly scope: DraftScope;
}

export type DraftedMatching =
  | {
      readonly ok: true;
      /** The rules as they would stand. */
      readonly rules: readonly MatchingRule[];
    }
  /** Paths begin with "rules[0]", by the order of the draft. */
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** The rules in force with the draft applied at a moment, if the same conditions hold as for a proposed change. */
export function draftedMatching(
  inForce: readonly MatchingRule[],
  { rules, scope }: MatchingDraft,
  { at, snapshotEverySeconds }: { readonly at: Instant; readonly snapshotEverySeconds: number },
): DraftedMatching {
  const ids = new Set(rules.map(({ id }) => id));
  const others = scope === 'alone' ? [] : inForce.filter(({ id }) => !ids.has(id));
  const problems = rules.flatMap((rule, index) => {
    const beside = [...others, ...rules.slice(0, index)];
    return [
      ...twinProblems(rule, rules.slice(0, index)),
      ...problemsAmongMatchingRules(rule, beside),
      ...matchingRuleProblems(rule, snapshotEverySeconds),
    ].map((problem) => ({ ...problem, path: `rules[${index}].${problem.path}` }));
  });
  if (problems.length > 0) return { ok: false, problems };
  const drafted = rules.map((rule) => {
    const version = (inForce.find(({ id }) => id === rule.id)?.version ?? 0) + 1;
    return { ...rule, version, activeSince: at };
  });
  return { ok: true, rules: [...drafted, ...others] };
}

function twinProblems(
  { id }: MatchingRuleDraft,
  earlier: readonly MatchingRuleDraft[],
): readonly PolicyProblem[] {
  const twin = earlier.findIndex((each) => each.id === id);
  if (twin < 0) return [];
  return [{ path: 'id', seen: showValue(id), accepted: `an id of its own; rules[${twin}] has it` }];
}
