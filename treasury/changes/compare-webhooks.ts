import { EVERY_EVENT, type WebhookDraft } from '../policy/webhook.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import { anyChange, harmlessName } from './field-comparators.ts';

/** `*` holds every type; leaving it for a list of some narrows. */
const eventTypes = leaf<readonly string[]>((field, before = [], after = []) => {
  if (before.includes(EVERY_EVENT)) return null;
  const added = after.filter((type) => !before.includes(type));
  return added.length === 0 ? null : `${field} gains ${added.join(', ')}`;
});

/** The differences between two versions of a webhook: which lets more be told, or told to another. */
export const compareWebhooks: Compare<WebhookDraft> = fieldsOf<WebhookDraft>({
  id: anyChange('is another'),
  label: harmlessName,
  url: anyChange('is another: events are told to another place'),
  eventTypes,
  status: leaf<WebhookDraft['status']>((field, _before, after) =>
    after === 'paused' ? null : `${field}: events are sent to it again`,
  ),
  secretGeneration: anyChange('is another: its maker is shown a new signing secret'),
});
