import { describe, expect, it } from 'vitest';
import { accountDraftOf, controlsDraftOf, ruleDraftOf } from '../../../treasury/changes/drafts.ts';
import { policyConflict } from '../../../treasury/changes/policy-conflict.ts';
import { parsePolicyFile } from '../../../treasury/policy/policy-file.ts';
import { ACCOUNT, CONTROLS, POLICY, RULE } from '../../samples/policy.ts';
import { file } from './policy-samples.ts';

const NOW = '2026-03-02T09:00:00.000Z';
const POLICY_OF = { ...POLICY, accounts: [ACCOUNT], rules: [{ ...RULE, step: '0.00001' }] };
const FEWER = { answeredAmounts: { digits: { BTC: 4 } } };

type Wanted = Parameters<typeof policyConflict>[0];

function conflicts(wanted: Wanted, policy: Parameters<typeof policyConflict>[1] = POLICY_OF) {
  return policyConflict(wanted, policy, ['BTC'], 300, NOW).map(({ path, seen }) => [path, seen]);
}

describe('a step finer than the digits that the service carries out', () => {
  it('is refused in a file, by the terms of the controls or of the account', () => {
    const rule = { step: '0.00001' };
    const controls = { answeredAmounts: { digits: { BTC: 4 } } };
    const account = { answeredAmounts: { digits: 4 } };
    for (const change of [
      { rule, controls },
      { rule, account },
    ]) {
      expect(parsePolicyFile(file(change))).toMatchObject({
        ok: false,
        problems: [{ path: 'rules[0].step', seen: '"0.00001"' }],
      });
    }
    // The account's own digits come first.
    const finer = { rule, controls, account: { answeredAmounts: { digits: 5 } } };
    expect(parsePolicyFile(file(finer)).ok).toBe(true);
  });

  it('is refused of a rule, and of the terms that make it so', () => {
    const step = [['answeredAmounts.digits', `the step 0.00001 of rule "${RULE.id}"`]];
    const controls = { ...CONTROLS, ...FEWER };
    const rule = { ...ruleDraftOf(RULE), step: '0.00001' };
    expect(
      conflicts({ kind: 'controls', after: { ...controlsDraftOf(CONTROLS), ...FEWER } }),
    ).toEqual(step);
    const account = { ...accountDraftOf(ACCOUNT), answeredAmounts: { digits: 4 } };
    expect(conflicts({ kind: 'account', after: account })).toEqual(step);
    expect(
      conflicts({ kind: 'rule', after: rule }, { ...POLICY, controls, rules: [RULE] }),
    ).toEqual([['step', '"0.00001"']]);
    expect(conflicts({ kind: 'rule', after: rule })).toEqual([]);
  });

  it('is no step of another account, or of another currency', () => {
    const controls = { answeredAmounts: { digits: { ETH: 0 } } };
    expect(parsePolicyFile(file({ controls, rule: { step: '0.00001' } })).ok).toBe(true);
  });
});
