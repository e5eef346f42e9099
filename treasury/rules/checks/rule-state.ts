import type { SweepRule } from '../../policy/sweep-rule.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

export function checkEnabled(rule: SweepRule): CheckResult {
  const seen = rule.enabled ? 'enabled' : 'disabled';
  const checked = { limit: 'enabled', seen, accepted: 'enabled' } as const;
  if (rule.enabled) return passed(checked);
  return refused(checked, 'disabled', `The rule "${rule.label}" is switched off.`);
}

/** An instruction counts only as long as the rule that decided it is still the current version. */
export function checkUnchanged(
  rule: SweepRule | null,
  decidedBy: { readonly ruleId: string; readonly ruleVersion: number },
): CheckResult {
  const accepted = `${decidedBy.ruleId} version ${decidedBy.ruleVersion}`;
  if (rule === null) {
    const checked = { limit: 'rule', seen: 'no such rule', accepted } as const;
    return refused(checked, 'rule-changed', `The rule ${decidedBy.ruleId} is gone.`);
  }
  const seen = `${rule.id} version ${rule.version}`;
  if (seen === accepted) return passed({ limit: 'rule', seen, accepted });
  const message = `The rule was changed since: it is ${seen}, the instruction came from ${accepted}.`;
  return refused({ limit: 'rule', seen, accepted }, 'rule-changed', message);
}
