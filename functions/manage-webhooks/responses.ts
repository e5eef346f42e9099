import { contended } from '../../api/problems/contended.ts';
import { type HttpResponse, json, problem, problemResponse } from '../../api/problems/problem.ts';
import type { Delivery } from '../../treasury/webhooks/delivery.ts';
import type { ShowSecretResult } from '../../treasury/webhooks/show-secret.ts';

/** A delivery without the event in it, which is read one by one. */
export function deliveryView({ event: _, ...delivery }: Delivery): Omit<Delivery, 'event'> {
  return delivery;
}

export function secretResponse(result: ShowSecretResult, requestId: string): HttpResponse {
  switch (result.result) {
    case 'shown': {
      const { secret, generation } = result;
      return json(200, { secret, generation });
    }
    case 'refused': {
      const { code, message } = result.refusal;
      return problemResponse(problem(code, { detail: message }), requestId);
    }
    case 'contended':
      return contended('the webhook', requestId);
    default:
      return result satisfies never;
  }
}
