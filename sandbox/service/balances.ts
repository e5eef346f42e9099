import { Decimal } from '../../treasury/money/decimal.ts';
import { printAmount } from '../market/currencies.ts';
import { jsonAnswer } from './answer.ts';
import type { Endpoint, Service } from './service.ts';

/** A balance as decimal text. */
export interface ShownBalance {
  readonly total: string;
  readonly available: string;
}

/**
 * Balances of this moment. The total holds what is available, what is held, and, where the sandbox
 * is told that totals fall late, withdrawals that are not processed yet.
 */
export function balancesNow(service: Service): Readonly<Record<string, ShownBalance>> {
  const now = service.clock();
  const pending = new Map<string, Decimal>();
  for (const { currency, amount, processedFrom } of service.books.state.withdrawals) {
    if (service.totalFalls === 'when-executed' || Date.parse(processedFrom) <= now) continue;
    pending.set(currency, (pending.get(currency) ?? new Decimal(0)).plus(amount));
  }
  return Object.fromEntries(
    Object.entries(service.books.state.balances).map(([currency, { available, held }]) => {
      const total = new Decimal(available).plus(held).plus(pending.get(currency) ?? 0);
      return [
        currency,
        { total: printAmount(currency, total), available: printAmount(currency, available) },
      ];
    }),
  );
}

/**
 * GET /v1/balances. The reference does not show the body (part 4.4), so the sandbox answers any of
 * three plausible shapes: `{BTC: {total, available}}`, `{BTC: "3.25"}` (what is available) or
 * `[{currency, total, available}]`.
 */
export const answerBalances: Endpoint = (service) => {
  const balances = balancesNow(service);
  switch (service.balanceShape) {
    case 'objects':
      return jsonAnswer(balances);
    case 'text':
      return jsonAnswer(
        Object.fromEntries(
          Object.entries(balances).map(([currency, { available }]) => [currency, available]),
        ),
      );
    case 'list':
      return jsonAnswer(
        Object.entries(balances).map(([currency, balance]) => ({ currency, ...balance })),
      );
    default:
      return service.balanceShape satisfies never;
  }
};
