import * as z from 'zod/mini';
import { DELIVERY_STATES } from '../../treasury/webhooks/delivery.ts';
import { bound, codes, moment, paging, searchText, sort } from './query-fields.ts';

export const deliveriesQuery = z.strictObject({
  state: z.exactOptional(codes(DELIVERY_STATES)),
  text: z.exactOptional(searchText),
  from: z.exactOptional(bound),
  to: z.exactOptional(bound),
  sort,
  ...paging,
});

/** States that are sent again unless a request names others: what the receiver did not get. */
const NOT_DELIVERED = ['dead', 'held'] as const;

/** The body of POST /v1/webhooks/{id}/redeliver: of events from a moment on, until another, itself not included. */
export const redeliveryBody = z.strictObject({
  from: moment,
  to: moment,
  states: z._default(
    z
      .array(z.enum(DELIVERY_STATES))
      .check(
        z.minLength(1, 'expected at least 1 state'),
        z.maxLength(DELIVERY_STATES.length, `expected at most ${DELIVERY_STATES.length} states`),
      ),
    [...NOT_DELIVERED],
  ),
});
