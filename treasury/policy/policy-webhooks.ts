import { takenLabel } from './policy-cross-checks.ts';
import { type PolicyProblem, showValue } from './policy-problem.ts';
import { unlessRefused } from './refused-field.ts';
import type { WebhookDraft } from './webhook.ts';

/** The accepted addresses, if events may not be posted to this one; else null. */
export type ReceiverProblem = (address: string) => string | null;

/** The problems of all webhooks of a policy file. */
export function policyWebhookProblems(
  webhooks: readonly WebhookDraft[],
  receiverProblem: ReceiverProblem,
): readonly PolicyProblem[] {
  return webhooks.flatMap((webhook, index) => {
    const { id, label } = webhook;
    const earlier = webhooks.slice(0, index);
    const twin = earlier.findIndex((each) => each.id === id);
    const problems: readonly PolicyProblem[] = [
      ...(twin < 0
        ? takenLabel(label, earlier)
        : [problemOf('id', id, `an id of its own; webhooks[${twin}] has this one`)]),
      ...unlessRefused(() => urlProblems(webhook, receiverProblem)),
    ];
    return problems.map((each) => ({ ...each, path: `webhooks[${index}].${each.path}` }));
  });
}

function urlProblems({ url }: WebhookDraft, receiverProblem: ReceiverProblem) {
  const accepted = receiverProblem(url);
  return accepted === null ? [] : [problemOf('url', url, accepted)];
}

function problemOf(path: string, seen: string, accepted: string): PolicyProblem {
  return { path, seen: showValue(seen), accepted };
}
