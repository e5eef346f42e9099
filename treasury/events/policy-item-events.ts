import {
  accountDraftOf,
  calendarDraftOf,
  manualRateDraftOf,
  matchingRuleDraftOf,
  ruleDraftOf,
  webhookDraftOf,
} from '../changes/drafts.ts';
import { sideBySide } from '../changes/widens.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { destinationsOf } from '../policy/rule-split.ts';
import type { PauseReason, Webhook } from '../policy/webhook.ts';
import type { Instant } from '../time/instant.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A sweep rule in force from now on; its limits are read with its id. */
interface RuleData {
  readonly ruleId: string;
  readonly version: number;
  readonly label: string;
  readonly currency: string;
  /** Of a rule that sweeps. */
  readonly withdrawalAccountId?: string;
  /** Of a rule that sweeps: every account that it pays to, in the order of its parts. */
  readonly withdrawalAccountIds?: readonly string[];
  /** Of a rule that converts. */
  readonly into?: string;
  readonly enabled: boolean;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

/** A registered account in force from now on, without the details of the destination. */
interface AccountData {
  readonly accountId: string;
  readonly version: number;
  readonly label: string;
  readonly network: string;
  readonly currency: string;
  readonly status: RegisteredAccount['status'];
  /** Nothing leaves to it before this time; null if it does not rest. */
  readonly usableFrom: Instant | null;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

/** A calendar in force from now on; its days are read with its id. */
interface CalendarData {
  readonly calendarId: string;
  readonly version: number;
  readonly label: string;
  readonly timeZone: string;
  /** The first and the last date that it knows. */
  readonly from: string;
  readonly until: string;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

/** A webhook in force from now on. */
interface WebhookData {
  readonly webhookId: string;
  readonly version: number;
  readonly label: string;
  readonly status: Webhook['status'];
  /** Why Sluice paused it; null if Sluice did not. */
  readonly pausedBecause: PauseReason | null;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

/** A class of expected movements in force from now on; its bounds are read with its id. */
interface MatchingRuleData {
  readonly ruleId: string;
  readonly version: number;
  readonly label: string;
  readonly kind: MatchingRule['kind'];
  readonly direction: MatchingRule['direction'];
  /** Null if it is about every currency. */
  readonly currency: string | null;
  readonly enabled: boolean;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

/** A rate that reports are valued by from now on. */
interface ManualRateData {
  readonly manualRate: string;
  readonly version: number;
  readonly label: string;
  readonly currency: string;
  readonly in: string;
  readonly rate: string;
  readonly from: string;
  readonly until: string;
  /** The names of the fields that changed. */
  readonly fields: readonly string[];
}

export interface PolicyItemEvents {
  readonly 'com.sluice.rule.created': RuleData;
  readonly 'com.sluice.rule.changed': RuleData;
  readonly 'com.sluice.rule.deleted': RuleData;
  readonly 'com.sluice.matching-rule.created': MatchingRuleData;
  readonly 'com.sluice.matching-rule.changed': MatchingRuleData;
  readonly 'com.sluice.matching-rule.deleted': MatchingRuleData;
  readonly 'com.sluice.manual-rate.created': ManualRateData;
  readonly 'com.sluice.manual-rate.changed': ManualRateData;
  readonly 'com.sluice.manual-rate.deleted': ManualRateData;
  readonly 'com.sluice.account.registered': AccountData;
  readonly 'com.sluice.account.changed': AccountData;
  readonly 'com.sluice.account.closed': AccountData;
  readonly 'com.sluice.calendar.created': CalendarData;
  readonly 'com.sluice.calendar.changed': CalendarData;
  readonly 'com.sluice.calendar.deleted': CalendarData;
  readonly 'com.sluice.webhook.created': WebhookData;
  readonly 'com.sluice.webhook.changed': WebhookData;
  readonly 'com.sluice.webhook.deleted': WebhookData;
}

/** One event for each version of a rule. */
export function ruleEvent({ before, after }: MoveOf<'rule'>): EventBody | null {
  const { id, version, label, currency, withdrawalAccountId, into, enabled, activeSince } = after;
  if (before?.version === version) return null;
  const fields = sideBySide({
    kind: 'rule',
    before: before === null ? null : ruleDraftOf(before),
    after: ruleDraftOf(after),
  }).map(({ field }) => field);
  return {
    type: `com.sluice.rule.${outcome(before, after, 'created', 'deleted')}`,
    subject: id,
    time: activeSince,
    write: `${id}/${version}`,
    data: {
      ruleId: id,
      version,
      label,
      currency,
      ...(withdrawalAccountId === undefined
        ? {}
        : { withdrawalAccountId, withdrawalAccountIds: destinationsOf(after) }),
      ...(into === undefined ? {} : { into }),
      enabled,
      fields,
    },
  };
}

/** One event for each version of an account. */
export function accountEvent({ before, after, recordedAt }: MoveOf<'account'>): EventBody | null {
  const { id, version, label, network, currency, status, usableFrom = null } = after;
  if (before?.version === version) return null;
  const fields = sideBySide({
    kind: 'account',
    before: before === null ? null : accountDraftOf(before),
    after: accountDraftOf(after),
  }).map(({ field }) => field);
  return {
    type: `com.sluice.account.${outcome(before, after, 'registered', 'closed')}`,
    subject: id,
    time: after.deletedAt ?? recordedAt,
    write: `${id}/${version}`,
    data: { accountId: id, version, label, network, currency, status, usableFrom, fields },
  };
}

/** One event for each version of a calendar. */
export function calendarEvent({ before, after }: MoveOf<'calendar'>): EventBody | null {
  const { id, version, label, timeZone, from, until, activeSince } = after;
  if (before?.version === version) return null;
  const fields = sideBySide({
    kind: 'calendar',
    before: before === null ? null : calendarDraftOf(before),
    after: calendarDraftOf(after),
  }).map(({ field }) => field);
  return {
    type: `com.sluice.calendar.${outcome(before, after, 'created', 'deleted')}`,
    subject: id,
    time: activeSince,
    write: `${id}/${version}`,
    data: { calendarId: id, version, label, timeZone, from, until, fields },
  };
}

/** One event for each version of a webhook; not its address, which may hold a receiver's own secret. */
export function webhookEvent({ before, after }: MoveOf<'webhook'>): EventBody | null {
  const { id, version, label, status, pausedBySluice, activeSince } = after;
  if (before?.version === version) return null;
  const fields = sideBySide({
    kind: 'webhook',
    before: before === null ? null : webhookDraftOf(before),
    after: webhookDraftOf(after),
  }).map(({ field }) => field);
  const pausedBecause = pausedBySluice?.reason ?? null;
  return {
    type: `com.sluice.webhook.${outcome(before, after, 'created', 'deleted')}`,
    subject: id,
    time: activeSince,
    write: `${id}/${version}`,
    data: { webhookId: id, version, label, status, pausedBecause, fields },
  };
}

/** One event for each version of a matching rule. */
export function matchingRuleEvent({ before, after }: MoveOf<'matching-rule'>): EventBody | null {
  const { id, version, label, kind, direction, currency = null, enabled, activeSince } = after;
  if (before?.version === version) return null;
  const fields = sideBySide({
    kind: 'matching-rule',
    before: before === null ? null : matchingRuleDraftOf(before),
    after: matchingRuleDraftOf(after),
  }).map(({ field }) => field);
  return {
    type: `com.sluice.matching-rule.${outcome(before, after, 'created', 'deleted')}`,
    subject: id,
    time: activeSince,
    write: `${id}/${version}`,
    data: { ruleId: id, version, label, kind, direction, currency, enabled, fields },
  };
}

/** One event for each version of a manual rate. */
export function manualRateEvent({ before, after }: MoveOf<'manual-rate'>): EventBody | null {
  const { id, version, label, currency, in: into, rate, from, until, activeSince } = after;
  if (before?.version === version) return null;
  const fields = sideBySide({
    kind: 'manual-rate',
    before: before === null ? null : manualRateDraftOf(before),
    after: manualRateDraftOf(after),
  }).map(({ field }) => field);
  return {
    type: `com.sluice.manual-rate.${outcome(before, after, 'created', 'deleted')}`,
    subject: id,
    time: activeSince,
    write: `${id}/${version}`,
    data: { manualRate: id, version, label, currency, in: into, rate, from, until, fields },
  };
}

function outcome<Created extends string, Deleted extends string>(
  before: object | null,
  after: { readonly deletedAt?: Instant },
  created: Created,
  deleted: Deleted,
): Created | Deleted | 'changed' {
  if (after.deletedAt !== undefined) return deleted;
  return before === null ? created : 'changed';
}
