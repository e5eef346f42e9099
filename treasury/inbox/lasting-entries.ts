import { isBuiltIn } from '../calendars/built-in.ts';
import { sayActor } from '../facts/sentences/say/say-actor.ts';
import type { WebhookInTrouble } from '../ledger/webhook-in-trouble.ts';
import { decimalOf, formatDecimal } from '../money/decimal-text.ts';
import { type CalendarEnding, TOLD_BEFORE_DAYS } from '../policy/calendars-ending.ts';
import type { Policy } from '../policy/policy.ts';
import type { FailingRule } from '../rules/failing-rules.ts';
import type { LowBalance } from '../rules/low-balances.ts';
import { addDays } from '../time/calendar-date.ts';
import type { Instant } from '../time/instant.ts';
import type { InboxEntry } from './inbox-item.ts';

/*
 * Entries of what no person asked for and none approves: a balance that is too low, a rule of which nothing leaves, a calendar
 * that ends. They are there as long as it is so.
 */

const NO_APPROVALS = { required: 1, given: [] } as const;

export function lowBalanceEntry(
  { ruleId, currency, balance, low, target, missing }: LowBalance,
  { rules }: Pick<Policy, 'rules'>,
  takenAt: Instant,
): InboxEntry {
  const ruleLabel = rules.find(({ id }) => id === ruleId)?.label;
  const below = formatDecimal(decimalOf(low).minus(decimalOf(balance)));
  return {
    kind: 'low-balance',
    id: ruleId,
    act: 'fill-balance',
    about: {
      ...{ code: 'balance-low', currency, balance, low },
      filling:
        missing === null || target === null
          ? { to: 'low', amount: below }
          : { to: 'kept', amount: missing, target },
    },
    money: { amount: missing ?? below, currency },
    labels: { ruleId, ...(ruleLabel === undefined ? {} : { ruleLabel }) },
    askedBy: sayActor({ code: 'rule', ruleId }),
    since: takenAt,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}

export function failingRuleEntry(
  failing: FailingRule,
  { rules }: Pick<Policy, 'rules'>,
): InboxEntry {
  const { ruleId, since } = failing;
  const ruleLabel = rules.find(({ id }) => id === ruleId)?.label;
  return {
    kind: 'failing-rule',
    id: ruleId,
    act: 'mend-rule',
    about: { code: 'rule-failing', failing },
    money: null,
    labels: { ruleId, ...(ruleLabel === undefined ? {} : { ruleLabel }) },
    askedBy: sayActor({ code: 'rule', ruleId }),
    since,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}

/** Sluice has paused it, or is about to: its receiver takes nothing. */
export function webhookEntry({ webhook, failing }: WebhookInTrouble): InboxEntry {
  const { id, label, pausedBySluice } = webhook;
  return {
    kind: 'webhook-failing',
    id,
    act: 'mend-webhook',
    about:
      pausedBySluice === undefined
        ? { code: 'webhook-failing', id, label, last: failing?.deliveredAt ?? null }
        : { code: 'webhook-paused', id, label, reason: pausedBySluice.reason },
    money: null,
    labels: {},
    askedBy: null,
    since: pausedBySluice?.at ?? failing?.since ?? webhook.activeSince,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}

export function calendarEndingEntry({
  id,
  label,
  until,
  hasEnded,
  rules,
}: CalendarEnding): InboxEntry {
  return {
    kind: 'calendar-ending',
    id,
    act: 'extend-calendar',
    about: {
      ...{ code: 'calendar-ending', id, label, until, hasEnded, rules },
      isBuiltIn: isBuiltIn(id),
    },
    money: null,
    labels: {},
    askedBy: null,
    since: `${addDays(until, -TOLD_BEFORE_DAYS)}T00:00:00.000Z`,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}
