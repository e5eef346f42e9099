/**
 * The observation of one request on the wire, before any judgement. The token is in none of it. failed, connected
 * false: DNS, refused, connect timeout or TLS handshake on a fresh socket; no byte of the request left. failed,
 * connected true: anything after that. answered: a complete answer.
 */
export type HttpAttempt =
  | {
      readonly kind: 'failed';
      readonly connected: boolean;
      readonly code: string;
      readonly message: string;
    }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      /** The body as text, complete and within the size limit. */
      readonly body: string;
    };

/** An attempt in the words that are kept as evidence. */
export function describeAttempt(attempt: HttpAttempt): string {
  return attempt.kind === 'failed'
    ? `${attempt.code} (${attempt.connected ? 'after' : 'before'} the connection stood): ${attempt.message}`
    : `answered ${attempt.status} ${attempt.contentType || 'without a content type'}: ${attempt.body || '(nothing)'}`;
}
