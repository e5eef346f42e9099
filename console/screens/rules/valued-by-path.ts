import type { components } from '@sluice/client';
import type { ValuedLimit } from '../../display/limit-text.ts';

type Check = components['schemas']['Decision']['decision']['checks'][number];

/** The fields whose limits have a check of another name. */
const PATHS: Partial<Readonly<Record<Check['limit'], string>>> = {
  'budget-24h': 'budgets.per24Hours',
  'budget-30d': 'budgets.per30Days',
  approval: 'approvalAbove',
};

/** What the limits by value came to in a decision, by their paths in the form. */
export function valuedByPath(checks: readonly Check[]): Readonly<Record<string, ValuedLimit>> {
  return Object.fromEntries(
    checks.flatMap(({ limit, valued }) =>
      valued === undefined ? [] : [[PATHS[limit] ?? limit, valued]],
    ),
  );
}
