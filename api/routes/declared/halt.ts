import { HALTERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { haltBody } from '../halt.ts';

export const HALT = declare('halt', {
  'POST /v1/controls/halt': { roles: HALTERS, body: haltBody },
});
