import { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { RuleSplit } from './split-schema.ts';

/** One part of an amount, by its place in the rule's split, from 1. Zero if there is nothing for it. */
export interface PartOfAmount {
  readonly part: number;
  readonly withdrawalAccountId: string;
  readonly amount: Decimal;
}

/**
 * Divides an amount that is a multiple of the step: every part is a multiple too, and together they are the amount
 * itself.
 *
 * By weights: each part gets its share in whole steps, rounded down. The steps that are left over go, one each, to the
 * parts whose shares lost most by the rounding; of two that lost the same, the earlier one gets it.
 *
 * By amounts: each part in turn gets its amount, as far as there is enough, and the last one gets the rest.
 */
export function splitAmount(
  split: RuleSplit,
  total: Decimal,
  step: string,
): readonly PartOfAmount[] {
  const unit = decimalOf(step);
  if (!total.modulo(unit).isZero())
    throw new RangeError(`${total.toFixed()} is in no steps of ${step}`);
  switch (split.kind) {
    case 'weights':
      return byWeights(split, total.dividedBy(unit), unit);
    case 'amounts':
      return byAmounts(split, total);
    default:
      return split satisfies never;
  }
}

type SplitOf<Kind extends RuleSplit['kind']> = RuleSplit & { readonly kind: Kind };

/** Exact: products of whole steps and weights have too few digits to need rounding. */
function byWeights(
  { parts }: SplitOf<'weights'>,
  units: Decimal,
  unit: Decimal,
): readonly PartOfAmount[] {
  const shares = parts.map(({ percent }) => {
    const hundredfold = units.times(decimalOf(percent));
    const whole = hundredfold.dividedToIntegerBy(100);
    return { whole, lost: hundredfold.minus(whole.times(100)) };
  });
  const given = shares.reduce((sum, { whole }) => sum.plus(whole), new Decimal(0));
  const left = units.minus(given).toNumber();
  const first = new Set(
    shares
      .map(({ lost }, index) => ({ lost, index }))
      .sort((a, b) => b.lost.comparedTo(a.lost) || a.index - b.index)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return parts.map(({ withdrawalAccountId }, index) => {
    const whole = shares[index]?.whole ?? new Decimal(0);
    const amount = whole.plus(first.has(index) ? 1 : 0).times(unit);
    return { part: index + 1, withdrawalAccountId, amount };
  });
}

function byAmounts({ parts }: SplitOf<'amounts'>, total: Decimal): readonly PartOfAmount[] {
  let rest = total;
  return parts.map(({ withdrawalAccountId, amount }, index) => {
    const own = amount === undefined ? rest : Decimal.min(rest, decimalOf(amount));
    rest = rest.minus(own);
    return { part: index + 1, withdrawalAccountId, amount: own };
  });
}
