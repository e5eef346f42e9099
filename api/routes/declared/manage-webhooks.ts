import { DELIVERY_ID, POLICY_ID } from '../../requests/path-parameters.ts';
import { EVERYBODY, KEEPERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { noQuery } from '../no-query.ts';
import { deliveriesQuery, redeliveryBody } from '../webhooks.ts';

const path = { id: POLICY_ID };
const delivery = { id: POLICY_ID, deliveryId: DELIVERY_ID };

export const MANAGE_WEBHOOKS = declare('manage-webhooks', {
  'POST /v1/webhooks/{id}/secret': { roles: KEEPERS, path },
  'POST /v1/webhooks/{id}/test': { roles: KEEPERS, path },
  'POST /v1/webhooks/{id}/redeliver': { roles: KEEPERS, path, body: redeliveryBody },
  'GET /v1/webhooks/{id}/receiver': { roles: EVERYBODY, path, query: noQuery },
  'GET /v1/webhooks/{id}/deliveries': { roles: EVERYBODY, path, query: deliveriesQuery },
  'GET /v1/webhooks/{id}/deliveries/{deliveryId}': {
    roles: EVERYBODY,
    path: delivery,
    query: noQuery,
  },
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': { roles: KEEPERS, path: delivery },
});
