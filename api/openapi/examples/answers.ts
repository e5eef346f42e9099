import { quotedLabel } from '../../../treasury/facts/sentences/field-label.ts';
import type { DeclaredKey } from '../../routes/routes.ts';
import {
  ALREADY_CLOSED,
  CLOSED_BREAK,
  CLOSING,
  DONE,
  EXPLAINED_BREAK,
  LISTED_EXPORT,
  ONE_PERSON,
  WRITING,
} from './book-answers.ts';
import { BOOKS_EXAMPLES } from './books.ts';
import { DECISION_EXAMPLES } from './decisions.ts';
import { DIVIDED_DECISION, DIVIDED_RULE, DIVIDED_WITHDRAWAL } from './divided.ts';
import { INSTRUCTION_EXAMPLES } from './instructions.ts';
import { POLICY_EXAMPLES } from './policy.ts';
import {
  SWEEP_DECISION,
  TRADE_EXAMPLES as TRADE,
  WITHDRAWAL_EXAMPLES as WITHDRAWAL,
} from './progress.ts';

const { UnbookedConclusion, Rearming } = INSTRUCTION_EXAMPLES;
const { Break, DecidedBreaks } = BOOKS_EXAMPLES;
const {
  SweepRule,
  Calendar,
  MatchingRule,
  RegisteredAccount,
  Webhook,
  Delivery,
  CurrentControls,
  PolicyChange,
} = POLICY_EXAMPLES;
const { trades, accountCoolingOffSeconds: _, halt: __, ...plainControls } = CurrentControls;
const { effect: ___, ...unmeasured } = PolicyChange;
const { version: ____, ...ACCOUNT } = RegisteredAccount;

/** A list's only page has no neighbours. */
const ONLY_PAGE = { next: null, previous: null };

/** What is proposed has no label yet: who proposes it has a name. */
const TINA = { rules: {}, accounts: {}, people: { tina: 'Tina Weber' } };
const COLD_STORAGE = { [SweepRule.withdrawalAccountId]: 'Cold storage' };

const SAID_AT = '2026-01-05T10:30:00.000Z';
const AGREED = 'as agreed on Monday';

const CONTROLS = {
  ...plainControls,
  trades: { instruments: trades.instruments, maximumNotional: trades.maximumNotional },
};

/** A change of what stands, field by field. */
const KEEP_FALLS = `${quotedLabel('keep')} falls from 1 BTC to 0.25 BTC`;
const RULE_CHANGE = {
  ...PolicyChange,
  baseVersion: 1,
  widens: [KEEP_FALLS],
  differences: [{ field: 'keep', before: '1', after: '0.25', widens: KEEP_FALLS }],
  before: { ...PolicyChange.after, keep: '1' },
};

const NEW = 'there was no such account';
const NEW_ACCOUNT = {
  ...unmeasured,
  subject: `account:${ACCOUNT.id}`,
  kind: 'account',
  widens: ['a new account'],
  differences: [
    { field: 'id', before: null, after: ACCOUNT.id, widens: NEW },
    { field: 'label', before: null, after: ACCOUNT.label, widens: NEW },
    { field: 'status', before: null, after: ACCOUNT.status, widens: NEW },
  ],
  before: null,
  after: ACCOUNT,
};

const { version: _cv, activeSince: _cs, ...CALENDAR } = Calendar;
const NO_CALENDAR = 'there was no such calendar';
const NEW_CALENDAR = {
  ...unmeasured,
  subject: `calendar:${CALENDAR.id}`,
  kind: 'calendar',
  widens: ['a new calendar'],
  differences: Object.entries(CALENDAR).map(([field, after]) => ({
    field,
    before: null,
    after,
    widens: NO_CALENDAR,
  })),
  before: null,
  after: CALENDAR,
};
const LONGER = `${quotedLabel('until')} rises from 2026-12-31 to 2027-12-31: money leaves on more days`;
const CALENDAR_CHANGE = {
  ...NEW_CALENDAR,
  baseVersion: 1,
  widens: [LONGER],
  differences: [{ field: 'until', before: '2026-12-31', after: '2027-12-31', widens: LONGER }],
  before: { ...CALENDAR, until: '2026-12-31' },
};

