import * as z from 'zod/mini';
import { currency, words } from './decision-fields.ts';

/** The body of POST /v1/controls/halt. Without a currency, everything is halted. */
export const haltBody = z.strictObject({ words, currency: z.exactOptional(currency) });
