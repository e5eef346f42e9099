import { isBuiltIn } from '../calendars/built-in.ts';
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
  const filled =
    missing === null
      ? `${below} ${currency} would bring it to the low`
      : `${missing} ${currency} would fill it to the kept ${target} ${currency}`;
  return {
    kind: 'low-balance',
    id: ruleId,
    act: 'fill-balance',
    message: `The balance of ${balance} ${currency} is below the low of ${low} ${currency}: ${filled}. Nothing is bought automatically.`,
    money: { amount: missing ?? below, currency },
    labels: { ruleId, ...(ruleLabel === undefined ? {} : { ruleLabel }) },
    askedBy: `rule ${ruleId}`,
    since: takenAt,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}

export function failingRuleEntry(
  { ruleId, since, summary }: FailingRule,
  { rules }: Pick<Policy, 'rules'>,
): InboxEntry {
  const ruleLabel = rules.find(({ id }) => id === ruleId)?.label;
  return {
    kind: 'failing-rule',
    id: ruleId,
    act: 'mend-rule',
    message: `${summary}. It ends with the next that leaves.`,
    money: null,
    labels: { ruleId, ...(ruleLabel === undefined ? {} : { ruleLabel }) },
    askedBy: `rule ${ruleId}`,
    since,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}

/** Sluice has paused it, or is about to: its receiver takes nothing. */
export function webhookEntry({ webhook, failing }: WebhookInTrouble): InboxEntry {
  const { id, label, pausedBySluice } = webhook;
  const last =
    failing?.deliveredAt == null
      ? 'It never took one'
      : `It last took one at ${failing.deliveredAt}`;
  const message =
    pausedBySluice === undefined
      ? `The receiver of the webhook ${id} (${label}) takes no event. ${last}. It is tried for three days; then Sluice pauses the webhook.`
      : `Sluice has paused the webhook ${id} (${label}): ${pausedBySluice.message} Have the receiver mended, then have the webhook sent to again.`;
  return {
    kind: 'webhook-failing',
    id,
    act: 'mend-webhook',
    message,
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
  const what = hasEnded ? `has ended on ${until}` : `ends on ${until}`;
  const next = isBuiltIn(id)
    ? 'a later version of Sluice has its further years'
    : 'import its further years, and have a colleague approve them';
  return {
    kind: 'calendar-ending',
    id,
    act: 'extend-calendar',
    message: `The calendar ${id} (${label}) ${what}: on later dates ${rules.join(', ')} will do nothing; ${next}.`,
    money: null,
    labels: {},
    askedBy: null,
    since: `${addDays(until, -TOLD_BEFORE_DAYS)}T00:00:00.000Z`,
    expiresAt: null,
    approvals: NO_APPROVALS,
  };
}
