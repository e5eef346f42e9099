import { Decimal } from '../../treasury/money/decimal.ts';
import { arriveHidingDeposits } from '../booking/hiding-deposits.ts';
import { notShownYet } from '../booking/unbooked.ts';
import { printAmount } from '../market/currencies.ts';
import { jsonResponse } from './answer.ts';
import type { Endpoint, Service } from './service.ts';

/** A balance as decimal text. */
export interface ShownBalance {
  readonly total: string;
  readonly available: string;
}

/** Balances as the books have them at this moment: the truth, whatever is shown. */
export function trueBalances(service: Service): Readonly<Record<string, ShownBalance>> {
  arriveHidingDeposits(service);
  return Object.fromEntries(
    Object.entries(service.books.state.balances).map(([currency, { available, held }]) => {
      const total = new Decimal(available).plus(held);
      return [currency, shown(currency, new Decimal(available), total)];
    }),
  );
}

/**
 * Balances as they are shown at this moment: without what is not booked yet. Where the sandbox is told
 * that totals fall late, the total holds withdrawals that are not processed. `behind`: as the replica
 * shows them.
 */
export function balancesNow(
  service: Service,
  behind = false,
): Readonly<Record<string, ShownBalance>> {
  arriveHidingDeposits(service);
  const { replicaLagMs, replicaShowsDeposits } = service.books.state.bookingMode;
  const differences = notShownYet(service.books.state, {
    nowMs: service.clock(),
    lagMs: behind ? replicaLagMs : 0,
    showsDeposits: replicaShowsDeposits,
    totalUntilProcessed: service.totalFalls === 'when-processed',
  });
  return Object.fromEntries(
    Object.entries(service.books.state.balances).map(([currency, { available, held }]) => {
      const difference = differences.get(currency);
      // A credit that is not booked yet may have been spent already.
      const availableNow = Decimal.max(0, new Decimal(available).plus(difference?.available ?? 0));
      const total = Decimal.max(0, new Decimal(available).plus(held).plus(difference?.total ?? 0));
      return [currency, shown(currency, availableNow, total)];
    }),
  );
}

function shown(currency: string, available: Decimal, total: Decimal): ShownBalance {
  return { total: printAmount(currency, total), available: printAmount(currency, available) };
}

/**
 * GET /v1/balances. The reference does not show the body (part 4.4), so the sandbox answers any of
 * three plausible shapes: `{BTC: {total, available}}`, `{BTC: "3.25"}` (what is available) or
 * `[{currency, total, available}]`.
 */
export const answerBalances: Endpoint = (service) => {
  const { replicaLagMs } = service.books.state.bookingMode;
  const behind = replicaLagMs > 0 && service.replicas.takeTurn();
  const balances = balancesNow(service, behind);
  switch (service.balanceShape) {
    case 'objects':
      return jsonResponse(balances);
    case 'text':
      return jsonResponse(
        Object.fromEntries(
          Object.entries(balances).map(([currency, { available }]) => [currency, available]),
        ),
      );
    case 'list':
      return jsonResponse(
        Object.entries(balances).map(([currency, balance]) => ({ currency, ...balance })),
      );
    default:
      return service.balanceShape satisfies never;
  }
};
