import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const failingWebhookStateSchema = record(() => ({
  tenant: z.string(),
  webhookId: z.string(),
  /** failing: its receiver has taken nothing for an hour. over: it takes events again, or nothing is sent to it any more. */
  state: z.enum(['failing', 'over']),
  /** When that was noted, or what waits was last counted. */
  at: instant,
  /** When it began to fail. */
  since: instant,
  /** When the receiver last took an event; null if it never did. */
  deliveredAt: z.nullable(instant),
  /** Deliveries that waited then; of very many, how many were counted. */
  pending: z.int().check(z.nonnegative()),
  version: z.int().check(z.positive()),
}));

/** Whether a webhook is known as one whose receiver takes nothing; there is none as long as it never was. */
export type FailingWebhookState = Stored<typeof failingWebhookStateSchema>;
