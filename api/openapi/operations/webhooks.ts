import type { Documented } from '../operation.ts';
import { pageOf } from '../page-responses.ts';
import {
  delivery,
  deliveryWithEvent,
  redelivery,
  webhookReceiver,
  webhookSecret,
} from '../response-schemas.ts';

const QUEUED = { description: 'Queued: it is sent within seconds', schema: delivery } as const;

export const WEBHOOKS = {
  'POST /v1/webhooks/{id}/secret': {
    answers: { 200: { description: 'Shown once: keep it', schema: webhookSecret } },
    problems: [
      'contended',
      'seals-unavailable',
      'secret-for-another',
      'secret-shown',
      'webhook-unsealed',
    ],
  },
  'POST /v1/webhooks/{id}/test': {
    answers: { 202: QUEUED },
    problems: ['contended', 'webhook-paused'],
  },
  'POST /v1/webhooks/{id}/redeliver': {
    example: { from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z' },
    answers: {
      202: { description: 'Queued: at most 500 deliveries are looked at', schema: redelivery },
    },
    problems: ['contended', 'webhook-paused'],
  },
  'GET /v1/webhooks/{id}/receiver': {
    answers: { 200: { description: 'As it stands', schema: webhookReceiver } },
    problems: [],
  },
  'GET /v1/webhooks/{id}/deliveries': {
    answers: { 200: { description: 'By the time of their events', schema: pageOf(delivery) } },
    problems: [],
  },
  'GET /v1/webhooks/{id}/deliveries/{deliveryId}': {
    answers: { 200: { description: 'As it stands', schema: deliveryWithEvent } },
    problems: [],
  },
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    answers: { 202: QUEUED },
    problems: ['contended', 'webhook-paused'],
  },
} as const satisfies Readonly<Record<string, Documented>>;
