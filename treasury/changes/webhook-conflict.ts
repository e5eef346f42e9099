import { takenLabel, tooMany } from '../policy/policy-cross-checks.ts';
import { MAX_WEBHOOKS } from '../policy/policy-limits.ts';
import { type PolicyProblem, showValue } from '../policy/policy-problem.ts';
import type { ReceiverProblem } from '../policy/policy-webhooks.ts';
import type { Webhook, WebhookDraft } from '../policy/webhook.ts';

export interface ReceiverPorts {
  /** Absent: events may be posted to none. */
  readonly receiverProblem?: ReceiverProblem;
}

/** Conflicts between a webhook and the others of its tenant, and with the one that it replaces. */
export function webhookConflict(
  wanted: WebhookDraft,
  webhooks: readonly Webhook[],
  { receiverProblem = () => 'none in this place' }: ReceiverPorts,
): readonly PolicyProblem[] {
  const others = webhooks.filter(({ id }) => id !== wanted.id);
  const before = webhooks.find(({ id }) => id === wanted.id);
  const accepted = receiverProblem(wanted.url);
  const isNewName = before?.label !== wanted.label;
  return [
    ...(isNewName ? takenLabel(wanted.label, others) : []),
    ...(before === undefined ? tooMany('id', others.length, MAX_WEBHOOKS, 'webhooks') : []),
    ...(accepted === null ? [] : [{ path: 'url', seen: showValue(wanted.url), accepted }]),
    ...generationProblems(wanted, before),
  ];
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
