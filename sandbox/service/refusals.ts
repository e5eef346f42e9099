import * as z from 'zod';
import { REFUSED_ACCOUNTS_MAX } from '../limits.ts';
import { type Answer, problemResponse } from './answer.ts';

/** What the service refuses each time, until it is told otherwise. */
export const refusals = z.strictObject({
  /** The status of every POST, as to a token that may read and not withdraw; null: none is refused. */
  posts: z
    .union([z.literal(400), z.literal(403), z.literal(422)])
    .nullable()
    .default(null),
  /** Withdrawal accounts that are refused with 422. */
  accounts: z.array(z.uuid()).max(REFUSED_ACCOUNTS_MAX).default([]),
});
export type Refusals = z.infer<typeof refusals>;

export const REFUSES_NOTHING: Refusals = { posts: null, accounts: [] };

/** Null if this service takes POSTs. */
export function refusePosts({ posts }: Refusals): Answer | null {
  if (posts === null) return null;
  return problemResponse(posts, {
    type: 'urn:sandbox-service:problem:not-permitted',
    title: 'Not permitted',
    detail: 'this token may read, and neither withdraw nor trade',
  });
}

/** Null if it pays to this account. */
export function refuseAccount({ accounts }: Refusals, accountId: string): Answer | null {
  if (!accounts.some((each) => each.toLowerCase() === accountId.toLowerCase())) return null;
  return problemResponse(422, {
    type: 'urn:sandbox-service:problem:account-refused',
    title: 'The account is refused',
    detail: `nothing is paid to ${accountId}`,
  });
}
