import { MAX_LIMITED_ACCOUNTS } from './policy-limits.ts';
import type { PolicyProblem } from './policy-problem.ts';
import type { RegisteredAccountDraft } from './policy-schema.ts';

/*
 * What each account with limits was paid in 30 days stands in one item, which every claim under such a limit writes. With
 * more accounts than it has room for, nothing would leave to any of them.
 */

const WHAT = 'accounts with limits';
const ACCEPTED = `at most ${MAX_LIMITED_ACCOUNTS} ${WHAT}`;

type Limited = Pick<RegisteredAccountDraft, 'limits'>;

/** One more account, or the first limits of one. */
export function limitedAccountProblems(
  draft: Limited,
  others: readonly Limited[],
): readonly PolicyProblem[] {
  const seen = others.filter(isLimited).length + 1;
  if (!isLimited(draft) || seen <= MAX_LIMITED_ACCOUNTS) return [];
  return [{ path: 'limits', seen: `${seen} ${WHAT}`, accepted: ACCEPTED }];
}

/** All accounts of a policy. */
export function problemsOfLimitedAccounts(accounts: readonly Limited[]): readonly PolicyProblem[] {
  const seen = accounts.filter(isLimited).length;
  if (seen <= MAX_LIMITED_ACCOUNTS) return [];
  return [{ path: 'accounts', seen: `${seen} ${WHAT}`, accepted: ACCEPTED }];
}

function isLimited({ limits }: Limited): boolean {
  return limits !== undefined;
}
