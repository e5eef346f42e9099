import type { HttpAttempt } from '../../adapters/http-client/http-attempt.ts';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import { notSent, type WithdrawalReply } from '../../treasury/outcomes/reply.ts';
import { ACCOUNT, AMOUNT, CURRENCY, REQUEST } from './policy.ts';

/** What a request can come to, one of each kind that the protocol tells apart. */
export type ReplyKind =
  | 'confirmation'
  | 'contradiction'
  | 'stated-failure'
  | 'refusal'
  | 'token-refused'
  | 'timeout'
  | 'not-connected'
  | 'past-send-by'
  | 'halt-changed';

/** The n-th instruction's withdrawal, as the service would show it. */
function withdrawal(n: number, amount: string) {
  return {
    id: `a0000000-0000-4000-8000-00000000000${n}`,
    network: ACCOUNT.network,
    currency: CURRENCY,
    amount,
    withdrawalAccount: { id: ACCOUNT.id },
    createdAt: '2026-01-05T09:00:01.000Z',
  };
}

function answered(status: number, body: unknown): HttpAttempt {
  return { kind: 'answered', status, contentType: 'application/json', body: JSON.stringify(body) };
}

function failed(connected: boolean, code: string): HttpAttempt {
  return { kind: 'failed', connected, code, why: { code: 'closed' } };
}

const replies = new Map<string, WithdrawalReply>();

/** As the real client reads it, once for each kind and instruction: a search asks millions of times. */
export function replyOf(kind: ReplyKind, n: number): WithdrawalReply {
  const key = `${kind}${n}`;
  const known = replies.get(key) ?? readReply(kind, n);
  replies.set(key, known);
  return known;
}

function readReply(kind: ReplyKind, n: number): WithdrawalReply {
  switch (kind) {
    case 'confirmation':
      return classifyWithdrawal(answered(200, [withdrawal(n, REQUEST.amount)]));
    case 'contradiction':
      return classifyWithdrawal(answered(200, [withdrawal(n, String(AMOUNT + 1))]));
    case 'stated-failure':
      return classifyWithdrawal(
        answered(200, [{ ...withdrawal(n, REQUEST.amount), state: 'failed' }]),
      );
    case 'refusal':
      return classifyWithdrawal(answered(422, {}));
    case 'token-refused':
      return classifyWithdrawal(answered(401, {}));
    case 'timeout':
      return classifyWithdrawal(failed(true, 'TIMEOUT'));
    case 'not-connected':
      return classifyWithdrawal(failed(false, 'CONNECT_FAILURE'));
    // What Sluice stops by itself, before there is a request.
    case 'past-send-by':
      return notSent({ code: 'past-send-by', sendBy: '2026-01-05T09:00:12.000Z' });
    case 'halt-changed':
      return notSent({ code: 'halt-changed', generation: 4, claimed: 3 });
    default:
      return kind satisfies never;
  }
}

/** Everything else that a request can come to, each with the kind that stands for it in the search. */
export const STANDS_FOR: readonly { readonly seen: HttpAttempt; readonly by: ReplyKind }[] = [
  ...[400, 403, 404].map((status) => ({ seen: answered(status, {}), by: 'refusal' as const })),
  ...[201, 202, 204, 301, 302, 408, 409, 425, 429, 500, 502, 503, 504].map((status) => ({
    seen: answered(status, {}),
    by: 'timeout' as const,
  })),
  ...['CONNECTION_LOST', 'TRUNCATED', 'OVERSIZED', 'INVALID_ANSWER', 'ABORTED', 'ANYTHING'].map(
    (code) => ({ seen: failed(true, code), by: 'timeout' as const }),
  ),
  ...['', '[{"id"', '<html></html>', '{}', 'null'].map((body) => ({
    seen: { kind: 'answered', status: 200, contentType: '', body } as const,
    by: 'timeout' as const,
  })),
  ...['rejected', 'cancelled', 'an unknown word'].map((state) => ({
    seen: answered(200, [{ ...withdrawal(0, REQUEST.amount), state }]),
    by: 'stated-failure' as const,
  })),
  ...['pending', 'processing'].map((state) => ({
    seen: answered(200, [{ ...withdrawal(0, REQUEST.amount), state }]),
    by: 'confirmation' as const,
  })),
  ...['DNS_FAILURE', 'CONNECT_TIMEOUT', 'TLS_FAILURE', 'NO_TOKEN', 'PAST_SEND_BY'].map((code) => ({
    seen: failed(false, code),
    by: 'not-connected' as const,
  })),
  { seen: answered(200, []), by: 'contradiction' },
];
