import { BREAK_ID } from '../../requests/path-parameters.ts';
import { EVERYBODY } from '../../roles/role-groups.ts';
import { declare, type FileDeclaration } from '../declare.ts';
import { EXPORT_ROLES } from '../exports.ts';
import { noQuery } from '../no-query.ts';
import {
  accessFile,
  decisionsFile,
  forecastsFile,
  journalFile,
  rollForwardFile,
  sumsFile,
  tradesFile,
  withdrawalsFile,
} from '../registers.ts';
import {
  balancesFile,
  balancesQuery,
  breaksFile,
  breaksQuery,
  flowsFile,
  flowsQuery,
  latestQuery,
  restatementsQuery,
  snapshotsFile,
  snapshotsQuery,
  statementFile,
  statementLinesQuery,
  statementQuery,
  totalsFile,
  totalsQuery,
} from '../reports.ts';

/** A report without pages: what chooses its rows is the query of its file. */
function whole<Key extends keyof typeof EXPORT_ROLES, File extends FileDeclaration>(
  key: Key,
  file: File,
) {
  return { roles: EXPORT_ROLES[key], query: file.query as File['query'], file };
}

export const QUERY_REPORTS = declare('query-reports', {
  'GET /v1/snapshots/latest': { roles: EVERYBODY, query: latestQuery, said: true },
  'GET /v1/snapshots': {
    roles: EXPORT_ROLES['GET /v1/snapshots'],
    query: snapshotsQuery,
    file: snapshotsFile,
    said: true,
  },
  'GET /v1/reports/balances': {
    roles: EXPORT_ROLES['GET /v1/reports/balances'],
    query: balancesQuery,
    file: balancesFile,
  },
  'GET /v1/reports/totals': {
    roles: EXPORT_ROLES['GET /v1/reports/totals'],
    query: totalsQuery,
    file: totalsFile,
  },
  'GET /v1/reports/flows': {
    roles: EXPORT_ROLES['GET /v1/reports/flows'],
    query: flowsQuery,
    file: flowsFile,
  },
  'GET /v1/reports/breaks': {
    roles: EXPORT_ROLES['GET /v1/reports/breaks'],
    query: breaksQuery,
    file: breaksFile,
    said: true,
  },
  'GET /v1/reports/statement': {
    roles: EXPORT_ROLES['GET /v1/reports/statement'],
    query: statementQuery,
    file: statementFile,
  },
  'GET /v1/reports/statement/lines': { roles: EVERYBODY, query: statementLinesQuery },
  'GET /v1/reports/statement/restatements': { roles: EVERYBODY, query: restatementsQuery },
  'GET /v1/reports/journal': whole('GET /v1/reports/journal', journalFile),
  'GET /v1/reports/sums': whole('GET /v1/reports/sums', sumsFile),
  'GET /v1/reports/roll-forward': whole('GET /v1/reports/roll-forward', rollForwardFile),
  'GET /v1/reports/withdrawals': whole('GET /v1/reports/withdrawals', withdrawalsFile),
  'GET /v1/reports/trades': whole('GET /v1/reports/trades', tradesFile),
  'GET /v1/reports/decisions': whole('GET /v1/reports/decisions', decisionsFile),
  'GET /v1/reports/forecasts': whole('GET /v1/reports/forecasts', forecastsFile),
  'GET /v1/reports/access': whole('GET /v1/reports/access', accessFile),
  'GET /v1/breaks/{id}': { roles: EVERYBODY, path: { id: BREAK_ID }, query: noQuery, said: true },
});
