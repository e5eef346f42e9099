import type { Decimal } from '../money/decimal.ts';
import { parseDecimalText } from '../money/decimal-text.ts';
import type { ExpectedHours } from '../policy/matching-rule.ts';
import type { MatchingRuleDraft } from '../policy/matching-rule-schema.ts';
import { sameJson } from '../records/same-json.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  anyName,
  higherAmount,
  lowerAmountOrNone,
  neitherWay,
  switchedOn,
} from './field-comparators.ts';

/**
 * The differences between two versions of a matching rule. It widens if it explains a movement that it did not explain
 * before, or explains it as something else: what a rule explains, no person looks at.
 */
export const compareMatchingRules: Compare<MatchingRuleDraft> = fieldsOf<MatchingRuleDraft>({
  id: anyChange('other'),
  label: anyName('other-name-of-movements'),
  kind: anyChange('other-name-of-movements'),
  direction: anyChange('other-movements'),
  // With it, the unit of every amount changes.
  currency: anyChange('other-movements'),
  minimum: lowerAmountOrNone,
  maximum: higherAmount,
  repeats: leaf<MatchingRuleDraft['repeats'] & object>((field, before, after) => {
    if (before === undefined) return null;
    if (after === undefined) return { code: 'amounts-removed', field };
    return isWithin(boundsOf(after), boundsOf(before)) ? null : { code: 'amounts-changed', field };
  }),
  hours: leaf<ExpectedHours>((field, before, after) => {
    if (before === undefined) return null;
    if (after === undefined) return { code: 'hours-removed', field };
    return areWithin(after, before) ? null : { code: 'hours-changed', field };
  }),
  schedule: leaf<MatchingRuleDraft['schedule'] & object>((field, before, after) => {
    if (before === undefined) return null;
    if (after === undefined) return { code: 'times-removed', field };
    const { toleranceSeconds: wide, ...times } = before;
    const { toleranceSeconds: narrow, ...others } = after;
    return sameJson(times, others) && narrow <= wide ? null : { code: 'times-changed', field };
  }),
  per24Hours: higherAmount,
  enabled: switchedOn('rule-on'),
  generalLedgerCode: neitherWay,
});

interface Bounds {
  readonly least: Decimal;
  readonly most: Decimal;
}

/** Null if it cannot be read: then it is within nothing, and nothing within it. */
function boundsOf({ amount, tolerance }: MatchingRuleDraft['repeats'] & object): Bounds | null {
  const [middle, width] = [parseDecimalText(amount), parseDecimalText(tolerance)];
  if (!middle.ok || !width.ok) return null;
  return { least: middle.value.minus(width.value), most: middle.value.plus(width.value) };
}

function isWithin(inner: Bounds | null, outer: Bounds | null): boolean {
  return (
    inner !== null &&
    outer !== null &&
    inner.least.greaterThanOrEqualTo(outer.least) &&
    inner.most.lessThanOrEqualTo(outer.most)
  );
}

/** Hours of two zones are never compared: their clocks differ, and not always by as much. */
function areWithin(inner: ExpectedHours, outer: ExpectedHours): boolean {
  return (
    inner.timeZone === outer.timeZone &&
    inner.from >= outer.from &&
    inner.to <= outer.to &&
    inner.weekdays.every((day) => outer.weekdays.includes(day))
  );
}
