import type { Debit } from '../counters/counter.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import type { Instant } from '../time/instant.ts';
import type { ClaimRecord, RuleUsage } from './lane.ts';

/*
 * A rule with a split decides its whole amount once; its parts leave one after another. What has left of a run stands
 * in the lane, written by the claim itself, so that each later part is judged as what it is: a piece of one sweep.
 */

/** The parts of a run that have left, or may have. */
export interface LeftOfRun {
  readonly parts: readonly number[];
  readonly amount: Decimal;
  /** The largest fees that may have been taken beside them. */
  readonly fees: Decimal;
}

const NOTHING_LEFT: LeftOfRun = { parts: [], amount: ZERO, fees: ZERO };

export function leftOfRun({ run }: RuleUsage, occurrence: Instant): LeftOfRun {
  if (run?.occurrence !== occurrence) return NOTHING_LEFT;
  const left = Object.values(run.left);
  return {
    parts: Object.keys(run.left).map(Number),
    amount: left.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO),
    fees: left.reduce((sum, { fee }) => sum.plus(decimalOf(fee)), ZERO),
  };
}

/** The use of the rule's limits as its run found it: the claims of its own parts begin no pause between them. */
export function usageBeforeRun(usage: RuleUsage, occurrence: Instant): RuleUsage {
  const { run } = usage;
  if (run?.occurrence !== occurrence) return usage;
  const { lastClaimedAt: _, ...rest } = usage;
  const { claimedBefore } = run;
  return claimedBefore === undefined ? rest : { ...rest, lastClaimedAt: claimedBefore };
}

/** Notes a part that is claimed. A claim of no split ends the notes about the run before. */
export function withPartLeft(
  { run, ...usage }: RuleUsage,
  { amount, part }: Debit,
  { fee = '0' }: Pick<ClaimRecord, 'fee'>,
): RuleUsage {
  if (part === undefined) return usage;
  const { number, occurrence } = part;
  const { lastClaimedAt } = usage;
  const begun =
    run?.occurrence === occurrence
      ? run
      : {
          occurrence,
          left: {},
          ...(lastClaimedAt !== undefined && { claimedBefore: lastClaimedAt }),
        };
  const left = { ...begun.left, [number]: { amount, fee } };
  return { ...usage, run: { ...begun, left } };
}

/** Takes a part back that did not leave after all, or the piece of it that is given back. */
export function withPartBack(usage: RuleUsage, { amount, part }: Debit): RuleUsage {
  const { run } = usage;
  if (part === undefined || run?.occurrence !== part.occurrence) return usage;
  const { [part.number]: noted, ...others } = run.left;
  if (noted === undefined) return usage;
  const rest = decimalOf(noted.amount).minus(decimalOf(amount));
  const left = rest.greaterThan(0)
    ? { ...others, [part.number]: { ...noted, amount: formatDecimal(rest) } }
    : others;
  return { ...usage, run: { ...run, left } };
}
