import type { FailingWebhookState } from '../ledger/failing-webhook-state.ts';
import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

type FailingWebhookData = Pick<
  FailingWebhookState,
  'webhookId' | 'since' | 'deliveredAt' | 'pending'
>;

export interface FailingWebhookEvents {
  readonly 'com.sluice.webhook.failing': FailingWebhookData;
  readonly 'com.sluice.webhook.recovered': FailingWebhookData;
}

/** One event when a receiver is known to take nothing, and one when that is over; none when what waits is counted again. */
export function failingWebhookEvent({
  before,
  after,
}: MoveOf<'failing-webhook'>): EventBody | null {
  const { webhookId, state, at, since, deliveredAt, pending, version } = after;
  if (before?.state === state) return null;
  return {
    type: state === 'failing' ? 'com.sluice.webhook.failing' : 'com.sluice.webhook.recovered',
    subject: webhookId,
    time: at,
    write: `${webhookId}/failing/${version}`,
    data: { webhookId, since, deliveredAt, pending },
  };
}
