import type { Calendar, CalendarDraft } from '../calendars/calendar.ts';
import { calendarsProblems } from '../policy/calendar-checks.ts';
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

/** Rules, and calendars that they or the rules in force name, that a person tries out, as a policy file would state them. */
export interface Draft {
  readonly rules: readonly SweepRuleDraft[];
  /** Each in place of the calendar of its id. */
  readonly calendars?: readonly CalendarDraft[];
  readonly scope: DraftScope;
}

export type DraftedPolicy =
  | {
      readonly ok: true;
      /** The policy as it would stand. */
      readonly policy: Policy;
    }
  /** Paths begin with "rules[0]" or "calendars[0]", by the order of the draft. */
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/**
 * The policy with the draft applied at a moment. A draft equal to the rule in force is that rule; any other one is
 * its next version, and counts from that moment.
 */
export function draftedPolicy(policy: Policy, draft: Draft, at: Instant): DraftedPolicy {
  const ids = new Set(draft.rules.map(({ id }) => id));
  const others = draft.scope === 'alone' ? [] : policy.rules.filter(({ id }) => !ids.has(id));
  const calendars = draftedCalendars(policy.calendars ?? [], draft.calendars ?? [], at);
  const problems = [
    ...problemsOfCalendars(calendars, draft.calendars?.length ?? 0),
    ...policyRuleProblems(
      { accounts: policy.accounts, calendars, rules: [...draft.rules, ...others] },
      policy.controls?.reportingCurrency ?? null,
    ).filter(({ path }) => isOfDraft(path, draft.rules.length)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const drafted = draft.rules.map((rule) => asRule(rule, policy.rules, at));
  return { ok: true, policy: { ...policy, calendars, rules: [...drafted, ...others] } };
}

/** Rules in force whose days the draft changes. */
export function rulesOnDraftedDays(
  rules: readonly SweepRule[],
  { calendars = [] }: Pick<Draft, 'calendars'>,
): readonly SweepRule[] {
  const ids = new Set(calendars.map(({ id }) => id));
  return rules.filter((rule) => rule.calendars?.some((id) => ids.has(id)));
}

/** Those of the draft last: one that takes the label of another is to blame for it. */
function draftedCalendars(
  inForce: readonly Calendar[],
  drafts: readonly CalendarDraft[],
  at: Instant,
): readonly Calendar[] {
  const ids = new Set(drafts.map(({ id }) => id));
  const drafted = drafts.map((draft): Calendar => {
    const current = inForce.find(({ id }) => id === draft.id);
    return { ...draft, version: (current?.version ?? 0) + 1, activeSince: at };
  });
  return [...inForce.filter(({ id }) => !ids.has(id)), ...drafted];
}

/** Problems of the draft's calendars, by its own order: what stands already is not to blame. */
function problemsOfCalendars(
  calendars: readonly Calendar[],
  drafts: number,
): readonly PolicyProblem[] {
  const first = calendars.length - drafts;
  return calendarsProblems(calendars).flatMap(({ path, ...problem }) => {
    const [, index = '', field = ''] = /^calendars\[(\d+)\](.*)$/.exec(path) ?? [];
    const isOfDraft = Number(index) >= first;
    return isOfDraft ? [{ ...problem, path: `calendars[${Number(index) - first}]${field}` }] : [];
  });
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
