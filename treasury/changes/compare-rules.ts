import type { Convention } from '../calendars/calendar.ts';
import type { CutOff } from '../calendars/cut-off.ts';
import type { FieldWidening, Widening } from '../facts/widening-facts.ts';
import { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { isPositive, money, roundToStep } from '../money/money.ts';
import { compareLimits, isValueLimit } from '../policy/limit.ts';
import { DEFAULT_LATEST_START_SECONDS } from '../policy/policy-limits.ts';
import type { SweepRuleDraft } from '../policy/policy-schema.ts';
import type { Allocation, FailureBackoff, RollingBudgets } from '../policy/sweep-rule.ts';
import { type Compare, type FieldChange, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  harmlessName,
  higherCount,
  higherLimit,
  limitIn,
  longerTime,
  lowerLimit,
  lowestCap,
  neitherWay,
  otherStep,
  PERCENT,
  raised,
  shorterTime,
  switchedOn,
} from './field-comparators.ts';

/** Between two kinds, it cannot be said which is larger on every balance. */
const allocation = leaf<Allocation>((field, before, after, units) => {
  if (before === undefined || after === undefined) return { code: 'not-comparable', field };
  if (before.kind !== after.kind) {
    return { code: 'other-kind-of-amount', field, from: before.kind, to: after.kind };
  }
  const [[sized, was], [, is]] = [sizeOf(before), sizeOf(after)];
  const sizes = sized === 'percent' ? PERCENT : units;
  return otherIn(field, sized, before, after) ?? raised(field, was, is, sizes);
});

/** The field by which two allocations of a kind are compared, and its value. */
function sizeOf(allocation: Allocation): readonly [field: string, size: string] {
  switch (allocation.kind) {
    case 'all':
      return ['percent', '100'];
    case 'percentage':
      return ['percent', allocation.percent];
    case 'fixed':
      return ['amount', allocation.amount];
    default:
      return allocation satisfies never;
  }
}

/** Another value of any other field widens: so does a field that is new, until it is compared here. */
function otherIn(
  field: string,
  sized: string,
  before: Allocation,
  after: Allocation,
): Widening | null {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = new Set([...was.keys(), ...is.keys()]);
  const other = [...names].find((name) => name !== sized && was.get(name) !== is.get(name));
  return other === undefined ? null : { code: 'other-part', field, names: [other] };
}

/** Every calendar closes days of its own. Beside another convention than skip it also moves what falls on them. */
const fewerCalendars = leaf<readonly string[]>((field, before = [], after = []) => {
  const removed = before.filter((each) => !after.includes(each));
  return removed.length === 0 ? null : { code: 'loses-calendars', field, names: removed };
});

/** Skipping lets nothing leave that would not leave anyway; any other convention puts an occurrence on another day. */
const movesElsewhere = leaf<Convention>((field, before = 'skip', after = 'skip') =>
  after === 'skip' ? null : { code: 'moves-to-other-days', field, from: before, to: after },
);

const laterCutOff = leaf<CutOff>((field, before, after) => {
  if (before === undefined) return null;
  if (after === undefined) return { code: 'cut-off-removed', field };
  if (before.timeZone !== after.timeZone) return { code: 'other-time-zone', field };
  return after.time <= before.time
    ? null
    : { code: 'later-in-the-day', field, from: before.time, to: after.time };
});

const compareFields = fieldsOf<SweepRuleDraft>({
  id: anyChange('other'),
  label: harmlessName,
  purpose: neitherWay,
  owner: neitherWay,
  currency: anyChange('other'),
  kind: anyChange('other-use-of-surplus'),
  withdrawalAccountId: anyChange('other-place'),
  // The parts are the whole: whatever one of them loses, another gets. The order decides who gets what is left over.
  split: anyChange('other-shares'),
  into: anyChange('other-currency-bought'),
  instrument: anyChange('other'),
  side: anyChange('other'),
  // It only alerts: raised or lowered, nothing more leaves.
  low: neitherWay,
  threshold: lowerLimit,
  keep: lowerLimit,
  allocation,
  minimum: lowerLimit,
  maximum: higherLimit,
  step: otherStep,
  budgets: fieldsOf<RollingBudgets>({ per24Hours: higherLimit, per30Days: higherLimit }),
  withdrawalsPer24Hours: higherCount,
  cooldownSeconds: shorterTime(),
  schedule: anyChange('other-schedule'),
  latestStartSeconds: longerTime(DEFAULT_LATEST_START_SECONDS),
  calendars: fewerCalendars,
  convention: movesElsewhere,
  cutOff: laterCutOff,
  maximumBalanceAgeSeconds: longerTime(),
  backoff: fieldsOf<FailureBackoff>({
    firstSeconds: shorterTime(),
    maximumSeconds: shorterTime(),
  }),
  // The rule that comes first in its currency leaves less for the others.
  priority: anyChange('other-priority'),
  approvalAbove: higherLimit,
  enabled: switchedOn('rule-on'),
});

/**
 * The differences between two versions of a rule, field by field. A rule that is switched off is compared like any
 * other: a field widened while it was off would otherwise widen unseen once the rule is on.
 */
export const compareRules: Compare<SweepRuleDraft> = (field, before, after, units) => {
  const changes = compareFields(field, before, after, units);
  if (before === undefined || after === undefined) return changes;
  const moved = changes.map((change) => movedByCalendar(change, after));
  const evades = escapesApproval(before, after);
  const sized = evades === null ? moved : moved.map((change) => evading(change, evades));
  return sized.map((change) => endsRefusal(dividedOtherwise(change, after), before));
};

/** One more calendar closes more days; unless it only skips them, what falls on them leaves on others. */
function movedByCalendar(
  change: FieldChange,
  { convention = 'skip' }: SweepRuleDraft,
): FieldChange {
  if (change.field !== 'calendars' || isWider(change) || convention === 'skip') {
    return change;
  }
  return widening(change, 'closed-days-gained');
}

/**
 * A rule that keeps more than its threshold sweeps nothing. Where prices decide which of the two is higher, a higher threshold
 * may end that.
 */
function endsRefusal(change: FieldChange, { threshold, keep }: SweepRuleDraft): FieldChange {
  if (change.field !== 'threshold' || isWider(change)) return change;
  if (!isValueLimit(threshold) && !isValueLimit(keep)) return change;
  const order = compareLimits(keep, threshold);
  if (order !== null && order <= 0) return change;
  return widening(change, 'more-kept-than-threshold');
}

function isWider({ widens }: FieldChange): boolean {
  return widens.length > 0;
}

function widening(change: FieldChange, code: FieldWidening): FieldChange {
  return { ...change, widens: [{ code, field: change.field }] };
}

/** A coarser step rounds less away in total, and more of it to one of the accounts. */
function dividedOtherwise(change: FieldChange, { split }: SweepRuleDraft): FieldChange {
  if (change.field !== 'step' || split === undefined || isWider(change)) return change;
  return widening(change, 'divided-otherwise');
}

/** The fields that decide how large one sweep can be. */
const SIZES = ['maximum', 'allocation', 'budgets.per24Hours', 'budgets.per30Days', 'step'];

function evading(change: FieldChange, evades: Widening): FieldChange {
  return SIZES.includes(change.field) && !isWider(change)
    ? { ...change, widens: [evades] }
    : change;
}

/**
 * If large sweeps need approval, making each sweep small enough evades the approvers: a surplus leaves in pieces that
 * no person reviews. So one person alone may lower a cap to the limit of the approval, not below it.
 */
function escapesApproval(before: SweepRuleDraft, after: SweepRuleDraft): Widening | null {
  if (before.approvalAbove === undefined || after.approvalAbove === undefined) return null;
  const above = limitIn(after.currency, after.approvalAbove);
  const evades: Widening = { code: 'no-approval', above };
  const [was, is] = [capsOf(before), capsOf(after)];
  // Which of an amount and a value is lower changes with the prices.
  if (isValueLimit(before.approvalAbove) || isValueLimit(after.approvalAbove)) return evades;
  if (was === null || is === null) return evades;
  const lowest = lowestCap(was);
  const isCapped =
    lowest !== null && atMost(largestPart(before, lowest, 'up'), before.approvalAbove);
  if (isCapped) return null;
  const [left, right] = [before.allocation, after.allocation];
  const smallerPart =
    left.kind === 'percentage' && right.kind === 'percentage' && left.percent !== right.percent;
  if (smallerPart) return evades;
  const cap = lowestCap(is);
  const largest = cap === null ? null : largestPart(after, rounded(after, cap), 'down');
  return largest !== null && atMost(largest, after.approvalAbove) ? evades : null;
}

/**
 * What one account gets of an amount at most: approvals are asked for each part by itself. A share of a weight is rounded
 * to a step, in the direction that never says too little, or never too much.
 */
function largestPart(
  { split, step, currency }: SweepRuleDraft,
  amount: string,
  mode: 'up' | 'down',
): string {
  const total = decimalOf(amount);
  if (split === undefined || !isPositive(money(currency, step))) return amount;
  if (split.kind === 'weights') {
    const percent = Decimal.max(...split.parts.map((part) => decimalOf(part.percent)));
    const share = money(currency, total.times(percent).dividedBy(100));
    return roundToStep(share, decimalOf(step), mode).amount.toFixed();
  }
  const own = split.parts.flatMap((part) =>
    part.amount === undefined ? [] : [decimalOf(part.amount)],
  );
  const rest = own.reduce((left, each) => left.minus(each), total);
  return Decimal.min(total, Decimal.max(...own, rest)).toFixed();
}

/** Null if one of them is a value. */
function capsOf({ maximum, budgets, allocation }: SweepRuleDraft): readonly string[] | null {
  const fixed = allocation.kind === 'fixed' ? allocation.amount : undefined;
  const caps = [maximum, fixed, budgets.per24Hours, budgets.per30Days].filter(
    (cap) => cap !== undefined,
  );
  const amounts = caps.flatMap((cap) => (isValueLimit(cap) ? [] : [cap]));
  return amounts.length === caps.length ? amounts : null;
}

function rounded({ currency, step }: SweepRuleDraft, cap: string): string {
  const { amount } = isPositive(money(currency, step))
    ? roundToStep(money(currency, cap), decimalOf(step), 'down')
    : money(currency, cap);
  return amount.toFixed();
}

function atMost(amount: string, limit: string): boolean {
  return decimalOf(amount).lessThanOrEqualTo(decimalOf(limit));
}
