import { takenLabel, tooMany } from '../policy/policy-cross-checks.ts';
import { MAX_WEBHOOKS } from '../policy/policy-limits.ts';
import { type PolicyProblem, showValue } from '../policy/policy-problem.ts';
import type { ReceiverProblem } from '../policy/policy-webhooks.ts';
import type { Webhook, WebhookDraft } from '../policy/webhook.ts';
import type { WebhooksRead } from './ports.ts';

export interface ReceiverPorts {
  /** Absent: events may be posted to none. */
  readonly receiverProblem?: ReceiverProblem;
}

/**
 * Conflicts between a webhook and the others of its tenant, and with the one that it replaces. One that cannot be read may have
 * any name: until it is put right no other one gets a new name, and everything else of them may change.
 */
export function webhookConflict(
  wanted: WebhookDraft,
  { things: webhooks, unreadable }: WebhooksRead,
  { receiverProblem = () => 'none in this place' }: ReceiverPorts,
): readonly PolicyProblem[] {
  const others = webhooks.filter(({ id }) => id !== wanted.id);
  const before = webhooks.find(({ id }) => id === wanted.id);
  const accepted = receiverProblem(wanted.url);
  const isNewName = before?.label !== wanted.label;
  return [
    ...(isNewName ? [...takenLabel(wanted.label, others), ...mayBeTaken(wanted, unreadable)] : []),
    ...(before === undefined
      ? tooMany('id', others.length + unreadable.length, MAX_WEBHOOKS, 'webhooks')
      : []),
    ...(accepted === null ? [] : [{ path: 'url', seen: showValue(wanted.url), accepted }]),
    ...generationProblems(wanted, before),
  ];
}

function mayBeTaken(
  { label }: WebhookDraft,
  unreadable: readonly string[],
): readonly PolicyProblem[] {
  if (unreadable.length === 0) return [];
  const accepted = `no new label before ${unreadable.join(', ')} can be read, which may have this one`;
  return [{ path: 'label', seen: showValue(label), accepted }];
}

/** An earlier secret is known to whom it was shown: it does not come back. */
function generationProblems(
  { secretGeneration }: WebhookDraft,
  before: Webhook | undefined,
): readonly PolicyProblem[] {
  const least = before?.secretGeneration ?? 1;
  if (secretGeneration >= least) return [];
  const accepted = `at least ${least}, which stands; higher for a new secret`;
  return [{ path: 'secretGeneration', seen: `${secretGeneration}`, accepted }];
}
