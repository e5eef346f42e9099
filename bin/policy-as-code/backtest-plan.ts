import type { Instant } from '../../treasury/time/instant.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import type { Drafts } from './object-kinds.ts';
import type { CurrentObject, Plan, PlannedChange } from './plan.ts';
import type { PolicyApi } from './policy-api.ts';

/** How far back: long enough for a month's end, short enough for one call. */
const BACKTEST_SECONDS = 30 * 86_400;

/**
 * What the plan's rules on its calendars, and its matching rules, would have done over the last 30 days, beside those in force. A deleted
 * rule counts as switched off. Empty if the plan changes neither a rule nor a calendar.
 */
export async function backtestPlan(
  api: Pick<PolicyApi, 'backtest' | 'backtestMatching'>,
  { changes }: Plan,
  current: readonly CurrentObject[],
  now: Instant,
): Promise<readonly string[]> {
  const range = { from: plusSeconds(now, -BACKTEST_SECONDS), to: now };
  const rules = draftsOf('rule', changes, current);
  // One that is deleted stays here: no rule of the plan names it any more.
  const calendars = changes.flatMap(({ kind, content }) =>
    kind === 'calendar' && content !== null ? [content as unknown as Drafts['calendar']] : [],
  );
  const matchingRules = draftsOf('matching-rule', changes, current);
  return [
    ...(rules.length + calendars.length === 0
      ? []
      : await api.backtest({ rules, calendars }, range)),
    ...(matchingRules.length === 0 ? [] : await api.backtestMatching(matchingRules, range)),
  ];
}

function draftsOf<Kind extends 'rule' | 'matching-rule'>(
  kind: Kind,
  changes: readonly PlannedChange[],
  current: readonly CurrentObject[],
): readonly Drafts[Kind][] {
  return changes
    .filter((change) => change.kind === kind)
    .flatMap(({ id, content }) => {
      // A plan's content was parsed by the schema of its kind when the plan was made.
      if (content !== null) return [content as unknown as Drafts[Kind]];
      const found = current.find((each) => each.kind === kind && each.id === id);
      return found === undefined ? [] : [{ ...(found.draft as Drafts[Kind]), enabled: false }];
    });
}
