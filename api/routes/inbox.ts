import * as z from 'zod/mini';
import { INBOX_KINDS } from '../../treasury/inbox/inbox-item.ts';

/** Filters of what waits: only what the caller may decide about, only one kind. */
export const inboxQuery = z.strictObject({
  for: z.exactOptional(z.literal('me', { error: 'expected "me", or no such parameter' })),
  kind: z.exactOptional(z.enum(INBOX_KINDS)),
});