const { version: _v, activeSince: _s, ...MATCHING_RULE } = MatchingRule;
const NO_RULE = 'there was no such matching rule';
const NEW_MATCHING_RULE = {
  ...unmeasured,
  subject: `matching-rule:${MATCHING_RULE.id}`,
  kind: 'matching-rule',
  widens: ['a new matching rule'],
  differences: Object.entries(MATCHING_RULE).map(([field, after]) => ({
    field,
    before: null,
    after,
    widens: NO_RULE,
  })),
  before: null,
  after: MATCHING_RULE,
};

const MORE_A_DAY = `${quotedLabel('per24Hours')} rises from 0.005 BTC to 0.01 BTC`;
const MATCHING_RULE_CHANGE = {
  ...NEW_MATCHING_RULE,
  baseVersion: 1,
  widens: [MORE_A_DAY],
  differences: [{ field: 'per24Hours', before: '0.005', after: '0.01', widens: MORE_A_DAY }],
  before: { ...MATCHING_RULE, per24Hours: '0.005' },
};

const RENAMED = `${quotedLabel('label')} is another: people know the destination by it`;
const ACCOUNT_CHANGE = {
  ...NEW_ACCOUNT,
  baseVersion: 1,
  widens: [RENAMED],
  differences: [{ field: 'label', before: 'Vault', after: ACCOUNT.label, widens: RENAMED }],
  before: { ...ACCOUNT, label: 'Vault' },
};

const { version: _____, ...CONTROLS_DRAFT } = CONTROLS;
const AUTOMATIC = `${quotedLabel('automaticSettlement')}: evidence alone may settle`;
const CONTROLS_CHANGE = {
  ...unmeasured,
  subject: 'controls',
  kind: 'controls',
  baseVersion: 1,
  widens: [AUTOMATIC],
  differences: [{ field: 'automaticSettlement', before: null, after: true, widens: AUTOMATIC }],
  before: CONTROLS_DRAFT,
  after: { ...CONTROLS_DRAFT, automaticSettlement: true },
};

const LIVE_AGAIN = `${quotedLabel('mode')} goes from halted to live`;
const RESUMPTION = {
  ...CONTROLS_CHANGE,
  comment: 'explained: it was the audit fee',
  resumption: { generation: 3 },
  widens: [LIVE_AGAIN],
  differences: [{ field: 'mode', before: 'halted', after: 'live', widens: LIVE_AGAIN }],
  before: { ...CONTROLS_DRAFT, mode: 'halted' },
  after: CONTROLS_DRAFT,
};

function decidedAs(
  change: typeof PolicyChange | typeof RULE_CHANGE,
  state: string,
  comment: string,
) {
  const by = state === 'withdrawn' ? change.madeBy : 'anna';
  return { ...change, state, decided: { by, at: '2026-11-22T14:02:10.000Z', comment }, version: 2 };
}

const DELETED = { deletedAt: '2026-01-07T10:00:00.000Z' };
const INACTIVE = { ...RegisteredAccount, status: 'inactive', version: 2 };

const { secretFor: ______, activeSince: _______, version: ________, ...WEBHOOK } = Webhook;
const NO_WEBHOOK = 'there was no such webhook';
const NEW_WEBHOOK = {
  ...unmeasured,
  subject: `webhook:${WEBHOOK.id}`,
  kind: 'webhook',
  widens: ['a new webhook'],
  differences: [
    { field: 'id', before: null, after: WEBHOOK.id, widens: NO_WEBHOOK },
    { field: 'url', before: null, after: WEBHOOK.url, widens: NO_WEBHOOK },
  ],
  before: null,
  after: WEBHOOK,
};
const MOVED = `${quotedLabel('url')} is another: events are told to another place`;
const WEBHOOK_CHANGE = {
  ...NEW_WEBHOOK,
  baseVersion: 1,
  widens: [MOVED],
  differences: [
    { field: 'url', before: 'https://erp.example/', after: WEBHOOK.url, widens: MOVED },
  ],
  before: { ...WEBHOOK, url: 'https://erp.example/' },
};
const PAUSED = { ...Webhook, status: 'paused', version: 2 };

