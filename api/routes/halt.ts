import * as z from 'zod/mini';
import { comment, currency } from './decision-fields.ts';

/** The body of POST /v1/controls/halt. Without a currency, everything is halted. */
export const haltBody = z.strictObject({ comment, currency: z.exactOptional(currency) });
