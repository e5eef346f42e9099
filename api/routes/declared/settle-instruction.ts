import { INSTRUCTION_ID, LANE_CURRENCY } from '../../requests/path-parameters.ts';
import { EVERYBODY, SETTLERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { noQuery } from '../no-query.ts';
import { settlementBody } from '../settlement.ts';
import { unbookedBody } from '../unbooked.ts';

const path = { id: INSTRUCTION_ID };
const settle = {
  roles: SETTLERS,
  path,
  ifMatch: 'digest',
  body: settlementBody,
  recentSignIn: 'always',
} as const;
const retract = { roles: SETTLERS, path } as const;
const currency = { currency: LANE_CURRENCY };

export const SETTLE_INSTRUCTION = declare('settle-instruction', {
  'POST /v1/withdrawals/{id}/settle': settle,
  'POST /v1/withdrawals/{id}/settle/retract': retract,
  'POST /v1/trades/{id}/settle': settle,
  'POST /v1/trades/{id}/settle/retract': retract,
  'GET /v1/lanes/{currency}/unbooked': {
    ...{ roles: EVERYBODY, path: currency, query: noQuery },
    said: true,
  },
  'POST /v1/lanes/{currency}/unbooked/conclude': {
    roles: SETTLERS,
    path: currency,
    ifMatch: 'digest',
    body: unbookedBody,
    recentSignIn: 'always',
  },
});
