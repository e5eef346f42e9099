import { SENDER_TIMEOUT_SECONDS } from '../../../treasury/sending/protocol-limits.ts';
import { MAX_TOKEN_AGE_MS } from '../token-source.ts';

/**
 * How long after AWSCURRENT has moved the token before it may still be shown to the service: a function that read it
 * a moment earlier holds it for its bounded age, and an invocation that took it at the end of that runs for its whole
 * timeout. Only then may the old token be revoked.
 */
export const OLD_TOKEN_NEEDED_MS = MAX_TOKEN_AGE_MS + SENDER_TIMEOUT_SECONDS * 1_000;
