import type { Exchange } from '../../treasury/outcomes/outcome.ts';
import { ACCOUNT, AMOUNT, CURRENCY, REQUEST } from './policy.ts';

/** What a POST can look like on the wire, one of each kind that the protocol tells apart. */
export type ExchangeKind =
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

function answered(status: number, body: unknown): Exchange {
  return { kind: 'answered', status, contentType: 'application/json', body: JSON.stringify(body) };
}

function failed(connected: boolean, code: string): Exchange {
  return { kind: 'failed', connected, code, message: '' };
}

export function exchangeOf(kind: ExchangeKind, n: number): Exchange {
  switch (kind) {
    case 'confirmation':
      return answered(200, [withdrawal(n, REQUEST.amount)]);
    case 'contradiction':
      return answered(200, [withdrawal(n, String(AMOUNT + 1))]);
    case 'stated-failure':
      return answered(200, [{ ...withdrawal(n, REQUEST.amount), state: 'failed' }]);
    case 'refusal':
      return answered(422, {});
    case 'token-refused':
      return answered(401, {});
    case 'timeout':
      return failed(true, 'TIMEOUT');
    case 'not-connected':
      return failed(false, 'CONNECT_FAILURE');
    case 'past-send-by':
      return failed(false, 'PAST_SEND_BY');
    case 'halt-changed':
      return failed(false, 'HALT_CHANGED');
    default:
      return kind satisfies never;
  }
}

/** Everything else on the wire, each with the kind that stands for it in the search. */
export const STANDS_FOR: readonly { readonly exchange: Exchange; readonly by: ExchangeKind }[] = [
  ...[400, 403, 404].map((status) => ({ exchange: answered(status, {}), by: 'refusal' as const })),
  ...[201, 202, 204, 301, 302, 408, 409, 425, 429, 500, 502, 503, 504].map((status) => ({
    exchange: answered(status, {}),
    by: 'timeout' as const,
  })),
  ...['CONNECTION_LOST', 'TRUNCATED', 'OVERSIZED', 'INVALID_ANSWER', 'ABORTED', 'ANYTHING'].map(
    (code) => ({ exchange: failed(true, code), by: 'timeout' as const }),
  ),
  ...['', '[{"id"', '<html></html>', '{}', 'null'].map((body) => ({
    exchange: { kind: 'answered', status: 200, contentType: '', body } as const,
    by: 'timeout' as const,
  })),
  ...['rejected', 'cancelled', 'a word that nobody knows'].map((state) => ({
    exchange: answered(200, [{ ...withdrawal(0, REQUEST.amount), state }]),
    by: 'stated-failure' as const,
  })),
  ...['pending', 'processing'].map((state) => ({
    exchange: answered(200, [{ ...withdrawal(0, REQUEST.amount), state }]),
    by: 'confirmation' as const,
  })),
  ...['HALT_UNREADABLE', 'DNS_FAILURE', 'CONNECT_TIMEOUT', 'TLS_FAILURE', 'NO_TOKEN'].map(
    (code) => ({
      exchange: failed(false, code),
      by: 'not-connected' as const,
    }),
  ),
  { exchange: answered(200, []), by: 'contradiction' },
];
