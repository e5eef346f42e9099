import type * as z from 'zod/mini';
import { CALENDAR, MANUAL_RATE, MATCHING_RULE } from '../../examples/policy-pieces.ts';
import type { ProblemCode } from '../../problems/problem-table.ts';
import type { Documented } from '../operation.ts';
import { namedPageOf, pageOf } from '../page-responses.ts';
import {
  account,
  accountLimits,
  accountVersion,
  calendar,
  change,
  controls,
  controlsVersion,
  halt,
  manualRate,
  matchingRule,
  rule,
  webhook,
} from '../response-schemas.ts';

const RULE = {
  id: 'btc-cold',
  label: 'BTC to cold storage',
  currency: 'BTC',
  withdrawalAccountId: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
  threshold: '2',
  keep: '1',
  step: '0.01',
  budgets: { per24Hours: '10' },
};
const ACCOUNT = {
  id: '0b6f9c0e-6d8c-4f0e-8d63-0f5f5a3f1a01',
  label: 'Cold storage',
  network: 'bitcoin',
  currency: 'BTC',
  details: { address: 'bc1qexample' },
};
const WEBHOOK = {
  id: 'erp',
  label: 'ERP',
  url: 'https://erp.example/sluice',
  eventTypes: ['com.sluice.withdrawal.confirmed', 'com.sluice.trade.confirmed'],
};
const CONTROLS = {
  mode: 'dry-run',
  reportingCurrency: 'USD',
  trades: { instruments: ['BTC/USD'], maximumNotional: '100000' },
};

const ETAG = { headers: ['ETag'] } as const;
const IN_FORCE = { headers: ['ETag', 'Idempotent-Replayed'] } as const;
const PROPOSED = {
  description: 'It widens: another person has to agree',
  schema: change,
  headers: ['ETag', 'Location', 'Idempotent-Replayed'],
} as const;
const ASKING: readonly ProblemCode[] = [
  'contended',
  'disarmed',
  'too-many-changes',
  'policy-conflict',
  'seals-unavailable',
];
const DECIDING: readonly ProblemCode[] = ['contended', 'change-closed', 'change-expired'];
const decided = { 200: { description: 'As it stands now', schema: change, ...ETAG } };
const HISTORY = 'Every version, newest first';

/** Accounts, calendars and matching rules name nothing by its id. */
function historyOf(schema: z.ZodMiniObject) {
  return 'names' in schema.shape ? namedPageOf(schema) : pageOf(schema);
}

function pieceOf(
  schema:
    | typeof rule
    | typeof account
    | typeof calendar
    | typeof webhook
    | typeof matchingRule
    | typeof manualRate,
  example: object,
  version: z.ZodMiniObject = schema,
) {
  const stands = { description: 'It narrows, and stands', schema, ...IN_FORCE };
  return {
    create: {
      example,
      answers: {
        200: { description: 'It stands already, just so', schema, ...IN_FORCE },
        202: PROPOSED,
      },
      problems: [...ASKING, 'exists', 'id-used-before'],
    },
    read: {
      answers: { 200: { description: 'As it stands; its version is the ETag', schema, ...ETAG } },
      problems: [],
    },
    replace: {
      example,
      answers: { 200: stands, 202: PROPOSED },
      problems: [...ASKING],
    },
    remove: {
      answers: { 200: { description: 'Gone; its history stays', schema, ...ETAG } },
      problems: ['contended'],
    },
    history: {
      answers: { 200: { description: HISTORY, schema: historyOf(version) } },
      problems: [],
    },
  } as const satisfies Readonly<Record<string, Documented>>;
}

const rules = pieceOf(rule, RULE);
const accounts = pieceOf(account, ACCOUNT, accountVersion);
const calendars = pieceOf(calendar, CALENDAR);
const webhooks = pieceOf(webhook, WEBHOOK);
const manualRates = pieceOf(manualRate, MANUAL_RATE);
const matchingRules = pieceOf(matchingRule, MATCHING_RULE);

