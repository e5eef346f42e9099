import { type ShownComparison, showComparison } from '../../treasury/changes/widens.ts';
import { calendarDraft } from '../../treasury/policy/calendar-schema.ts';
import { matchingRuleDraft } from '../../treasury/policy/matching-rule-schema.ts';
import {
  controlsReplacement,
  registeredAccountDraft,
} from '../../treasury/policy/policy-schema.ts';
import { webhookDraft } from '../../treasury/policy/webhook-schema.ts';

/** What a draft changes of what is in force, and why it lets more leave. */
export type DraftEffect = ShownComparison;

/** The content of each kind, with the defaults that the API gives it. */
const CONTENT = {
  account: registeredAccountDraft,
  calendar: calendarDraft,
  controls: controlsReplacement,
  'matching-rule': matchingRuleDraft,
  webhook: webhookDraft,
} as const;

/**
 * The same comparison, and the same sentences, as those by which the API then asks for a second person. Null where that is not
 * known, since the API would not take the content as it is.
 */
export function draftEffect(
  kind: keyof typeof CONTENT,
  before: object | null,
  after: object,
): DraftEffect | null {
  const schema = CONTENT[kind];
  const was = before === null ? null : schema.safeParse(before);
  const is = schema.safeParse(after);
  if (!is.success || was?.success === false) return null;
  // Both are of this kind, which a lookup loses.
  const comparison = { kind, before: was?.data ?? null, after: is.data };
  return showComparison(comparison as Parameters<typeof showComparison>[0]);
}
