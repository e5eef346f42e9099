import { describe, expect, it } from 'vitest';
import { accountDraftOf } from '../../../treasury/changes/drafts.ts';
import { policyConflict } from '../../../treasury/changes/policy-conflict.ts';
import { policyRuleProblems } from '../../../treasury/policy/policy-cross-checks.ts';
import { MAX_LIMITED_ACCOUNTS } from '../../../treasury/policy/policy-limits.ts';
import { ACCOUNT, account, POLICY } from '../../samples/policy.ts';

const NOW = '2026-03-02T09:00:00.000Z';
const LIMITS = { per24Hours: '10' };

/** Accounts with limits, beside the one of the samples. */
function limited(count: number) {
  return Array.from({ length: count }, (_, index) =>
    account({
      id: `6a1f6d0e-58c3-4b1d-9b53-${String(index).padStart(12, '0')}`,
      label: `Account ${index}`,
      limits: LIMITS,
    }),
  );
}

function problems(others: number, change: object = { limits: LIMITS }) {
  const accounts = [ACCOUNT, ...limited(others)];
  const after = { ...accountDraftOf(ACCOUNT), ...change };
  const policy = { ...POLICY, accounts };
  return policyConflict({ kind: 'account', after }, policy, ['BTC'], 300, NOW);
}

const TOO_MANY = {
  seen: `${MAX_LIMITED_ACCOUNTS + 1} accounts with limits`,
  accepted: `at most ${MAX_LIMITED_ACCOUNTS} accounts with limits`,
};

describe('accounts with limits', () => {
  it('are refused beyond those that one item counts, by the field', () => {
    expect(problems(MAX_LIMITED_ACCOUNTS - 1)).toEqual([]);
    expect(problems(MAX_LIMITED_ACCOUNTS)).toEqual([{ path: 'limits', ...TOO_MANY }]);
  });

  it('are no reason to refuse an account without limits, nor a change of one that has them', () => {
    expect(problems(MAX_LIMITED_ACCOUNTS, {})).toEqual([]);
    const accounts = limited(MAX_LIMITED_ACCOUNTS + 1);
    const [first = ACCOUNT] = accounts;
    const after = { ...accountDraftOf(first), limits: { per24Hours: '5' } };
    const policy = { ...POLICY, accounts };
    expect(policyConflict({ kind: 'account', after }, policy, ['BTC'], 300, NOW)).toEqual([]);
  });

  it('are refused in a first policy and in a folder', () => {
    const file = (count: number) =>
      policyRuleProblems({ accounts: limited(count), rules: [], calendars: [] }, 'USD');
    expect(file(MAX_LIMITED_ACCOUNTS)).toEqual([]);
    expect(file(MAX_LIMITED_ACCOUNTS + 1)).toEqual([{ path: 'accounts', ...TOO_MANY }]);
  });
});
