import { TRADERS } from '../../roles/role-groups.ts';
import { declare } from '../declare.ts';
import { tradeBody } from '../trades.ts';

export const PLACE_TRADE = declare('place-trade', {
  'POST /v1/trades': { roles: TRADERS, idempotencyKey: true, body: tradeBody },
});
