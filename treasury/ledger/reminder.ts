import * as z from 'zod/mini';
import { waitingFactSchema } from '../facts/waiting-facts.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

const FIRST_KINDS = ['withdrawal', 'trade', 'change'] as const;
/** One person has said a word, and another has to agree before it expires. */
const SECOND_WORD_KINDS = ['settlement', 'unbooked', 'rearming'] as const;

/** What waits for a person until it expires. */
export const WAITING_KINDS = [...FIRST_KINDS, ...SECOND_WORD_KINDS] as const;

export const reminderSchema = record(() => ({
  tenant: z.string(),
  // A version that does not know a kind tells no event of it.
  kind: z.union([z.enum(FIRST_KINDS), z.enum(SECOND_WORD_KINDS)]),
  /** Of the instruction or the change; the currency of unbooked amounts. */
  id: z.string(),
  /** What it is. */
  what: waitingFactSchema,
  waitingSince: instant,
  expiresAt: instant,
  remindedAt: instant,
}));

/** People were reminded of something that waits, shortly before it expires: once. */
export type Reminder = Stored<typeof reminderSchema>;
