import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const webhookSecretSchema = record(() => ({
  webhookId: z.string(),
  generation: z.int().check(z.positive()),
  /** The secret, encrypted: the key's own text in base64. It opens only with every other field of this record. */
  encrypted: z.string(),
  createdAt: instant,
  /** The person who was shown it, the moment it was made. */
  shownTo: z.string(),
}));

/** A signing secret of a webhook: made when it is shown, written once, shown never again. */
export type WebhookSecret = Stored<typeof webhookSecretSchema>;
