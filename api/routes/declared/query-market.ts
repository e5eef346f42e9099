import { EVERYBODY } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { noQuery } from '../no-query.ts';
import { valuedInQuery } from '../query-fields.ts';

export const QUERY_MARKET = declare('query-market', {
  'GET /v1/prices': { roles: EVERYBODY, query: noQuery },
  'GET /v1/balances': { roles: EVERYBODY, query: valuedInQuery, said: true },
});
