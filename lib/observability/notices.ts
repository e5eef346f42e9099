import type { EVENT_KINDS } from '../../api/events/events.ts';
import { ENDED_UNSENT } from '../../treasury/ledger/missed-occurrences.ts';
import type { Notification } from './notification.ts';

/*
 * Events that a person has to act on, sent as soon as they happen, with facts that an alarm cannot have: which
 * tenant, which currency, how much. EventBridge fills the fields in braces from the event.
 */
type EventType = keyof typeof EVENT_KINDS;

export interface Notice extends Notification {
  readonly name: string;
  readonly types: readonly EventType[];
  /** Narrows the events by their data. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** The item that it is about: its path behind the console's address, and behind /v1/. */
  readonly item?: string;
}

/** The path of each field in an event. */
export const NOTICE_FIELDS = {
  tenant: '$.detail.tenant',
  time: '$.detail.time',
  instructionId: '$.detail.data.instructionId',
  amount: '$.detail.data.content.amount',
  currency: '$.detail.data.content.currency',
  side: '$.detail.data.content.side',
  instrument: '$.detail.data.content.instrument',
  by: '$.detail.data.by',
  expiresAt: '$.detail.data.expiresAt',
  breakId: '$.detail.data.breakId',
  breakAmount: '$.detail.data.amount',
  breakCurrency: '$.detail.data.currency',
  changeId: '$.detail.data.changeId',
  kind: '$.detail.data.kind',
  webhookId: '$.detail.data.webhookId',
  madeBy: '$.detail.data.madeBy',
  summary: '$.detail.data.summary',
  waitingId: '$.detail.data.id',
  waitingKind: '$.detail.data.kind',
  ruleId: '$.detail.data.ruleId',
  occurrence: '$.detail.data.first',
  ended: '$.detail.data.ended',
  failures: '$.detail.data.failures',
  since: '$.detail.data.since',
  pending: '$.detail.data.pending',
  outcome: '$.detail.data.outcome',
  reason: '$.detail.data.reason',
} as const;

export type NoticeField = keyof typeof NOTICE_FIELDS;

const WITHDRAWAL = 'the withdrawal of {amount} {currency}';
const TRADE = 'the trade to {side} {amount} ({instrument})';

/** What a person types is the command line's: docs/command-line.md. A test parses each command. */
const UNKNOWN_NEXT =
  'Look it up in the records of the service. Then two people settle it: npm run sluice -- settle {instructionId}. Do not send it again by hand.';
const ANOMALY_NEXT =
  'Compare the request with the records of the service. Two people settle it (npm run sluice -- settle {instructionId}), then two people end the halt (npm run sluice -- resume).';
const APPROVE_NEXT =
  'An approver reviews and approves it before {expiresAt}: npm run sluice -- approve {instructionId}. To decline it: npm run sluice -- decline {instructionId}.';
const SETTLE_NEXT =
  'A second person looks it up at the service as well and confirms it: npm run sluice -- settle {instructionId}. If the two disagree, they talk to each other first.';

const STILL_WAITS = '{tenant}: the {waitingKind} {summary} still waits. It expires at {expiresAt}.';

