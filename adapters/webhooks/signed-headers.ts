import { Webhook } from 'standardwebhooks';
import { epochMsOf, type Instant } from '../../treasury/time/instant.ts';

export interface SignedEvent {
  readonly eventId: string;
  /** The body, as it is sent. */
  readonly event: string;
  /** Each signs it: the newest, and the one before while receivers change over. */
  readonly secrets: readonly string[];
  readonly at: Instant;
}

/** The headers of an event that is posted, as Standard Webhooks has them. */
export function signedHeaders({ eventId, event, secrets, at }: SignedEvent) {
  // Ids are text; a header takes ASCII only.
  const id = encodeURI(eventId);
  const time = new Date(epochMsOf(at));
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, time, event));
  return {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'user-agent': 'Sluice-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
