import { INSTRUCTION_ID, POLICY_ID } from '../../requests/path-parameters.ts';
import { EVERYBODY, REVIEWERS, TRADERS, TREASURERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { inboxQuery } from '../inbox.ts';
import { withdrawalCheckBody } from '../instructions.ts';
import { noQuery } from '../no-query.ts';
import {
  accountsQuery,
  auditQuery,
  changesQuery,
  decisionsQuery,
  denialsQuery,
  eventsQuery,
  instructionQuery,
  instructionsQuery,
  labelledQuery,
  lanesQuery,
  matchingRulesQuery,
  pageQuery,
  rulesQuery,
  spansQuery,
  tradesQuery,
  verificationQuery,
  withdrawalsQuery,
} from '../queries.ts';
import { valuedInQuery } from '../query-fields.ts';
import { tradeBody } from '../trades.ts';

const all = { roles: EVERYBODY, query: noQuery } as const;
const instruction = {
  ...all,
  path: { id: INSTRUCTION_ID },
  query: instructionQuery,
  said: true,
} as const;
const piece = { ...all, path: { id: POLICY_ID } } as const;
const versions = { ...piece, query: pageQuery } as const;

export const QUERY_LEDGER = declare('query-ledger', {
  'GET /v1/openapi.json': all,
  'GET /v1/events.schema.json': all,
  'GET /v1/me': all,
  'GET /v1/overview': {
    ...{ roles: EVERYBODY, query: valuedInQuery, said: true },
    passing: ['at', 'health.ageSeconds', 'blocked.unbooked.ageSeconds'],
  },
  'GET /v1/inbox': { roles: EVERYBODY, query: inboxQuery, said: true },
  'GET /v1/instructions': { roles: EVERYBODY, query: instructionsQuery, said: true },
  'GET /v1/instructions/{id}': instruction,
  'GET /v1/withdrawals': { roles: EVERYBODY, query: withdrawalsQuery, said: true },
  'GET /v1/withdrawals/{id}': instruction,
  'GET /v1/trades': { roles: EVERYBODY, query: tradesQuery, said: true },
  'GET /v1/trades/{id}': instruction,
  // For the roles of the request itself: the answer says what limits have left.
  'POST /v1/withdrawals/check': { roles: TREASURERS, body: withdrawalCheckBody },
  'POST /v1/trades/check': { roles: TRADERS, body: tradeBody },
  'GET /v1/events': { roles: EVERYBODY, query: eventsQuery },
  'GET /v1/audit': { roles: REVIEWERS, query: auditQuery },
  'GET /v1/audit/denials': { roles: REVIEWERS, query: denialsQuery },
  'GET /v1/audit/verification': { roles: REVIEWERS, query: verificationQuery },
  'GET /v1/sweep-rules': { roles: EVERYBODY, query: rulesQuery, said: true },
  'GET /v1/sweep-rules/{id}': piece,
  'GET /v1/sweep-rules/{id}/history': versions,
  'GET /v1/accounts': { roles: EVERYBODY, query: accountsQuery },
  'GET /v1/accounts/{id}': piece,
  'GET /v1/accounts/{id}/history': versions,
  'GET /v1/accounts/{id}/limits': { ...piece, passing: ['at'], said: true },
  'GET /v1/calendars': { roles: EVERYBODY, query: labelledQuery },
  'GET /v1/calendars/{id}': piece,
  'GET /v1/calendars/{id}/history': versions,
  'GET /v1/webhooks': { roles: EVERYBODY, query: labelledQuery, said: true },
  'GET /v1/webhooks/{id}': { ...piece, said: true },
  'GET /v1/webhooks/{id}/history': { ...versions, said: true },
  'GET /v1/manual-rates': { roles: EVERYBODY, query: matchingRulesQuery },
  'GET /v1/manual-rates/{id}': piece,
  'GET /v1/manual-rates/{id}/history': versions,
  'GET /v1/matching-rules': { roles: EVERYBODY, query: matchingRulesQuery },
  'GET /v1/matching-rules/{id}': piece,
  'GET /v1/matching-rules/{id}/history': versions,
  'GET /v1/controls': { ...all, said: true },
  'GET /v1/controls/halt': { ...all, said: true },
  'GET /v1/controls/history': { roles: EVERYBODY, query: pageQuery },
  'GET /v1/changes': { roles: EVERYBODY, query: changesQuery, said: true },
  'GET /v1/changes/{id}': { ...piece, said: true },
  'GET /v1/lanes': { roles: EVERYBODY, query: lanesQuery, said: true },
  'GET /v1/decisions': { roles: EVERYBODY, query: decisionsQuery, said: true },
  'GET /v1/decisions/spans': { roles: EVERYBODY, query: spansQuery },
});
