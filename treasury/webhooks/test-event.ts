import type { Instant } from '../time/instant.ts';
import type { QueuedEvent } from './delivery.ts';

/** The type of an event that a person has sent to try a receiver. It is on no bus and in no feed. */
export const TEST_EVENT_TYPE = 'com.sluice.webhook.test';

export interface TestEventOf {
  readonly source: string;
  readonly tenant: string;
  readonly webhookId: string;
  readonly by: string;
  readonly at: Instant;
  readonly nonce: string;
}

/** A CloudEvent like all others, about nothing. */
export function testEvent({ source, tenant, webhookId, by, at, nonce }: TestEventOf): QueuedEvent {
  const id = `${tenant}/webhook-test/${nonce}`;
  const event = {
    specversion: '1.0',
    id,
    source,
    type: TEST_EVENT_TYPE,
    subject: webhookId,
    time: at,
    tenant,
    datacontenttype: 'application/json',
    data: { webhookId, by },
  };
  return { id, type: TEST_EVENT_TYPE, time: at, text: JSON.stringify(event) };
}
