import * as z from 'zod/mini';
import { EVENT_TYPE_NAMES } from './event-type-names.ts';
import { label, pieceId } from './policy-fields.ts';
import {
  MAX_ADDRESS_CHARACTERS,
  MAX_SECRET_GENERATION,
  MAX_WEBHOOK_EVENT_TYPES,
} from './policy-limits.ts';
import { EVERY_EVENT, WEBHOOK_STATUSES, type WebhookDraft } from './webhook.ts';

const WHOLE = `a whole number from 1 to ${MAX_SECRET_GENERATION}`;

const eventTypes = z.array(z.enum([EVERY_EVENT, ...EVENT_TYPE_NAMES])).check(
  z.minLength(1, 'at least 1 type'),
  z.maxLength(MAX_WEBHOOK_EVENT_TYPES, `at most ${MAX_WEBHOOK_EVENT_TYPES} types`),
  z.refine((types) => new Set(types).size === types.length, 'each type once'),
  z.refine(
    (types) => types.length === 1 || !types.includes(EVERY_EVENT),
    `"${EVERY_EVENT}" alone, or types by name`,
  ),
);

/** One webhook as people write it; an unknown field is refused. */
export const webhookDraft: z.ZodMiniType<WebhookDraft> = z.strictObject({
  id: pieceId,
  label,
  // Whether events may be posted there is no question of the form alone: see `webhookConflict`.
  url: z
    .string()
    .check(
      z.minLength(1, 'at least 1 character'),
      z.maxLength(MAX_ADDRESS_CHARACTERS, `at most ${MAX_ADDRESS_CHARACTERS} characters`),
    ),
  eventTypes,
  status: z._default(z.enum(WEBHOOK_STATUSES), 'active'),
  secretGeneration: z._default(
    z.int(WHOLE).check(z.gte(1, WHOLE), z.lte(MAX_SECRET_GENERATION, WHOLE)),
    1,
  ),
} satisfies Readonly<Record<keyof WebhookDraft, z.ZodMiniType>>);
