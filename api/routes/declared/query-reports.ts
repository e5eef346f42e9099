import { BREAK_ID } from '../../requests/path-parameters.ts';
import { EVERYBODY } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { EXPORT_ROLES } from '../exports.ts';
import { noQuery } from '../no-query.ts';
import {
  balancesFile,
  balancesQuery,
  breaksFile,
  breaksQuery,
  flowsFile,
  flowsQuery,
  formatQuery,
  snapshotsFile,
  snapshotsQuery,
  statementFile,
  statementQuery,
  totalsFile,
  totalsQuery,
} from '../reports.ts';

export const QUERY_REPORTS = declare('query-reports', {
  'GET /v1/snapshots/latest': { roles: EVERYBODY, query: formatQuery },
  'GET /v1/snapshots': {
    roles: EXPORT_ROLES['GET /v1/snapshots'],
    query: snapshotsQuery,
    file: snapshotsFile,
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
  },
  'GET /v1/reports/statement': {
    roles: EXPORT_ROLES['GET /v1/reports/statement'],
    query: statementQuery,
    file: statementFile,
  },
  'GET /v1/breaks/{id}': { roles: EVERYBODY, path: { id: BREAK_ID }, query: noQuery },
});
