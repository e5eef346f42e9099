import type { Convention } from '../calendars/calendar.ts';
import { duration } from '../time/duration.ts';
import { conversionOf } from './conversion.ts';
import { compareLimits, type Limit, sayLimit } from './limit.ts';
import type { SweepRuleDraft } from './policy-schema.ts';
import { latestStartOf } from './sweep-rule.ts';
import { amountIn } from './wording.ts';

/** A rule as one sentence, with every limit that it sets. */
export function describeRule(rule: SweepRuleDraft): string {
  const { currency, threshold } = rule;
  const parts = [
    `When the balance is above ${sayLimit(currency, threshold)}, ${whenOf(rule)}`,
    actionOf(rule),
    ...limitsOf(rule),
  ];
  const off = rule.enabled ? '' : ' (switched off)';
  return `${parts.join(', ')}${off}.`;
}

function actionOf(rule: SweepRuleDraft): string {
  const { into, instrument } = rule;
  if (conversionOf(rule) === null) return `withdraw ${whatOf(rule)} ${whereTo(rule)}`;
  const trade = instrument === undefined ? '' : ` by ${instrument}`;
  return `convert ${whatOf(rule)} into ${into}${trade}`;
}

function whatOf({ allocation, currency, keep }: SweepRuleDraft): string {
  const surplus = `what is above the kept ${sayLimit(currency, keep)}`;
  switch (allocation.kind) {
    case 'all':
      return surplus;
    case 'percentage':
      return `${allocation.percent} % of ${surplus}`;
    case 'fixed':
      return `${amountIn(currency, allocation.amount)} (or ${surplus}, where that is less)`;
    default:
      return allocation satisfies never;
  }
}

function whereTo({ withdrawalAccountId, split, currency }: SweepRuleDraft): string {
  if (split === undefined) return `to account ${withdrawalAccountId}`;
  const parts =
    split.kind === 'weights'
      ? split.parts.map((part) => `${part.percent} % to account ${part.withdrawalAccountId}`)
      : split.parts.map(({ amount, withdrawalAccountId: id }) => {
          const what = amount === undefined ? 'the rest' : `first ${amountIn(currency, amount)}`;
          return `${what} to account ${id}`;
        });
  return `divided into ${parts.join(' and ')}`;
}

function whenOf(rule: SweepRuleDraft): string {
  return `${timesOf(rule)}${daysOf(rule)}`;
}

function timesOf({ schedule, latestStartSeconds }: SweepRuleDraft): string {
  return schedule.kind === 'cron'
    ? `at the times of cron ${schedule.expression} in ${schedule.timeZone} or at most ${duration(latestStartOf({ latestStartSeconds }))} later`
    : 'at every snapshot';
}

const MOVED: Readonly<Record<Convention, string>> = {
  skip: 'skipped on other days',
  following: 'on the next business day otherwise',
  preceding: 'on the last business day before otherwise',
  'modified-following':
    'on the next business day otherwise, or the last one where that is in another month',
};

function daysOf({ calendars = [], convention = 'skip', cutOff }: SweepRuleDraft): string {
  const days =
    calendars.length === 0
      ? ''
      : `, on business days of ${calendars.join(' and ')} (${MOVED[convention]})`;
  return cutOff === undefined ? days : `${days}, before ${cutOff.time} ${cutOff.timeZone}`;
}

function limitsOf(rule: SweepRuleDraft): readonly string[] {
  const { currency, minimum, maximum, budgets, approvalAbove } = rule;
  const amount = (limit: Limit) => sayLimit(currency, limit);
  const limits = [`in steps of ${amount(rule.step)}`];
  if (compareLimits(minimum, '0') !== 0) limits.push(`at least ${amount(minimum)}`);
  if (maximum !== undefined) limits.push(`at most ${amount(maximum)} at a time`);
  if (budgets.per24Hours !== undefined) limits.push(`${amount(budgets.per24Hours)} in 24 hours`);
  if (budgets.per30Days !== undefined) limits.push(`${amount(budgets.per30Days)} in 30 days`);
  if (rule.cooldownSeconds > 0) limits.push(`once in ${duration(rule.cooldownSeconds)}`);
  limits.push(`on balances at most ${duration(rule.maximumBalanceAgeSeconds)} old`);
  if (rule.low !== undefined) limits.push(`with an alert below ${amount(rule.low)}`);
  if (approvalAbove !== undefined) limits.push(`with an approval above ${amount(approvalAbove)}`);
  return limits;
}
