import type { Policy } from '../policy/policy.ts';
import { policyRuleProblems } from '../policy/policy-cross-checks.ts';
import type { PolicyProblem } from '../policy/policy-problem.ts';
import type { SweepRuleDraft } from '../policy/policy-schema.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { canonicalText } from '../seals/canonical-text.ts';
import type { Instant } from '../time/instant.ts';

/**
 * How a draft combines with the rules in force: it replaces those of the same ids and the others stay, or it stands
 * alone and there are no others.
 */
export const DRAFT_SCOPES = ['replacing', 'alone'] as const;
export type DraftScope = (typeof DRAFT_SCOPES)[number];

/** Rules that a person tries out, as a policy file would state them. */
export interface Draft {
  readonly rules: readonly SweepRuleDraft[];
  readonly scope: DraftScope;
}

export type DraftedPolicy =
  | {
      readonly ok: true;
      /** The policy as it would stand. */
      readonly policy: Policy;
    }
  /** Paths begin with "rules[0]", by the order of the draft. */
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * The policy with the draft applied at a moment. A draft equal to the rule in force is that rule; any other one is
 * its next version, and counts from that moment.
 */
export function draftedPolicy(policy: Policy, draft: Draft, at: Instant): DraftedPolicy {
  const ids = new Set(draft.rules.map(({ id }) => id));
  const others = draft.scope === 'alone' ? [] : policy.rules.filter(({ id }) => !ids.has(id));
  const pieces = { accounts: policy.accounts, calendars: policy.calendars ?? [] };
  const problems = policyRuleProblems(
    { ...pieces, rules: [...draft.rules, ...others] },
    policy.controls?.reportingCurrency ?? null,
  ).filter(({ path }) => isOfDraft(path, draft.rules.length));
  if (problems.length > 0) return { ok: false, problems };
  const drafted = draft.rules.map((rule) => asRule(rule, policy.rules, at));
  return { ok: true, policy: { ...policy, rules: [...drafted, ...others] } };
}

/** The draft is not to blame for problems of rules that are in force already. */
function isOfDraft(path: string, drafts: number): boolean {
  const index = /^rules\[(\d+)\]/.exec(path)?.[1];
  return path === 'rules' || (index !== undefined && Number(index) < drafts);
}

function asRule(draft: SweepRuleDraft, inForce: readonly SweepRule[], at: Instant): SweepRule {
  const current = inForce.find(({ id }) => id === draft.id);
  if (current === undefined) return { ...draft, version: 1, activeSince: at };
  const { version, activeSince, seal: _seal, ...said } = current;
  if (canonicalText(said) === canonicalText(draft)) return current;
  return { ...draft, version: version + 1, activeSince: at };
}
