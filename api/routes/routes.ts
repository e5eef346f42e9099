import { ROLES, type Role } from '../roles/roles.ts';

/** The functions behind the API. */
export type ApiFunction =
  | 'place-trade'
  | 'manage-instructions'
  | 'settle-instruction'
  | 'query-ledger'
  | 'query-reports'
  | 'manage-breaks'
  | 'read-export'
  | 'query-market'
  | 'preview-policy'
  | 'manage-policy'
  | 'halt';

/** One route of the API: the only place that says who may call it and which function answers. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly function: ApiFunction;
  /** A caller needs one of these. */
  readonly roles: readonly Role[];
  /** What the route is for, in a line. */
  readonly summary: string;
}

const EVERYBODY = ROLES;
const AUDITORS = ['treasurer', 'approver', 'admin'] as const;
const TREASURERS = ['treasurer'] as const;
const KEEPERS = ['treasurer', 'admin'] as const;
/** Everybody who does more than look: stopping must not wait for anybody. */
const HALTERS = ['trader', 'treasurer', 'approver', 'admin'] as const;
const DECIDERS = ['approver', 'treasurer', 'admin'] as const;
/** Those who ask for changes of rules, and those who approve them. */
const PREVIEWERS = ['treasurer', 'approver', 'admin'] as const;
const SETTLERS = ['treasurer', 'approver'] as const;

/** The kill switch. */
export const HALT_PATH = '/v1/controls/halt';

/** Every route there is. The stacks make them, the functions enforce them, the documents show them. */
export const ROUTES: readonly Route[] = [
  reading('/v1/openapi.json', 'This document'),
  reporting('/v1/snapshots/latest', 'The latest snapshot of balances, prices and values'),
  reporting('/v1/snapshots', 'Snapshots and misses of a range of ticks, or the one as of a moment'),
  reporting('/v1/reports/balances', 'One currency over time: raw, by hour, day or month, valued'),
  reporting('/v1/reports/totals', 'The value of everything over time, in the reporting currency'),
  reporting('/v1/reports/flows', 'What moved between snapshots: withdrawals, trades, unexplained'),
  reporting('/v1/reports/breaks', 'Differences that nothing accounts for, by state and time'),
  reporting('/v1/reports/statement', 'The statement of a month: opening, each movement, closing'),
  reporting(
    '/v1/breaks/{id}',
    'One difference with its life, and the ETag that a word on it names',
  ),
  breaking('explain', KEEPERS, 'Say what a difference was'),
  breaking('close', DECIDERS, 'Close a difference that has a name; an outflow takes two people'),
  {
    method: 'GET',
    path: '/v1/exports/{id}',
    function: 'read-export',
    roles: EVERYBODY,
    summary: 'A report that is written as a file: how far it is, or where to get it',
  },
  reading('/v1/instructions', 'Withdrawals and trades, by state'),
  reading('/v1/instructions/{id}', 'One instruction with its history and evidence'),
  reading('/v1/withdrawals', 'Withdrawals, by state, time, rule and currency'),
  reading('/v1/withdrawals/{id}', 'One withdrawal with its history, evidence and decisions'),
  reading('/v1/trades', 'Trades, by state, time and instrument'),
  reading('/v1/trades/{id}', 'One trade with its history and evidence'),
  asking('/v1/prices', 'The prices of the service at this moment'),
  asking('/v1/balances', 'The balances at the service at this moment, valued'),
  {
    method: 'GET',
    path: '/v1/audit',
    function: 'query-ledger',
    roles: AUDITORS,
    summary: 'Who changed what, when, on whose request: as JSON or CSV',
  },
  {
    method: 'GET',
    path: '/v1/audit/denials',
    function: 'query-ledger',
    roles: AUDITORS,
    summary: 'Who was denied what, and how often, by person, route and hour',
  },
  {
    method: 'GET',
    path: '/v1/audit/verification',
    function: 'query-ledger',
    roles: AUDITORS,
    summary: 'Recomputes the audit chain and names the first broken link',
  },
  reading('/v1/sweep-rules', 'The sweep rules as they stand'),
  previewing('preview', 'What a draft of sweep rules would do with the balances of this moment'),
  previewing('backtest', 'What a draft of sweep rules would have done over stored snapshots'),
  reading('/v1/accounts', 'The registered withdrawal accounts'),
  reading('/v1/controls', 'What holds as a whole: mode, limits, bounds'),
  reading(HALT_PATH, 'The kill switch, with the ETag that a resumption names'),
  reading('/v1/sweep-rules/{id}', 'One sweep rule, with the ETag that a change of it names'),
  reading('/v1/sweep-rules/{id}/history', 'Every version of a rule, also where it was deleted'),
  reading('/v1/accounts/{id}', 'One account, with the ETag that a change of it names'),
  reading('/v1/accounts/{id}/history', 'Every version of an account, also where it was closed'),
  reading('/v1/controls/history', 'Every version of the controls'),
  reading('/v1/changes', 'Proposed changes of the policy, by state'),
  reading('/v1/changes/{id}', 'One change: old and new side by side, and why it takes two people'),
  changing('POST', '/v1/sweep-rules', TREASURERS, 'Propose a new sweep rule'),
  changing('PUT', '/v1/sweep-rules/{id}', TREASURERS, 'Replace a rule: at once where it narrows'),
  changing('DELETE', '/v1/sweep-rules/{id}', TREASURERS, 'Delete a rule; its history stays'),
  changing('POST', '/v1/accounts', TREASURERS, 'Propose a withdrawal account'),
  changing('PUT', '/v1/accounts/{id}', TREASURERS, 'Replace an account: at once where it narrows'),
  changing('DELETE', '/v1/accounts/{id}', TREASURERS, 'Close an account for ever'),
  changing('PUT', '/v1/controls', KEEPERS, 'Replace the controls: at once where it narrows'),
  {
    method: 'POST',
    path: HALT_PATH,
    function: 'halt',
    roles: HALTERS,
    summary: 'Stop everything, or one currency, at once',
  },
  changing('POST', '/v1/controls/resume', KEEPERS, 'Propose to go on, or to go live'),
  changing('POST', '/v1/changes/{id}/approve', DECIDERS, "Approve somebody else's change"),
  changing('POST', '/v1/changes/{id}/decline', DECIDERS, "Decline somebody else's change"),
  changing('POST', '/v1/changes/{id}/cancel', KEEPERS, "Take one's own change back"),
  {
    method: 'GET',
    path: '/v1/lanes/rearm',
    function: 'manage-policy',
    roles: EVERYBODY,
    summary: 'What of a restored ledger can be armed, what cannot yet, and who has said so',
  },
  changing('POST', '/v1/lanes/rearm', SETTLERS, 'Arm a restored ledger: two people say so'),
  {
    method: 'GET',
    path: '/v1/lanes/{currency}/unbooked',
    function: 'settle-instruction',
    roles: EVERYBODY,
    summary: 'What was confirmed and no balance of a currency shows, and who has said what',
  },
  {
    method: 'POST',
    path: '/v1/lanes/{currency}/unbooked/conclude',
    function: 'settle-instruction',
    roles: SETTLERS,
    summary: 'Conclude everything unbooked in a currency: two people say so',
  },
  reading('/v1/lanes', 'What blocks each currency, since when, and what to do next'),
  reading('/v1/decisions', 'What each run decided for each rule, and why'),
  {
    method: 'POST',
    path: '/v1/trades',
    function: 'place-trade',
    roles: ['trader'],
    summary: 'Place one guarded trade',
  },
  {
    method: 'POST',
    path: '/v1/withdrawals',
    function: 'manage-instructions',
    roles: ['treasurer'],
    summary: 'Ask for a withdrawal by hand; somebody else approves it',
  },
  ...decisionsBelow('/v1/withdrawals/{id}'),
  ...decisionsBelow('/v1/trades/{id}'),
];

