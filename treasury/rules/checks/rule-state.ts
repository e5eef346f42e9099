import type { SweepRule } from '../../policy/sweep-rule.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

export function checkEnabled({ enabled, label }: SweepRule): CheckResult {
  const fact = { limit: 'enabled', code: 'enabled', label, enabled } as const;
  return enabled ? passed(fact) : refused(fact, 'disabled');
}

/** An instruction counts only as long as the rule that decided it is still the current version. */
export function checkUnchanged(
  rule: SweepRule | null,
  { ruleId, ruleVersion }: { readonly ruleId: string; readonly ruleVersion: number },
): CheckResult {
  const current = rule === null ? null : { ruleId: rule.id, version: rule.version };
  const decidedBy = { ruleId, version: ruleVersion };
  const fact = { limit: 'rule', code: 'rule-version', decidedBy, current } as const;
  const isCurrent = current?.ruleId === ruleId && current.version === ruleVersion;
  return isCurrent ? passed(fact) : refused(fact, 'rule-changed');
}