export const POLICY = {
  'POST /v1/sweep-rules': rules.create,
  'GET /v1/sweep-rules/{id}': rules.read,
  'PUT /v1/sweep-rules/{id}': rules.replace,
  'DELETE /v1/sweep-rules/{id}': {
    ...rules.remove,
    problems: [...rules.remove.problems, 'limit-holds'],
  },
  'GET /v1/sweep-rules/{id}/history': rules.history,
  'POST /v1/accounts': accounts.create,
  'GET /v1/accounts/{id}': accounts.read,
  'PUT /v1/accounts/{id}': accounts.replace,
  'DELETE /v1/accounts/{id}': accounts.remove,
  'GET /v1/accounts/{id}/history': accounts.history,
  'GET /v1/accounts/{id}/limits': {
    answers: {
      200: { description: 'As a request at this moment is judged', schema: accountLimits },
    },
    problems: [],
  },
  'POST /v1/calendars': calendars.create,
  'GET /v1/calendars/{id}': calendars.read,
  'PUT /v1/calendars/{id}': calendars.replace,
  'DELETE /v1/calendars/{id}': {
    ...calendars.remove,
    problems: [...calendars.remove.problems, 'calendar-in-use'],
  },
  'GET /v1/calendars/{id}/history': calendars.history,
  'POST /v1/webhooks': webhooks.create,
  'GET /v1/webhooks/{id}': webhooks.read,
  'PUT /v1/webhooks/{id}': webhooks.replace,
  'DELETE /v1/webhooks/{id}': webhooks.remove,
  'GET /v1/webhooks/{id}/history': webhooks.history,
  'POST /v1/manual-rates': manualRates.create,
  'GET /v1/manual-rates/{id}': manualRates.read,
  'PUT /v1/manual-rates/{id}': manualRates.replace,
  'DELETE /v1/manual-rates/{id}': manualRates.remove,
  'GET /v1/manual-rates/{id}/history': manualRates.history,
  'POST /v1/matching-rules': matchingRules.create,
  'GET /v1/matching-rules/{id}': matchingRules.read,
  'PUT /v1/matching-rules/{id}': matchingRules.replace,
  'DELETE /v1/matching-rules/{id}': matchingRules.remove,
  'GET /v1/matching-rules/{id}/history': matchingRules.history,
  'PUT /v1/controls': {
    example: CONTROLS,
    answers: {
      200: { description: 'They narrow, and stand', schema: controls, ...IN_FORCE },
      202: PROPOSED,
    },
    problems: [...ASKING],
  },
  'GET /v1/controls/history': {
    answers: { 200: { description: HISTORY, schema: namedPageOf(controlsVersion) } },
    problems: [],
  },
  'POST /v1/controls/halt': {
    example: { comment: 'an unknown withdrawal' },
    answers: {
      200: { description: 'Halted, from this moment on', schema: halt, headers: ['ETag'] },
    },
    problems: ['policy-conflict', 'halt-not-written'],
  },
  'POST /v1/controls/resume': {
    example: { comment: 'explained: it was the audit fee' },
    answers: {
      200: { description: 'It is so already', schema: controls, ...IN_FORCE },
      202: PROPOSED,
    },
    problems: [...ASKING, 'halt-changed'],
  },
  'POST /v1/controls/raise-format': {
    answers: {
      200: { description: 'Raised, or in this format already', schema: controls, ...IN_FORCE },
    },
    problems: ['contended', 'disarmed', 'seals-unavailable'],
  },
  'GET /v1/changes': {
    answers: { 200: { description: 'Newest first', schema: namedPageOf(change) } },
    problems: [],
  },
  'GET /v1/changes/{id}': {
    answers: { 200: { description: 'Old and new side by side', schema: change } },
    problems: [],
  },
  'POST /v1/changes/{id}/approve': {
    example: { comment: 'as agreed on Monday' },
    answers: decided,
    problems: [
      ...DECIDING,
      'maker-is-checker',
      'disarmed',
      'change-superseded',
      'change-unsealed',
      'seals-unavailable',
      'change-conflict',
      'halt-tampered',
    ],
  },
  'POST /v1/changes/{id}/decline': {
    example: { comment: 'not to this address' },
    answers: decided,
    problems: [...DECIDING, 'maker-is-checker'],
  },
  'POST /v1/changes/{id}/cancel': {
    answers: decided,
    problems: [...DECIDING, 'made-by-another'],
  },
} as const satisfies Readonly<Record<string, Documented>>;
