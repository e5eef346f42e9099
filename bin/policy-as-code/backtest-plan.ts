import type { Instant } from '../../treasury/time/instant.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import type { Drafts } from './object-kinds.ts';
import type { CurrentObject, Plan, PlannedChange } from './plan.ts';
import type { PolicyApi } from './policy-api.ts';

/** How far back: long enough for a month's end, short enough for one call. */
const BACKTEST_SECONDS = 30 * 86_400;

/**
 * What the plan's rules would have done over the last 30 days, beside the rules in force. A deleted rule counts as
 * switched off. Empty if the plan changes no rule.
 */
export async function backtestPlan(
  api: Pick<PolicyApi, 'backtest'>,
  { changes }: Plan,
  current: readonly CurrentObject[],
  now: Instant,
): Promise<readonly string[]> {
  const drafts = changes
    .filter(({ kind }) => kind === 'rule')
    .flatMap((change) => draftOf(change, current));
  if (drafts.length === 0) return [];
  return await api.backtest(drafts, { from: plusSeconds(now, -BACKTEST_SECONDS), to: now });
}

function draftOf(
  { id, content }: PlannedChange,
  current: readonly CurrentObject[],
): readonly Drafts['rule'][] {
  // A plan's content was parsed by the schema of rules when the plan was made.
  if (content !== null) return [content as unknown as Drafts['rule']];
  const rule = current.find((each) => each.kind === 'rule' && each.id === id);
  return rule === undefined ? [] : [{ ...(rule.draft as Drafts['rule']), enabled: false }];
}
