import { EXPORT_REQUEST_ID } from '../../requests/export-request-id.ts';
import { EVERYBODY } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { noQuery } from '../no-query.ts';

export const READ_EXPORT = declare('read-export', {
  'GET /v1/exports': { roles: EVERYBODY, query: noQuery },
  'GET /v1/exports/{id}': { roles: EVERYBODY, path: { id: EXPORT_REQUEST_ID }, cache: 'never' },
});
