import type { HttpAttempt } from '../../../adapters/http-client/http-attempt.ts';
import type { AnswerSettings } from '../../../adapters/trading-service/answer-settings.ts';
import { classifyTrade } from '../../../adapters/trading-service/classify-trade.ts';
import { classifyWithdrawal } from '../../../adapters/trading-service/classify-withdrawal.ts';
import { judgeCreated, type RequestTimes } from '../../../treasury/outcomes/created-when.ts';
import { judgeTrade } from '../../../treasury/outcomes/judge-trade.ts';
import { judgeWithdrawal } from '../../../treasury/outcomes/judge-withdrawal.ts';
import type {
  TradeOutcome,
  TradeRequest,
  WithdrawalOutcome,
  WithdrawalRequest,
} from '../../../treasury/outcomes/outcome.ts';
import type { TrustedOfTrades } from '../../../treasury/outcomes/trade-proof.ts';
import { askedOf } from '../../samples/asked-withdrawal.ts';

export const ACCOUNT = '7d2f9a54-3b1c-4e0f-9a27-1f6f1c0b8e11';
export const OTHER_ACCOUNT = '0c9e4b57-1a2d-4f3e-8b6c-5d4e3f2a1b09';

export const WITHDRAWAL_REQUEST: WithdrawalRequest = {
  withdrawalAccountId: ACCOUNT,
  amount: '1.5',
  currency: 'BTC',
};

export const TRADE_REQUEST: TradeRequest = {
  instrument: 'BTC/USD',
  side: 'sell',
  price: '60000',
  amount: '0.25',
};

/** When the requests of these tests were on their way. */
export const SENT: RequestTimes = {
  claimedAt: '2026-01-31T08:59:58.000Z',
  receivedAt: '2026-01-31T09:00:01.000Z',
};

export function answered(
  status: number,
  body: unknown,
  contentType = 'application/json',
): HttpAttempt {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, contentType, body: text };
}

export function failed(connected: boolean, code: string): HttpAttempt {
  return {
    kind: 'failed',
    connected,
    code,
    why: { code: 'error', said: 'as the platform words it' },
  };
}

/** The n-th withdrawal id of a test. */
export function withdrawalId(n: number): string {
  return `a0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A withdrawal as the reference shows it (2.2), with what a test changes. */
export function withdrawal(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: withdrawalId(1),
    label: 'Sweep',
    network: 'bitcoin',
    currency: 'BTC',
    amount: '1.5',
    withdrawalAccount: {
      id: ACCOUNT,
      label: 'Cold storage',
      network: 'bitcoin',
      currency: 'BTC',
      details: { beneficiary: { address: 'bc1-example' } },
    },
    createdAt: '2026-01-31T09:00:00.000Z',
    details: {},
    ...changes,
  };
}

/** What becomes of a withdrawal by what was seen of it: the client's reading and the domain's judgement. */
export function outcomeOfWithdrawal(
  request: WithdrawalRequest,
  attempt: HttpAttempt,
  known: ReadonlySet<string>,
): WithdrawalOutcome {
  const asked = askedOf(request);
  return judgeCreated(judgeWithdrawal(asked, classifyWithdrawal(attempt), known), SENT);
}

/** What the prices of the tests name, and no form of ids. */
export const TRUSTED: TrustedOfTrades = {
  idForms: [],
  currencies: new Set(['BTC', 'ETH', 'USD', 'EUR']),
};

interface KnownOfTrades {
  readonly settings?: AnswerSettings;
  readonly trusted?: TrustedOfTrades;
}

/** The same of a trade. */
export function outcomeOfTrade(
  request: TradeRequest,
  attempt: HttpAttempt,
  known: ReadonlySet<string>,
  { settings, trusted }: KnownOfTrades = {},
): TradeOutcome {
  return judgeTrade(request, classifyTrade(attempt, settings), known, trusted ?? TRUSTED);
}
