import * as z from 'zod/mini';
import { idFrom } from '../../proposing/id-from.ts';
import type { Webhook, WebhookBody } from './types.ts';

/** Every type of event. */
export const EVERY_EVENT = '*';

const draftSchema = z.object({
  id: z.string(),
  label: z.string(),
  url: z.string(),
  eventTypes: z.readonly(z.array(z.string())),
  isActive: z.boolean(),
  /** Asks for another signing secret; a new webhook has its first one anyway. */
  wantsSecret: z.boolean(),
});

/** The form of a webhook as it is filled in. No secret ever stands in it. */
export type WebhookDraft = z.infer<typeof draftSchema>;

export const NEW_WEBHOOK: WebhookDraft = {
  ...{ id: '', label: '', url: '', eventTypes: [EVERY_EVENT] },
  ...{ isActive: true, wantsSecret: false },
};

/** From what a tab kept, which is read like anything from outside. */
export function keptDraft(kept: unknown): WebhookDraft | null {
  const parsed = draftSchema.safeParse(kept);
  return parsed.success ? parsed.data : null;
}

export function draftOf({ id, label, url, eventTypes, status }: Webhook): WebhookDraft {
  const isActive = status === 'active';
  return { id, label, url, eventTypes: [...eventTypes], isActive, wantsSecret: false };
}

/** The id of a new webhook follows its name until it has been written by hand. */
export function withLabel(draft: WebhookDraft, label: string, isNew: boolean): WebhookDraft {
  const follows = isNew && (draft.id === '' || draft.id === idFrom(draft.label));
  return { ...draft, label, ...(follows && { id: idFrom(label) }) };
}

/** Every type stands alone: with it, no other says anything. */
export function withEvents(draft: WebhookDraft, chosen: readonly string[]): WebhookDraft {
  const hadAll = draft.eventTypes.includes(EVERY_EVENT);
  if (chosen.includes(EVERY_EVENT) && !hadAll) return { ...draft, eventTypes: [EVERY_EVENT] };
  return {
    ...draft,
    eventTypes: chosen.filter((type) => type !== EVERY_EVENT || chosen.length === 1),
  };
}

/** The webhook as the API takes it. */
export function bodyOf(draft: WebhookDraft, before: Webhook | null): WebhookBody {
  const generation = before?.secretGeneration ?? 1;
  return {
    id: draft.id.trim(),
    label: draft.label.trim(),
    url: draft.url.trim(),
    // The API refuses a type that it does not know.
    eventTypes: [...draft.eventTypes] as WebhookBody['eventTypes'],
    status: draft.isActive ? 'active' : 'paused',
    secretGeneration: before !== null && draft.wantsSecret ? generation + 1 : generation,
  };
}

const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
const ADDRESS = /^https?:\/\/\S+$/;

/** What is wrong with the form, by field; empty where the API can be asked. */
export function problemsOf(
  draft: WebhookDraft,
): Readonly<Partial<Record<keyof WebhookDraft, string>>> {
  return {
    ...(draft.label.trim() === '' && { label: 'Needed.' }),
    ...(!ID.test(draft.id.trim()) && { id: 'Small letters, digits and hyphens.' }),
    ...(!ADDRESS.test(draft.url.trim()) && { url: 'An address that begins with https://.' }),
    ...(draft.eventTypes.length === 0 && { eventTypes: 'At least one.' }),
  };
}

/** What a webhook is by its content, for a comparison with another version of it. */
export function contentOf({
  id,
  label,
  url,
  eventTypes,
  status,
  secretGeneration,
}: Webhook | WebhookBody): object {
  return { id, label, url, eventTypes, status, secretGeneration };
}

/** "com.sluice.withdrawal.confirmed" as people read it. */
export function eventName(type: string): string {
  return type === EVERY_EVENT ? 'every event' : type.replace(/^com\.sluice\./, '');
}