/** An event that a person has sent to try the receiver; it has no place in the feed. */
const { sequence: _________, ...DELIVERED } = Delivery;
const TESTED_AT = '2026-01-05T10:20:00.000Z';
const TEST_DELIVERY = {
  ...DELIVERED,
  id: '20260105T102000000Z-3f0c9a51de7b2486c0f1',
  eventId: 'main/webhook-test/8f14e45f-ceea-4d6e-9b1c-2f0a7c3b5d11',
  eventType: 'com.sluice.webhook.test',
  eventTime: TESTED_AT,
  createdAt: TESTED_AT,
  state: 'pending',
  nextAttemptAt: TESTED_AT,
  tries: 0,
  attempts: [],
  version: 1,
};
/** One that was delivered, queued again. */
const QUEUED_AGAIN = {
  ...Delivery,
  state: 'pending',
  nextAttemptAt: SAID_AT,
  tries: 0,
  version: Delivery.version + 1,
};

type Success = 200 | 201 | 202;

/**
 * Examples of answers that another example of the same schema would show wrongly, by route and status.
 * `test/integration/after` holds each example of the document against the answers that tests of the functions saw.
 */
export const ANSWER_EXAMPLES: {
  readonly [Answer in `${DeclaredKey} ${Success}`]?: unknown;
} = {
  // With `expand=evidence,decisions`.
  'GET /v1/withdrawals/{id} 200': { ...WITHDRAWAL.unknown, decisions: [SWEEP_DECISION] },
  'GET /v1/withdrawals 200': {
    items: [INSTRUCTION_EXAMPLES.Instruction, DIVIDED_WITHDRAWAL],
    ...ONLY_PAGE,
  },
  'GET /v1/sweep-rules 200': {
    items: [POLICY_EXAMPLES.ListedSweepRule, DIVIDED_RULE],
    ...ONLY_PAGE,
  },
  'GET /v1/decisions 200': {
    items: [DECISION_EXAMPLES.Decision, DIVIDED_DECISION],
    ...ONLY_PAGE,
  },
  'GET /v1/trades 200': { items: [TRADE.confirmed], ...ONLY_PAGE },
  'GET /v1/trades/{id} 200': TRADE.confirmed,
  'POST /v1/trades 201': TRADE.confirmed,
  'POST /v1/trades 202': TRADE.waiting,
  'POST /v1/trades/{id}/approve 200': TRADE.approved,
  'POST /v1/trades/{id}/decline 200': TRADE.declined,
  'POST /v1/trades/{id}/cancel 200': TRADE.cancelled,
  'POST /v1/trades/{id}/settle 200': TRADE.settled,
  'POST /v1/trades/{id}/settle 202': TRADE.said,
  'POST /v1/trades/{id}/settle/retract 200': TRADE.retracted,
  'POST /v1/withdrawals/{id}/approve 200': WITHDRAWAL.approved,
  'POST /v1/withdrawals/{id}/decline 200': WITHDRAWAL.declined,
  'POST /v1/withdrawals/{id}/cancel 200': WITHDRAWAL.cancelled,
  'POST /v1/withdrawals/{id}/settle 200': WITHDRAWAL.settled,
  'POST /v1/withdrawals/{id}/settle 202': WITHDRAWAL.said,
  'POST /v1/withdrawals/{id}/settle/retract 200': WITHDRAWAL.retracted,
  'POST /v1/sweep-rules 202': { ...PolicyChange, names: { ...TINA, accounts: COLD_STORAGE } },
  'PUT /v1/sweep-rules/{id} 202': RULE_CHANGE,
  'DELETE /v1/sweep-rules/{id} 200': { ...SweepRule, enabled: false, version: 3, ...DELETED },
  'POST /v1/accounts 200': {
    ...RegisteredAccount,
    details: { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    usableFrom: '2026-01-06T09:00:00.000Z',
  },
  'POST /v1/accounts 202': { ...NEW_ACCOUNT, names: TINA },
  'PUT /v1/accounts/{id} 200': INACTIVE,
  'PUT /v1/accounts/{id} 202': ACCOUNT_CHANGE,
  'DELETE /v1/accounts/{id} 200': { ...INACTIVE, ...DELETED },
  'POST /v1/calendars 202': NEW_CALENDAR,
  'PUT /v1/calendars/{id} 202': CALENDAR_CHANGE,
  'DELETE /v1/calendars/{id} 200': { ...Calendar, version: 2, ...DELETED },
  'POST /v1/webhooks 202': NEW_WEBHOOK,
  'PUT /v1/webhooks/{id} 200': PAUSED,
  'PUT /v1/webhooks/{id} 202': WEBHOOK_CHANGE,
  'DELETE /v1/webhooks/{id} 200': { ...PAUSED, ...DELETED },
  'GET /v1/webhooks/{id}/receiver 200': {
    failingSince: '2026-01-05T08:00:00.000Z',
    deliveredAt: '2026-01-05T07:58:12.000Z',
    pending: 12,
    more: false,
  },
  'POST /v1/webhooks/{id}/test 202': TEST_DELIVERY,
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver 202': QUEUED_AGAIN,
  'POST /v1/matching-rules 202': NEW_MATCHING_RULE,
  'PUT /v1/matching-rules/{id} 202': MATCHING_RULE_CHANGE,
  'DELETE /v1/matching-rules/{id} 200': {
    ...MatchingRule,
    enabled: false,
    version: 2,
    ...DELETED,
  },
  'GET /v1/controls 200': { ...CONTROLS, halt: CurrentControls.halt },
  'PUT /v1/controls 200': CONTROLS,
  'PUT /v1/controls 202': CONTROLS_CHANGE,
  'GET /v1/controls/history 200': { items: [CONTROLS], ...ONLY_PAGE },
  'POST /v1/controls/resume 200': CONTROLS,
  'POST /v1/controls/resume 202': RESUMPTION,
  'POST /v1/controls/raise-format 200': CONTROLS,
  'GET /v1/changes 200': { items: [RULE_CHANGE], ...ONLY_PAGE },
  'GET /v1/changes/{id} 200': RULE_CHANGE,
  'POST /v1/changes/{id}/approve 200': decidedAs(PolicyChange, 'approved', AGREED),
  'POST /v1/changes/{id}/decline 200': decidedAs(RULE_CHANGE, 'declined', 'not to this address'),
  'POST /v1/changes/{id}/cancel 200': decidedAs(RULE_CHANGE, 'withdrawn', 'taken back'),
  'GET /v1/snapshots 202': WRITING,
  'GET /v1/reports/balances 202': WRITING,
  'GET /v1/reports/totals 202': WRITING,
  'GET /v1/reports/flows 202': WRITING,
  'GET /v1/reports/breaks 202': WRITING,
  'GET /v1/reports/statement 200': CLOSING,
  'GET /v1/reports/statement 202': WRITING,
  'GET /v1/exports 200': { items: [LISTED_EXPORT], more: false },
  'GET /v1/exports/{id} 202': WRITING,
  'POST /v1/lanes/{currency}/unbooked/conclude 200': {
    ...UnbookedConclusion,
    concluded: { by: 'anna', at: SAID_AT, comment: 'row 3 of the list of the service' },
  },
  'POST /v1/lanes/rearm 200': {
    ...Rearming,
    armed: { by: 'anna', at: SAID_AT, comment: Rearming.comment },
    version: 2,
  },
  'POST /v1/breaks/select 200': { items: [{ ...Break, mayBe: [] }], more: false },
  'POST /v1/breaks/explain 200': { ...DecidedBreaks, items: [DONE, ALREADY_CLOSED] },
  'POST /v1/breaks/close 200': { ...DecidedBreaks, items: [DONE, ONE_PERSON] },
  'POST /v1/breaks/{id}/explain 200': EXPLAINED_BREAK,
  'POST /v1/breaks/{id}/close 200': CLOSED_BREAK,
};
