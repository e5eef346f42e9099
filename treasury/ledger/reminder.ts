import * as z from 'zod/mini';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

/** What waits for a person until it expires. */
export const WAITING_KINDS = ['withdrawal', 'trade', 'change'] as const;

export const reminderSchema = record({
  tenant: z.string(),
  kind: z.enum(WAITING_KINDS),
  /** Of the instruction or the change. */
  id: z.string(),
  /** What it is in a few words, such as "1.25 BTC". */
  summary: z.string(),
  waitingSince: instant,
  expiresAt: instant,
  remindedAt: instant,
});

/** People were reminded of something that waits, shortly before it expires: once. */
export type Reminder = Stored<typeof reminderSchema>;
