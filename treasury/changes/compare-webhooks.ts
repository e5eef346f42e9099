import { EVERY_EVENT, type WebhookDraft } from '../policy/webhook.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import { anyChange, gained, harmlessName } from './field-comparators.ts';

/** `*` holds every type; leaving it for a list of some narrows. */
const eventTypes = leaf<readonly string[]>((field, before = [], after = []) => {
  if (before.includes(EVERY_EVENT)) return null;
  const added = after.filter((type) => !before.includes(type));
  return gained(field, added);
});

/** The differences between two versions of a webhook: which lets more be told, or told to another. */
export const compareWebhooks: Compare<WebhookDraft> = fieldsOf<WebhookDraft>({
  id: anyChange('other'),
  label: harmlessName,
  url: anyChange('other-receiver'),
  eventTypes,
  status: leaf<WebhookDraft['status']>((field, _before, after) =>
    after === 'paused' ? null : { code: 'webhook-on', field },
  ),
  secretGeneration: anyChange('other-secret'),
});
