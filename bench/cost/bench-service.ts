import { createHash } from 'node:crypto';
import { classifyWithdrawal } from '../../adapters/trading-service/classify-withdrawal.ts';
import type { WithdrawalRequest } from '../../treasury/outcomes/outcome.ts';
import type { TradingService } from '../../treasury/ports/trading-service.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/**
 * A service that answers at once and books at once: only what follows from its answers is measured. Balances stay unless
 * money is sent; prices move a little with every answer, each by itself.
 */
export function benchService(
  balances: Map<string, number>,
  random: () => number,
  now: () => Instant,
): TradingService {
  const mids = new Map([...balances.keys()].map((name) => [name, 10 ** (random() * 5)]));
  const shown = () =>
    Object.fromEntries(
      [...balances].map(([name, total]) => {
        const text = total.toFixed(8);
        return [name, { total: text, available: text }];
      }),
    );
  const quoted = () =>
    Object.fromEntries(
      [...mids].map(([name, before]) => {
        const mid = before * (1 + (random() - 0.5) / 500);
        mids.set(name, mid);
        return [`${name}/USD`, { bid: (mid * 0.9995).toFixed(4), ask: (mid * 1.0005).toFixed(4) }];
      }),
    );
  return {
    readBalances: async () => {
      const raw = JSON.stringify(shown());
      const rawDigest = createHash('sha256').update(raw).digest('hex');
      return { ok: true, value: { readAt: now(), balances: shown(), raw, rawDigest } };
    },
    readPrices: async () => ({ ok: true, value: { readAt: now(), prices: quoted() } }),
    sendWithdrawal: async (request) => {
      const { currency, amount } = request;
      balances.set(currency, (balances.get(currency) ?? 0) - Number(amount));
      return classifyWithdrawal({
        kind: 'answered',
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(answerTo(request, now())),
      });
    },
    sendTrade: () => Promise.reject(new Error('no trade is measured here')),
  };
}

function answerTo(
  { withdrawalAccountId, amount, currency }: WithdrawalRequest,
  createdAt: Instant,
) {
  const network = 'bitcoin';
  const withdrawalAccount = { id: withdrawalAccountId, network, currency };
  return [{ id: crypto.randomUUID(), network, currency, amount, withdrawalAccount, createdAt }];
}
