import type { DeclaredKey } from '../routes/routes.ts';
import { ACTING_NAMES } from './acting-names.ts';
import type { OperationName } from './operation-name.ts';

/**
 * The name of each route in generated clients (a verb and its object), and its purpose in a line. A caller's code
 * holds the names: changing one changes the contract.
 */
export const OPERATION_NAMES: Readonly<Record<DeclaredKey, OperationName>> = {
  'GET /v1/me': {
    operationId: 'getMe',
    summary: 'Who I am, my roles and tenants, and what I may do',
  },
  'GET /v1/overview': {
    operationId: 'getOverview',
    summary: 'A front page in one call: value, currencies, what is blocked, what waits, health',
  },
  'GET /v1/inbox': {
    operationId: 'listInbox',
    summary: 'Everything that waits for a decision, and whether it is yours to make',
  },
  'GET /v1/forecast': {
    operationId: 'getForecast',
    summary: 'What would leave in the next days, per rule and by day; writes nothing',
  },
  'GET /v1/openapi.json': { operationId: 'getOpenApiDocument', summary: 'This document' },
  'GET /v1/instructions': {
    operationId: 'listInstructions',
    summary: 'Withdrawals and trades, by state',
  },
  'GET /v1/instructions/{id}': {
    operationId: 'getInstruction',
    summary: 'One instruction with its history and evidence',
  },
  'GET /v1/withdrawals': {
    operationId: 'listWithdrawals',
    summary: 'Withdrawals, by state, time, rule, currency and reference',
  },
  'GET /v1/withdrawals/{id}': {
    operationId: 'getWithdrawal',
    summary: 'One withdrawal with its history, evidence and decisions',
  },
  'GET /v1/trades': { operationId: 'listTrades', summary: 'Trades, by state, time and instrument' },
  'GET /v1/trades/{id}': {
    operationId: 'getTrade',
    summary: 'One trade with its history and evidence',
  },
  'GET /v1/events.schema.json': {
    operationId: 'getEventSchemas',
    summary: 'The schema of every type of event',
  },
  'GET /v1/events': {
    operationId: 'listEvents',
    summary: 'Everything that happened in the last 30 days, in order, from a place on',
  },
  'GET /v1/audit': {
    operationId: 'listAuditEntries',
    summary: 'Who changed what, when, on whose request: as JSON or CSV',
  },
  'GET /v1/audit/denials': {
    operationId: 'listDenials',
    summary: 'Who was denied what, and how often, by person, route and hour',
  },
  'GET /v1/audit/verification': {
    operationId: 'verifyAudit',
    summary: 'Recomputes the audit chain and names the first broken link',
  },
  'GET /v1/sweep-rules': {
    operationId: 'listSweepRules',
    summary: 'The sweep rules as they stand',
  },
  'GET /v1/sweep-rules/{id}': {
    operationId: 'getSweepRule',
    summary: 'One sweep rule, with the ETag that a change of it names',
  },
  'GET /v1/sweep-rules/{id}/history': {
    operationId: 'listSweepRuleVersions',
    summary: 'Every version of a rule, also where it was deleted',
  },
  'GET /v1/accounts': {
    operationId: 'listAccounts',
    summary: 'The registered withdrawal accounts',
  },
  'GET /v1/accounts/{id}': {
    operationId: 'getAccount',
    summary: 'One account, with the ETag that a change of it names',
  },
  'GET /v1/calendars': {
    operationId: 'listCalendars',
    summary: 'The calendars that rules can name, with those that are built in',
  },
  'GET /v1/calendars/{id}': {
    operationId: 'getCalendar',
    summary: 'One calendar, with the ETag that a change of it names',
  },
  'GET /v1/calendars/{id}/history': {
    operationId: 'listCalendarVersions',
    summary: 'Every version of a calendar, also where it was deleted',
  },
  'GET /v1/webhooks': {
    operationId: 'listWebhooks',
    summary: 'The webhooks that events are posted to',
  },
  'GET /v1/webhooks/{id}': {
    operationId: 'getWebhook',
    summary: 'One webhook, with the ETag that a change of it names',
  },
  'POST /v1/webhooks/{id}/secret': {
    operationId: 'getWebhookSecret',
    summary: 'The signing secret, once, for the maker of the change that asked for it',
  },
  'POST /v1/webhooks/{id}/test': {
    operationId: 'testWebhook',
    summary: 'Send an event about nothing to the webhook',
  },
  'POST /v1/webhooks/{id}/redeliver': {
    operationId: 'resendEvents',
    summary: 'Send the events of a range again: those that were not delivered, or others',
  },
  'GET /v1/webhooks/{id}/receiver': {
    operationId: 'getReceiver',
    summary: 'Whether the receiver of a webhook takes events, and how many wait',
  },
  'GET /v1/webhooks/{id}/deliveries': {
    operationId: 'listDeliveries',
    summary: 'What was sent to a webhook, and what came back',
  },
  'GET /v1/webhooks/{id}/deliveries/{deliveryId}': {
    operationId: 'getDelivery',
    summary: 'One delivery, with its event',
  },
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    operationId: 'resendEvent',
    summary: 'Send one event again',
  },
  'GET /v1/webhooks/{id}/history': {
    operationId: 'listWebhookVersions',
    summary: 'Every version of a webhook, also where it was deleted',
  },
  'GET /v1/accounts/{id}/limits': {
    operationId: 'getAccountLimits',
    summary: 'What its limits, those of its counterparty and that of the day leave',
  },
  'GET /v1/accounts/{id}/history': {
    operationId: 'listAccountVersions',
    summary: 'Every version of an account, also where it was closed',
  },
  'GET /v1/manual-rates': {
    operationId: 'listManualRates',
    summary: 'The rates that value what has no price, in reports alone',
  },
  'GET /v1/manual-rates/{id}': {
    operationId: 'getManualRate',
    summary: 'One manual rate, with the ETag that a change of it names',
  },
  'GET /v1/manual-rates/{id}/history': {
    operationId: 'listManualRateVersions',
    summary: 'Every version of a manual rate, also where it was deleted',
  },
  'GET /v1/matching-rules': {
    operationId: 'listMatchingRules',
    summary: 'The movements that the books expect, by class',
  },
  'GET /v1/matching-rules/{id}': {
    operationId: 'getMatchingRule',
    summary: 'One matching rule, with the ETag that a change of it names',
  },
  'GET /v1/matching-rules/{id}/history': {
    operationId: 'listMatchingRuleVersions',
    summary: 'Every version of a matching rule, also where it was deleted',
  },
  'GET /v1/controls': {
    operationId: 'getControls',
    summary: 'What holds as a whole: mode, limits, bounds',
  },
  'GET /v1/controls/halt': {
    operationId: 'getHalt',
    summary: 'The kill switch, with the ETag that a resumption names',
  },
  'GET /v1/controls/history': {
    operationId: 'listControlsVersions',
    summary: 'Every version of the controls',
  },
  'GET /v1/changes': {
    operationId: 'listChanges',
    summary: 'Proposed changes of the policy, by state',
  },
  'GET /v1/changes/{id}': {
    operationId: 'getChange',
    summary: 'One change: old and new side by side, and why it takes two people',
  },
  'GET /v1/lanes': {
    operationId: 'listLanes',
    summary: 'What blocks each currency, since when, and what to do next',
  },
  'GET /v1/decisions': {
    operationId: 'listDecisions',
    summary: 'What each run decided for each rule, and why',
  },
  'GET /v1/decisions/spans': {
    operationId: 'listDecisionSpans',
    summary: 'Since when each rule has swept or not, for which reason, within which numbers',
  },
  'GET /v1/snapshots/latest': {
    operationId: 'getLatestSnapshot',
    summary: 'The latest snapshot of balances, prices and values',
  },
  'GET /v1/snapshots': {
    operationId: 'listSnapshots',
    summary: 'Snapshots and misses of a range of ticks, or the one as of a moment',
  },
  'GET /v1/reports/balances': {
    operationId: 'reportBalances',
    summary: 'One currency over time: raw, by hour, day or month, valued',
  },
  'GET /v1/reports/totals': {
    operationId: 'reportTotals',
    summary: 'The value of everything over time, in the reporting currency',
  },
  'GET /v1/reports/flows': {
    operationId: 'listFlows',
    summary: 'What moved between snapshots: withdrawals, trades, unexplained',
  },
  'GET /v1/reports/breaks': {
    operationId: 'listBreaks',
    summary: 'Differences that nothing accounts for, by state and time',
  },
  'GET /v1/reports/statement': {
    operationId: 'getStatement',
    summary: 'The statement of a month: what each currency opened and closed with, and its digest',
  },
  'GET /v1/reports/statement/lines': {
    operationId: 'listStatementLines',
    summary: 'Its lines, of one currency or of all: opening, each movement, closing',
  },
  'GET /v1/reports/statement/restatements': {
    operationId: 'listRestatements',
    summary:
      'Movements of a frozen month that are known otherwise now, as they were and as they are',
  },
  'GET /v1/reports/journal': {
    operationId: 'getJournal',
    summary: 'Double entries of a month for the general ledger, which tie to its statement',
  },
  'GET /v1/reports/sums': {
    operationId: 'getSums',
    summary: 'Sums per account, class and month, which tie to the statements',
  },
  'GET /v1/reports/roll-forward': {
    operationId: 'getRollForward',
    summary:
      'Month by month, how each currency and the whole lead from what was there to what was left',
  },
  'GET /v1/reports/withdrawals': {
    operationId: 'getWithdrawalRegister',
    summary: 'The register of withdrawals, whatever became of them',
  },
  'GET /v1/reports/trades': {
    operationId: 'getTradeRegister',
    summary: 'The register of trades, whatever became of them',
  },
  'GET /v1/reports/decisions': {
    operationId: 'getDecisionRegister',
    summary: 'The register of decisions: what each rule did at each run, and why',
  },
  'GET /v1/reports/forecasts': {
    operationId: 'getForecastsCompared',
    summary: 'What was forecast for each day, rule by rule, beside what left',
  },
  'GET /v1/reports/access': {
    operationId: 'getAccessReview',
    summary: 'Who may do what, by the roles last seen, and who did what in a period',
  },
  'GET /v1/breaks/{id}': {
    operationId: 'getBreak',
    summary: 'One difference with its life, and the ETag that a word on it names',
  },
  'GET /v1/prices': {
    operationId: 'getPrices',
    summary: 'The prices of the service at this moment',
  },
  'GET /v1/balances': {
    operationId: 'getBalances',
    summary: 'The balances at the service at this moment, valued',
  },
  ...ACTING_NAMES,
};
