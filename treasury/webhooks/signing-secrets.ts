import type { WebhookSecret } from '../ledger/webhook-secret.ts';
import { type Instant, plusSeconds } from '../time/instant.ts';

/** Seconds for which an event is signed by the secret before as well: a day, in which a receiver is given the new one. */
export const SECRET_OVERLAP_SECONDS = 86_400;

/** The secrets that sign at a moment, of those that there are, newest first. */
export function signingSecrets(
  secrets: readonly WebhookSecret[],
  at: Instant,
): readonly WebhookSecret[] {
  const [newest, before] = secrets;
  if (newest === undefined) return [];
  const overlaps = at < plusSeconds(newest.createdAt, SECRET_OVERLAP_SECONDS);
  return before === undefined || !overlaps ? [newest] : [newest, before];
}
