import type { Decimal } from '../money/decimal.ts';
import { parseDecimalText } from '../money/decimal-text.ts';
import type { ExpectedHours } from '../policy/matching-rule.ts';
import type { MatchingRuleDraft } from '../policy/matching-rule-schema.ts';
import { type Compare, fieldsOf, leaf, sameJson } from './field-change.ts';
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
  id: anyChange('is another'),
  label: anyName('is another: reports name the movements by it'),
  kind: anyChange('is another: reports name the movements by it'),
  direction: anyChange('is another: the rule explains other movements'),
  // With it, the unit of every amount changes.
  currency: anyChange('is another: the rule explains other movements'),
  minimum: lowerAmountOrNone,
  maximum: higherAmount,
  repeats: leaf<MatchingRuleDraft['repeats'] & object>((field, before, after) => {
    if (before === undefined) return null;
    if (after === undefined) return `${field} is removed: the rule explains other amounts`;
    return isWithin(boundsOf(after), boundsOf(before))
      ? null
      : `${field} changes: the rule explains other amounts`;
  }),
  hours: leaf<ExpectedHours>((field, before, after) => {
    if (before === undefined) return null;
    if (after === undefined) return `${field} are removed: the rule explains at any time`;
    return areWithin(after, before) ? null : `${field} change: the rule explains at other times`;
  }),
  schedule: leaf<MatchingRuleDraft['schedule'] & object>((field, before, after) => {
    if (before === undefined) return null;
    if (after === undefined) return `${field} is removed: the rule explains at any time`;
    const { toleranceSeconds: wide, ...times } = before;
    const { toleranceSeconds: narrow, ...others } = after;
    return sameJson(times, others) && narrow <= wide
      ? null
      : `${field} changes: the rule explains at other times`;
  }),
  per24Hours: higherAmount,
  enabled: switchedOn('the rule is switched on'),
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
