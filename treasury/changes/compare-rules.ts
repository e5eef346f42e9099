import type { Convention } from '../calendars/calendar.ts';
import type { CutOff } from '../calendars/cut-off.ts';
import { quotedLabel } from '../facts/sentences/field-label.ts';
import { Decimal } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { isPositive, money, roundToStep } from '../money/money.ts';
import { compareLimits, isValueLimit, sayLimit } from '../policy/limit.ts';
import { DEFAULT_LATEST_START_SECONDS } from '../policy/policy-limits.ts';
import type { SweepRuleDraft } from '../policy/policy-schema.ts';
import type { Allocation, FailureBackoff, RollingBudgets } from '../policy/sweep-rule.ts';
import { type Compare, type FieldChange, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  harmlessName,
  higherLimit,
  longerTime,
  lowerLimit,
  lowestCap,
  neitherWay,
  otherStep,
  raisedAmount,
  shorterTime,
  switchedOn,
} from './field-comparators.ts';

/** Between two kinds, it cannot be said which is larger on every balance. */
const allocation = leaf<Allocation>((field, before, after) => {
  if (before === undefined || after === undefined) return `${field} cannot be compared`;
  if (before.kind !== after.kind) {
    return `${field} is of another kind: ${after.kind} instead of ${before.kind}`;
  }
  const [[sized, was], [, is]] = [sizeOf(before), sizeOf(after)];
  return otherIn(field, sized, before, after) ?? raisedAmount(field, was, is);
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
function otherIn(field: string, sized: string, before: Allocation, after: Allocation) {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = new Set([...was.keys(), ...is.keys()]);
  const other = [...names].find((name) => name !== sized && was.get(name) !== is.get(name));
  return other === undefined ? null : `${field} is another: ${other}`;
}

/** Every calendar closes days of its own. Beside another convention than skip it also moves what falls on them. */
const fewerCalendars = leaf<readonly string[]>((field, before = [], after = []) => {
  const removed = before.filter((each) => !after.includes(each));
  return removed.length === 0
    ? null
    : `${field} loses ${removed.join(', ')}: it sweeps on more days`;
});

/** Skipping lets nothing leave that would not leave anyway; any other convention puts an occurrence on another day. */
const movesElsewhere = leaf<Convention>((field, before = 'skip', after = 'skip') =>
  after === 'skip' ? null : `${field} changes from ${before} to ${after}: it sweeps on other days`,
);

const laterCutOff = leaf<CutOff>((field, before, after) => {
  if (before === undefined) return null;
  if (after === undefined) return `${field} is removed: it sweeps later in the day`;
  if (before.timeZone !== after.timeZone) return `${field} is of another time zone`;
  return after.time <= before.time
    ? null
    : `${field} moves from ${before.time} to ${after.time}: it sweeps later in the day`;
});

const compareFields = fieldsOf<SweepRuleDraft>({
  id: anyChange('is another'),
  label: harmlessName,
  purpose: neitherWay,
  owner: neitherWay,
  currency: anyChange('is another'),
  kind: anyChange('is another: it does something else with the surplus'),
  withdrawalAccountId: anyChange('is another: money leaves to another place'),
  // The parts are the whole: whatever one of them loses, another gets. The order decides who gets what is left over.
  split: anyChange('is another: an account gets more of what leaves'),
  into: anyChange('is another: the surplus becomes another currency'),
  instrument: anyChange('is another'),
  side: anyChange('is another'),
  // It only alerts: raised or lowered, nothing more leaves.
  low: neitherWay,
  threshold: lowerLimit,
  keep: lowerLimit,
  allocation,
  minimum: lowerLimit,
  maximum: higherLimit,
  step: otherStep,
  budgets: fieldsOf<RollingBudgets>({ per24Hours: higherLimit, per30Days: higherLimit }),
  cooldownSeconds: shorterTime(),
  schedule: anyChange('is another: it may sweep sooner'),
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
  priority: anyChange('is another: it may be served before others'),
  approvalAbove: higherLimit,
  enabled: switchedOn('the rule is switched on'),
});

/**
 * The differences between two versions of a rule, field by field. A rule that is switched off is compared like any
 * other: a field widened while it was off would otherwise widen unseen once the rule is on.
 */
export const compareRules: Compare<SweepRuleDraft> = (field, before, after) => {
  const changes = compareFields(field, before, after);
  if (before === undefined || after === undefined) return changes;
  const moved = changes.map((change) => movedByCalendar(change, after));
  const message = escapesApproval(before, after);
  const sized = message === null ? moved : moved.map((change) => withMessage(change, message));
  return sized.map((change) => endsRefusal(dividedOtherwise(change, after), before));
};

/** One more calendar closes more days; unless it only skips them, what falls on them leaves on others. */
function movedByCalendar(
  change: FieldChange,
  { convention = 'skip' }: SweepRuleDraft,
): FieldChange {
  if (change.field !== 'calendars' || change.widens !== null || convention === 'skip') {
    return change;
  }
  return {
    ...change,
    widens: `${quotedLabel(change.field)} gains closed days: it sweeps on others instead`,
  };
}

/**
 * A rule that keeps more than its threshold sweeps nothing. Where prices decide which of the two is higher, a higher threshold
 * may end that.
 */
function endsRefusal(change: FieldChange, { threshold, keep }: SweepRuleDraft): FieldChange {
  if (change.field !== 'threshold' || change.widens !== null) return change;
  if (!isValueLimit(threshold) && !isValueLimit(keep)) return change;
  const order = compareLimits(keep, threshold);
  if (order !== null && order <= 0) return change;
  const widens = `${quotedLabel(change.field)} rises: as long as more is kept than the threshold nothing leaves, and prices decide whether it is`;
  return { ...change, widens };
}

/** A coarser step rounds less away in total, and more of it to one of the accounts. */
function dividedOtherwise(change: FieldChange, { split }: SweepRuleDraft): FieldChange {
  if (change.field !== 'step' || split === undefined || change.widens !== null) return change;
  return {
    ...change,
    widens: `${quotedLabel('step')} changes how the amount is divided: an account may get more`,
  };
}

/** The fields that decide how large one sweep can be. */
const SIZES = ['maximum', 'allocation', 'budgets.per24Hours', 'budgets.per30Days', 'step'];

function withMessage(change: FieldChange, message: string): FieldChange {
  return SIZES.includes(change.field) && change.widens === null
    ? { ...change, widens: message }
    : change;
}

/**
 * If large sweeps need approval, making each sweep small enough evades the approvers: a surplus leaves in pieces that
 * no person reviews. So one person alone may lower a cap to the limit of the approval, not below it.
 */
function escapesApproval(before: SweepRuleDraft, after: SweepRuleDraft): string | null {
  if (before.approvalAbove === undefined || after.approvalAbove === undefined) return null;
  const message = `sweeps become so small that they need no approval (needed above ${sayLimit(after.currency, after.approvalAbove)})`;
  const [was, is] = [capsOf(before), capsOf(after)];
  // Which of an amount and a value is lower changes with the prices.
  if (isValueLimit(before.approvalAbove) || isValueLimit(after.approvalAbove)) return message;
  if (was === null || is === null) return message;
  const lowest = lowestCap(was);
  const isCapped =
    lowest !== null && atMost(largestPart(before, lowest, 'up'), before.approvalAbove);
  if (isCapped) return null;
  const [left, right] = [before.allocation, after.allocation];
  const smallerPart =
    left.kind === 'percentage' && right.kind === 'percentage' && left.percent !== right.percent;
  if (smallerPart) return message;
  const cap = lowestCap(is);
  const largest = cap === null ? null : largestPart(after, rounded(after, cap), 'down');
  return largest !== null && atMost(largest, after.approvalAbove) ? message : null;
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
