import { appendToChain } from '../audit/audit-entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { subjectName } from '../ledger/policy-change.ts';
import { type Contended, untilWritten } from '../retries/retry.ts';
import type { Instant } from '../time/instant.ts';
import type { DeliveryState } from './delivery.ts';

/** What a person has sent to a receiver: an event about nothing, or events that it was sent before. */
export type WebhookAct =
  | { readonly action: 'send-test-event'; readonly after: { readonly deliveryId: string } }
  | {
      readonly action: 'redeliver-event';
      readonly after: {
        readonly deliveryId: string;
        readonly eventId: string;
        readonly was: DeliveryState;
      };
    }
  | {
      readonly action: 'redeliver-range';
      readonly after: {
        readonly from: Instant;
        readonly to: Instant;
        readonly states: readonly DeliveryState[];
        /** How many of the range this request queues. */
        readonly deliveries: number;
      };
    };

export interface ActingPerson {
  readonly tenant: string;
  readonly webhookId: string;
  readonly by: string;
  readonly requestId: string;
}

export interface RecordActPorts {
  readonly now: () => Instant;
  readonly ledger: Pick<Ledger, 'readAuditHead' | 'commit'>;
}

/** As for a change of the policy: the audit log is what others write to meanwhile. */
const MAX_ATTEMPTS = 5;

/**
 * Writes an act to the audit log before it is carried out: deliveries stand in another table, and none is queued by a
 * person of whom the log knows nothing. An act that fails after this is on record as asked for.
 */
export async function recordAct(
  { now, ledger }: RecordActPorts,
  { tenant, webhookId, by, requestId }: ActingPerson,
  { action, after }: WebhookAct,
): Promise<{ readonly result: 'recorded' } | Contended> {
  const subject = subjectName({ kind: 'webhook', id: webhookId });
  return await untilWritten(async () => {
    const head = await ledger.readAuditHead(tenant);
    const fact = { at: now(), by, action, subject, requestId, before: null, after };
    const entry = appendToChain(head, fact);
    const { ok } = await ledger.commit(tenant, [{ kind: 'append-audit', entry }]);
    return ok ? { result: 'recorded' } : null;
  }, MAX_ATTEMPTS);
}
