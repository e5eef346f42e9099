import type { RunDetails } from 'fast-check';
import type { Step } from './arbitraries/plans.ts';

/** A run of sequences of windows in which one has failed. */
export type Failure = RunDetails<[readonly (readonly Step[])[]]>;

/** Milliseconds spent on making a failing sequence smaller: a person waits for it. */
const BUDGET_MS = 15_000;

/**
 * Fewer of the parts, as long as what is left still fails: halves are left out, then quarters, and so on
 * down to single ones. `fails` is asked with what would be left.
 */
export async function smallest<T>(
  parts: readonly T[],
  fails: (parts: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  const until = Date.now() + BUDGET_MS;
  let left = parts;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = left.length; start > 0 && Date.now() < until; start -= size) {
      const without = left.filter((_, index) => index < start - size || index >= start);
      if (without.length < left.length && (await fails(without))) left = without;
    }
  }
  return left;
}
