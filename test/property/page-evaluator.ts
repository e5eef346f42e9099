import { boundsOf, isRefused, roomIn } from './page-bounds.ts';
import {
  balanceOf,
  type Given,
  left,
  openOf,
  sumOf,
  unbookedOf,
  windowOf,
} from './page-holdings.ts';
import { Decimal, inAmount, ZERO } from './page-prices.ts';
import type {
  PageAccount,
  PageCurrency,
  PageDecision,
  PageLimit,
  PageRule,
  PageSituation,
} from './page-situation.ts';

/*
 * What docs/recomputing.md says, and nothing else: written from the page, section by section, without a line of the code
 * that it judges. Where it differs from that code, the page is wrong, or not enough.
 */

/** "The reason": the part of the list that this evaluator can meet. */
const ORDER = [
  'disabled',
  'uncertain',
  'in-flight',
  'backoff',
  'cooldown',
  'withdrawals-exhausted',
  'no-price',
  'stale-price',
  'price-jumped',
  'keep-above-threshold',
  'below-threshold',
  'nothing-left-by-earlier-rule',
  'budget-exhausted',
  'limit-unknown',
  'liquidity-floor',
  'account-limit',
  'counterparty-limit',
  'outflow-limit',
  'below-minimum',
  'dry-run',
];

// The amount.

interface InAmounts {
  readonly threshold: Decimal;
  readonly keep: Decimal;
  readonly minimum: Decimal;
  readonly maximum: Decimal | null;
  readonly budgets: readonly Decimal[];
}

const toStep = (amount: Decimal, step: string) => amount.dividedToIntegerBy(step).times(step);
const least = (amounts: readonly Decimal[]) => Decimal.min(...amounts);

function smallest({ step }: PageRule, { minimum }: InAmounts): Decimal {
  const units = minimum.dividedBy(step).ceil();
  return units.isZero() ? new Decimal(step) : units.times(step);
}

function amounts(rule: PageRule, limits: InAmounts, free: Decimal, rooms: readonly Decimal[] = []) {
  const surplus = Decimal.max(free.minus(limits.keep), ZERO);
  const { allocation } = rule;
  const allocated =
    allocation.kind === 'all'
      ? surplus
      : allocation.kind === 'percentage'
        ? surplus.times(allocation.percent).dividedBy(100)
        : least([surplus, new Decimal(allocation.amount)]);
  const capped = limits.maximum === null ? [allocated] : [allocated, limits.maximum];
  return {
    wanted: toStep(least(capped), rule.step),
    amount: toStep(least([...capped, ...limits.budgets, ...rooms]), rule.step),
  };
}

/** What the threshold, the budgets and the minimum say. */
function ownReasons(rule: PageRule, limits: InAmounts, free: Decimal): readonly string[] {
  const { wanted, amount } = amounts(rule, limits, free);
  const needed = smallest(rule, limits);
  const isShort = limits.budgets.some((each) => each.lessThan(needed));
  return [
    ...(free.greaterThan(limits.threshold) ? [] : ['below-threshold']),
    ...(isShort && wanted.greaterThanOrEqualTo(needed) ? ['budget-exhausted'] : []),
    ...(amount.isZero() || amount.lessThan(limits.minimum) ? ['below-minimum'] : []),
  ];
}

// Approvals.

function approvalLimit(situation: PageSituation, accountId: string): Decimal | null {
  const limits = situation.rules
    .filter((each) => each.withdrawalAccountId === accountId)
    .flatMap(({ currency, approvalAbove }) => {
      if (approvalAbove === undefined) return [];
      const amount = inAmount(situation, currency, approvalAbove, 'cap');
      return [typeof amount === 'string' ? ZERO : amount];
    });
  return limits.length === 0 ? null : least(limits);
}

function usedWithoutApproval(
  situation: PageSituation,
  account: PageAccount,
  given: readonly Given[],
): Decimal {
  const open = Object.values(situation.currencies)
    .flatMap((each) => each.open)
    .filter(
      (each) => each.accountId === account.id && each.ruleId !== undefined && each.people === 0,
    );
  const here = given.filter((each) => each.accountId === account.id && !each.isApproved);
  return windowOf(account.unapproved, situation.now, 'hours')
    .plus(sumOf(open.map(({ amount }) => amount)))
    .plus(here.reduce<Decimal>((sum, { amount }) => sum.plus(amount), ZERO));
}

/** Every rule, in the order of the page. */
export function decideByPage(situation: PageSituation): readonly PageDecision[] {
  const given: Given[] = [];
  const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return [...situation.rules]
    .sort(
      (one, other) =>
        byCode(one.currency, other.currency) ||
        one.priority - other.priority ||
        byCode(one.id, other.id),
    )
    .map((rule) => decide(situation, rule, given));
}

