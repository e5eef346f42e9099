import type { ApprovalCount } from '../instructions/instruction.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { ApprovalTiers } from '../policy/controls.ts';

/**
 * How many people have to approve, by the tiers of the controls. `value`: in the reporting currency,
 * decimal text; null where it is not known, which counts as above every tier. Pure.
 */
export function approvalsNeeded(
  tiers: ApprovalTiers | undefined,
  value: string | null,
): 0 | ApprovalCount {
  const above = (limit: string | undefined): boolean =>
    limit !== undefined && (value === null || decimalOf(value).greaterThan(decimalOf(limit)));
  if (above(tiers?.twoAbove)) return 2;
  return above(tiers?.oneAbove) ? 1 : 0;
}
