import * as z from 'zod/mini';
import { INBOX_KINDS } from '../../treasury/inbox/inbox-item.ts';
import { code, currency, searchText, wholePaging } from './query-fields.ts';

/** Filters of what waits: only what the caller may decide about, only one kind, only what names something. */
export const inboxQuery = z.strictObject({
  for: z.exactOptional(z.literal('me', { error: 'expected "me", or no such parameter' })),
  kind: z.exactOptional(code(INBOX_KINDS)),
  text: z.exactOptional(searchText),
  currency: z.exactOptional(currency),
  account: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(63))),
  rule: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(63))),
  ...wholePaging,
});
