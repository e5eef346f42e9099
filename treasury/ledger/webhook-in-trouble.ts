import type { Webhook } from '../policy/webhook.ts';
import type { FailingWebhookState } from './failing-webhook-state.ts';

/** A webhook that Sluice has paused, or whose receiver is known to take nothing. */
export interface WebhookInTrouble {
  readonly webhook: Webhook;
  readonly failing: FailingWebhookState | null;
}
