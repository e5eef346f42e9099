import type { Unanswered } from '../../treasury/outcomes/unanswered.ts';

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
      readonly why: Unanswered;
    }
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      /** The body as text, complete and within the size limit. */
      readonly body: string;
    };

/** A failure of ours before a byte of the request left. */
export function neverLeft(code: string, why: Unanswered): HttpAttempt & { kind: 'failed' } {
  return { kind: 'failed', connected: false, code, why };
}

/** What the platform says of an error. */
export function quotedError({ code, name, message }: NodeJS.ErrnoException): Unanswered {
  return { code: 'error', name: code ?? name, said: message };
}

/** An attempt as it is kept. */
export function seenOfAttempt(attempt: HttpAttempt) {
  if (attempt.kind === 'failed') {
    const { code: error, connected: begun, why } = attempt;
    return { came: { code: 'unanswered', error, begun, why } } as const;
  }
  const { status, contentType: form, body } = attempt;
  return { came: { code: 'answered', status, form }, serviceAnswer: body } as const;
}
