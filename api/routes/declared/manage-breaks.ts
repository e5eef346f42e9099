import { BREAK_ID } from '../../requests/path-parameters.ts';
import { DECIDERS, EVERYBODY, KEEPERS } from '../../roles/role-groups.ts';
import {
  breakSetBody,
  closingBody,
  explanationBody,
  manyClosedBody,
  manyExplainedBody,
} from '../breaks.ts';
import { declare } from '../declare.ts';

const onVersion = { path: { id: BREAK_ID }, ifMatch: 'version' } as const;

export const MANAGE_BREAKS = declare('manage-breaks', {
  'POST /v1/breaks/{id}/explain': { ...onVersion, roles: KEEPERS, body: explanationBody },
  'POST /v1/breaks/select': { roles: EVERYBODY, body: breakSetBody },
  'POST /v1/breaks/explain': { roles: KEEPERS, ifMatch: 'digest', body: manyExplainedBody },
  'POST /v1/breaks/close': { roles: DECIDERS, ifMatch: 'digest', body: manyClosedBody },
  'POST /v1/breaks/{id}/close': { ...onVersion, roles: DECIDERS, body: closingBody },
});