function decide(situation: PageSituation, rule: PageRule, given: Given[]): PageDecision {
  const { currency } = rule;
  const held = situation.currencies[currency];
  const account = situation.accounts.find(({ id }) => id === rule.withdrawalAccountId);
  if (held === undefined || account === undefined) throw new Error('the page asks for both');
  const early = earlyReasons(situation, rule, held);
  const limits = limitsOf(situation, rule);
  if (typeof limits === 'string') return concluded(rule, [...early, limits], null, false);
  const before = given.filter((each) => each.currency === currency);
  const committed = before.reduce((sum, { amount }) => sum.plus(amount), openOf(held));
  const whole = balanceOf(held).minus(unbookedOf(held, situation.now));
  const free = whole.minus(committed);
  const isByValue = typeof rule.keep !== 'string' || typeof rule.threshold !== 'string';
  const order =
    isByValue && limits.keep.greaterThan(limits.threshold) ? ['keep-above-threshold'] : [];
  const own = ownReasons(rule, limits, free);
  const blamed =
    own.length > 0 && ownReasons(rule, limits, whole).length === 0
      ? ['nothing-left-by-earlier-rule']
      : own;
  const bounds = boundsOf(situation, rule, account, free, given);
  const refusing =
    own.length > 0
      ? []
      : bounds
          .filter((each) => isRefused(situation, currency, each, smallest(rule, limits)))
          .map(({ left: room, reason }) => (room === null ? 'limit-unknown' : reason));
  const rooms = own.length > 0 ? [] : bounds.map((each) => roomIn(situation, currency, each));
  const { amount } = amounts(rule, limits, free, rooms);
  const limit = approvalLimit(situation, account.id);
  const used = usedWithoutApproval(situation, account, given);
  const needsApproval = limit !== null && amount.plus(used).greaterThan(limit);
  const reasons = [...early, ...order, ...blamed, ...refusing];
  const decision = concluded(rule, reasons, amount, needsApproval);
  if (decision.reason === null || decision.reason === 'dry-run') {
    given.push({ currency, accountId: account.id, amount, isApproved: needsApproval });
  }
  return decision;
}

function earlyReasons(
  { now, usage }: PageSituation,
  rule: PageRule,
  held: PageCurrency,
): readonly string[] {
  const { lastClaimedAt, backoffUntil, often = {} } = usage[rule.id] ?? {};
  const { withdrawalsPer24Hours: most } = rule;
  const hasRoom =
    most === undefined || windowOf(often, now, 'hours').plus(1).lessThanOrEqualTo(most);
  const cooled =
    lastClaimedAt === undefined ||
    Date.parse(now) >= Date.parse(lastClaimedAt) + rule.cooldownSeconds * 1000;
  return [
    ...(rule.enabled ? [] : ['disabled']),
    ...(held.state === 'unknown' ? ['uncertain'] : []),
    ...(held.state === 'sending' ? ['in-flight'] : []),
    ...(held.open.some(({ ruleId }) => ruleId === rule.id) ? ['in-flight'] : []),
    ...(backoffUntil === undefined || now >= backoffUntil ? [] : ['backoff']),
    ...(cooled ? [] : ['cooldown']),
    ...(hasRoom ? [] : ['withdrawals-exhausted']),
    ...(held.mode === 'dry-run' ? ['dry-run'] : []),
  ];
}

/** The limits as amounts, or the reason why they are not known. */
function limitsOf(situation: PageSituation, rule: PageRule): InAmounts | string {
  const { currency, budgets, maximum, approvalAbove } = rule;
  const turned = (limit: PageLimit, side: 'floor' | 'cap') =>
    inAmount(situation, currency, limit, side);
  const { hours = {}, days = {} } = situation.usage[rule.id] ?? {};
  const all = [
    turned(rule.threshold, 'floor'),
    turned(rule.keep, 'floor'),
    turned(rule.minimum, 'floor'),
    ...[maximum, budgets.per24Hours, budgets.per30Days, approvalAbove].map((each) =>
      each === undefined ? null : turned(each, 'cap'),
    ),
  ];
  const unknown = all.find((each) => typeof each === 'string');
  if (typeof unknown === 'string') return unknown;
  const [threshold, keep, minimum, most, day, month] = all as readonly (Decimal | null)[];
  const rooms = [
    ...(day == null ? [] : [left(day, windowOf(hours, situation.now, 'hours'))]),
    ...(month == null ? [] : [left(month, windowOf(days, situation.now, 'days'))]),
  ];
  return {
    threshold: threshold ?? ZERO,
    keep: keep ?? ZERO,
    minimum: minimum ?? ZERO,
    maximum: most ?? null,
    budgets: rooms,
  };
}

function concluded(
  { id }: PageRule,
  reasons: readonly string[],
  amount: Decimal | null,
  needsApproval: boolean,
): PageDecision {
  const reason = ORDER.find((each) => reasons.includes(each)) ?? null;
  const isSized = reason === null || reason === 'dry-run';
  return {
    ruleId: id,
    reason,
    amount: isSized && amount !== null ? amount.toFixed() : null,
    needsApproval: reason === null && needsApproval,
  };
}
