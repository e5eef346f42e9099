import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Policy } from '../policy/policy.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { heldOf, withdrawable } from '../valuation/balance.ts';

/** A balance below the low of a target balance, and what would fill it; decimal text in the currency. */
export interface LowBalance {
  readonly ruleId: string;
  readonly currency: string;
  readonly balance: string;
  readonly low: string;
  /** What the rule keeps; null where it keeps a value, which only the prices of a moment turn into an amount. */
  readonly target: string | null;
  /** From the balance to the target. */
  readonly missing: string | null;
}

/** By the very comparison of a decision; a currency that no answer has ever listed holds nothing, and one that is not stated
 * now is below nothing. Pure. */
export function lowBalances(
  { balances }: Pick<SnapshotTaken, 'balances'>,
  { rules }: Pick<Policy, 'rules'>,
): readonly LowBalance[] {
  return rules.flatMap(({ id: ruleId, currency, low, keep, enabled }) => {
    if (low === undefined || !enabled) return [];
    const held = heldOf(balances, currency);
    if (!held.known) return [];
    const balance = withdrawable(held.balance);
    if (!decimalOf(balance).lessThan(decimalOf(low))) return [];
    const target = typeof keep === 'string' ? keep : null;
    const missing =
      target === null ? null : formatDecimal(decimalOf(target).minus(decimalOf(balance)));
    return [{ ruleId, currency, balance, low, target, missing }];
  });
}
