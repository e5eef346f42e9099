import { BREAK_ID } from '../../requests/path-parameters.ts';
import { DECIDERS, KEEPERS } from '../../roles/role-groups.ts';
import { closingBody, explanationBody } from '../breaks.ts';
import { declare } from '../declare.ts';

const onVersion = { path: { id: BREAK_ID }, ifMatch: 'version' } as const;

export const MANAGE_BREAKS = declare('manage-breaks', {
  'POST /v1/breaks/{id}/explain': { ...onVersion, roles: KEEPERS, body: explanationBody },
  'POST /v1/breaks/{id}/close': { ...onVersion, roles: DECIDERS, body: closingBody },
});
