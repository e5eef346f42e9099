import { jsonResponse } from './answer.ts';
import { type Endpoint, quotesNow } from './service.ts';

/** GET /v1/prices (reference, part 4.1): bid and ask as text, keyed by instrument. */
export const answerPrices: Endpoint = (service) => jsonResponse(quotesNow(service));