export const NOTICES: readonly Notice[] = [
  {
    name: 'withdrawal-unknown',
    types: ['com.sluice.withdrawal.unknown'],
    title: 'A withdrawal with an unknown outcome',
    message: `{tenant}: the outcome of ${WITHDRAWAL} is unknown. {currency} is blocked.`,
    next: UNKNOWN_NEXT,
    runbook: 'unknown-outcome',
    item: 'withdrawals/{instructionId}',
  },
  {
    name: 'trade-unknown',
    types: ['com.sluice.trade.unknown'],
    title: 'A trade with an unknown outcome',
    message: `{tenant}: the outcome of ${TRADE} is unknown. Both currencies are blocked.`,
    next: UNKNOWN_NEXT,
    runbook: 'unknown-outcome',
    item: 'trades/{instructionId}',
  },
  {
    name: 'withdrawal-anomaly',
    types: ['com.sluice.withdrawal.anomaly'],
    title: 'An anomaly: everything is halted',
    message: `{tenant}: the service answered ${WITHDRAWAL}, but its answer contradicts the request. Everything is halted.`,
    next: ANOMALY_NEXT,
    runbook: 'anomaly',
    item: 'withdrawals/{instructionId}',
  },
  {
    name: 'trade-anomaly',
    types: ['com.sluice.trade.anomaly'],
    title: 'An anomaly: everything is halted',
    message: `{tenant}: the service answered ${TRADE}, but its answer contradicts the request. Everything is halted.`,
    next: ANOMALY_NEXT,
    runbook: 'anomaly',
    item: 'trades/{instructionId}',
  },
  {
    name: 'break-opened',
    types: ['com.sluice.break.opened'],
    only: { direction: ['outflow'] },
    title: 'An unexplained outflow',
    message:
      '{tenant}: {breakAmount} {breakCurrency} went out, and nothing in the books explains it.',
    next: 'If your team cannot explain it, halt: npm run sluice -- halt. Then record the explanation: npm run sluice -- breaks explain {breakId}.',
    runbook: 'break',
  },
  {
    name: 'halted',
    types: ['com.sluice.halt.halted', 'com.sluice.controls.halted'],
    title: 'Halted',
    message:
      '{tenant}: sending is halted, for every currency or for single ones. Nothing that is halted leaves.',
    next: 'What is halted, by whom and why: npm run sluice -- status. Resuming takes two people: npm run sluice -- resume, then its approval.',
    runbook: 'halting-and-going-on',
  },
  {
    name: 'occurrence-ended',
    types: ['com.sluice.rule.missed'],
    only: { ended: [...ENDED_UNSENT] },
    title: 'A rule did not carry out an occurrence of its schedule',
    message:
      '{tenant}: the rule {ruleId} did not carry out its occurrence of {occurrence}: {ended} ({reason}). Nothing left.',
    next: 'GET /v1/instructions/{instructionId} has what stopped it, and what the service said. If the money should still leave, request a withdrawal by hand and name the occurrence.',
    runbook: 'missed-occurrence',
    item: 'instructions/{instructionId}',
  },
  {
    name: 'rule-failing',
    types: ['com.sluice.rule.failing'],
    title: 'Nothing of a rule leaves',
    message:
      '{tenant}: {failures} in a row of the rule {ruleId} did not leave. The last ended {outcome} ({reason}).',
    next: 'Read what the service said: npm run sluice -- inbox. Mend the cause, or switch the rule off.',
    runbook: 'rule-failing',
    item: 'instructions/{instructionId}',
  },
  {
    name: 'withdrawal-approval',
    types: ['com.sluice.withdrawal.awaiting-approval'],
    title: 'A withdrawal waits for an approval',
    message: `{tenant}: ${WITHDRAWAL} waits for an approval.`,
    next: APPROVE_NEXT,
    runbook: 'a-lost-second-approver',
    item: 'withdrawals/{instructionId}',
  },
  {
    name: 'trade-approval',
    types: ['com.sluice.trade.awaiting-approval'],
    title: 'A trade waits for an approval',
    message: `{tenant}: ${TRADE} waits for an approval.`,
    next: APPROVE_NEXT,
    runbook: 'a-lost-second-approver',
    item: 'trades/{instructionId}',
  },
  {
    name: 'change-proposed',
    types: ['com.sluice.policy.change-proposed'],
    title: 'A policy change waits for a second person',
    message: '{tenant}: {madeBy} proposes a policy change ({kind}).',
    next: 'A second person reviews and approves it before {expiresAt}: npm run sluice -- approve {changeId}. To decline it: npm run sluice -- decline {changeId}.',
    runbook: 'a-lost-second-approver',
    item: 'changes/{changeId}',
  },
  {
    name: 'approval-reminder',
    types: ['com.sluice.approval.reminder'],
    only: { kind: ['withdrawal', 'trade', 'change'] },
    title: 'Something still waits for a person, and expires soon',
    message: STILL_WAITS,
    next: 'An approver decides about {waitingId} before then. Everything that waits: npm run sluice -- inbox.',
    runbook: 'a-lost-second-approver',
    item: '{waitingKind}s/{waitingId}',
  },
  {
    name: 'settlement-reminder',
    types: ['com.sluice.approval.reminder'],
    only: { kind: ['settlement'] },
    title: 'A settlement still waits for a second person, and expires soon',
    message: STILL_WAITS,
    next: 'A second person looks it up at the service as well before then: npm run sluice -- settle {waitingId}.',
    runbook: 'a-lost-second-approver',
    item: 'instructions/{waitingId}',
  },
  {
    name: 'unbooked-reminder',
    types: ['com.sluice.approval.reminder'],
    only: { kind: ['unbooked'] },
    title: 'Unbooked amounts still wait for a second person, and what the first said expires soon',
    message: STILL_WAITS,
    next: 'A second person looks them up at the service as well before then: GET /v1/lanes/{waitingId}/unbooked.',
    runbook: 'a-lost-second-approver',
    item: 'lanes/{waitingId}/unbooked',
  },
  {
    name: 'rearming-reminder',
    types: ['com.sluice.approval.reminder'],
    only: { kind: ['rearming'] },
    title: 'Rearming still waits for a second person, and what the first said expires soon',
    message: STILL_WAITS,
    next: 'A second person compares the lanes with the records of the service before then: GET /v1/lanes/rearm.',
    runbook: 'a-lost-second-approver',
    item: 'lanes/rearm',
  },
  {
    name: 'webhook-failing',
    types: ['com.sluice.webhook.failing'],
    title: 'The receiver of a webhook takes nothing',
    message:
      '{tenant}: the receiver of the webhook {webhookId} has taken no event since {since}; {pending} wait.',
    next: 'GET /v1/webhooks/{webhookId}/deliveries says what the receiver answered. It is tried for three days; then Sluice pauses the webhook.',
    runbook: 'webhook-failing',
  },
  {
    name: 'webhook-paused',
    types: ['com.sluice.webhook.changed'],
    only: { status: ['paused'] },
    title: 'A webhook is paused',
    message: '{tenant}: nothing is sent to the webhook {webhookId}.',
    next: 'GET /v1/webhooks/{webhookId} says whether Sluice paused it, and why. Two people have it sent to again: PUT /v1/webhooks/{webhookId} with the status active.',
    runbook: 'webhook-failing',
  },
  {
    name: 'withdrawal-settlement',
    types: ['com.sluice.withdrawal.settlement-proposed'],
    title: 'A settlement waits for a second person',
    message: `{tenant}: {by} reported the outcome of ${WITHDRAWAL}.`,
    next: SETTLE_NEXT,
    runbook: 'unknown-outcome',
    item: 'withdrawals/{instructionId}',
  },
  {
    name: 'withdrawal-settlement-lapsed',
    types: ['com.sluice.withdrawal.settlement-lapsed'],
    title: 'A statement about an outcome no longer holds',
    message: `{tenant}: what {by} said of ${WITHDRAWAL} no longer holds: the balances have moved since.`,
    next: SETTLE_NEXT,
    runbook: 'unknown-outcome',
    item: 'withdrawals/{instructionId}',
  },
  {
    name: 'trade-settlement-lapsed',
    types: ['com.sluice.trade.settlement-lapsed'],
    title: 'A statement about an outcome no longer holds',
    message: `{tenant}: what {by} said of ${TRADE} no longer holds: the balances have moved since.`,
    next: SETTLE_NEXT,
    runbook: 'unknown-outcome',
    item: 'trades/{instructionId}',
  },
  {
    name: 'trade-settlement',
    types: ['com.sluice.trade.settlement-proposed'],
    title: 'A settlement waits for a second person',
    message: `{tenant}: {by} reported the outcome of ${TRADE}.`,
    next: SETTLE_NEXT,
    runbook: 'unknown-outcome',
    item: 'trades/{instructionId}',
  },
];

/** Where the item of a notice is seen: in the console if there is one, else by the API. */
export function linkOf({ item }: Notice, console: string | null): { readonly link?: string } {
  if (item === undefined) return {};
  return { link: console === null ? `GET /v1/${item}` : `${console}/${item}` };
}

/** The events of a notice. */
export function patternOf({ types, only }: Notice): {
  readonly detailType: string[];
  readonly detail?: { readonly data: Readonly<Record<string, readonly string[]>> };
} {
  return { detailType: [...types], ...(only === undefined ? {} : { detail: { data: only } }) };
}

/** Replaces each field. */
export function withFields(text: string, place: (field: NoticeField) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (!Object.hasOwn(NOTICE_FIELDS, name)) throw new Error(`a notice knows no field ${name}`);
    return place(name as NoticeField);
  });
}