/** As API Gateway names a route: "GET /v1/lanes". */
export function routeKeyOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** What people decide about one instruction, below the path of its list. */
function decisionsBelow(path: string): readonly Route[] {
  const deciding = (what: string, roles: readonly Role[], summary: string): Route => {
    const method = 'POST';
    return { method, path: `${path}/${what}`, function: 'manage-instructions', roles, summary };
  };
  const settling = (what: string, summary: string): Route => {
    const method = 'POST';
    const roles = SETTLERS;
    return { method, path: `${path}/${what}`, function: 'settle-instruction', roles, summary };
  };
  return [
    deciding('approve', ['approver', 'treasurer'], 'Approve what was not sent yet, as it was seen'),
    deciding('decline', ['approver', 'treasurer'], 'Decline what waits for an approval'),
    deciding('cancel', ['treasurer', 'approver', 'admin'], 'Cancel what was not sent yet'),
    settling('settle', 'Say what became of a request whose outcome is not known'),
    settling('settle/retract', 'Take back what was said, as long as nobody has agreed'),
  ];
}

function previewing(what: string, summary: string): Route {
  const path = `/v1/sweep-rules/${what}`;
  return { method: 'POST', path, function: 'preview-policy', roles: PREVIEWERS, summary };
}

function changing(
  method: Route['method'],
  path: string,
  roles: readonly Role[],
  summary: string,
): Route {
  return { method, path, function: 'manage-policy', roles, summary };
}

/** What is asked of the service itself, not of the ledger. */
function asking(path: string, summary: string): Route {
  return { method: 'GET', path, function: 'query-market', roles: EVERYBODY, summary };
}

/** What snapshots and their roll-ups answer. */
/** What people say about differences between what was expected and what was read. */
function breaking(what: string, roles: readonly Role[], summary: string): Route {
  const path = `/v1/breaks/{id}/${what}`;
  return { method: 'POST', path, function: 'manage-breaks', roles, summary };
}

function reporting(path: string, summary: string): Route {
  return { method: 'GET', path, function: 'query-reports', roles: EVERYBODY, summary };
}

function reading(path: string, summary: string): Route {
  return { method: 'GET', path, function: 'query-ledger', roles: EVERYBODY, summary };
}
