import type { ListedRule } from './types.ts';

interface RuleFilters {
  readonly text: string;
  readonly currency: string | undefined;
  /** "on", "off", or empty for both. */
  readonly is: string;
}

/** The rules that the filters of the address leave; a policy has at most 200, so all of them are there. */
export function filtered(
  rules: readonly ListedRule[],
  { text, currency, is }: RuleFilters,
): readonly ListedRule[] {
  const wanted = text.trim().toLowerCase();
  return rules.filter(
    ({ id, label, enabled, currency: of }) =>
      (wanted === '' || `${label} ${id}`.toLowerCase().includes(wanted)) &&
      (currency === undefined || of === currency) &&
      (is === '' || enabled === (is === 'on')),
  );
}
