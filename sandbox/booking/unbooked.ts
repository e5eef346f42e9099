import { Decimal } from '../../treasury/money/decimal.ts';
import type { BooksState, StoredTrade, StoredWithdrawal } from '../books/state.ts';
import type { BookedPart } from './booking-mode.ts';

/** By how much a shown balance differs from the books. */
export interface Difference {
  readonly available: Decimal;
  readonly total: Decimal;
}

/** One machine, or the replica that is behind. */
export interface Viewpoint {
  readonly nowMs: number;
  /** How far bookings are behind here, beyond their own delay. */
  readonly lagMs: number;
  readonly showsDeposits: boolean;
  /** Totals hold a withdrawal until it is processed. */
  readonly totalUntilProcessed: boolean;
}

/** The difference per currency between the books and the shown balances: add it to the books. */
export function notShownYet(
  state: BooksState,
  viewpoint: Viewpoint,
): ReadonlyMap<string, Difference> {
  const differences = new Map<string, Difference>();
  // Instants of one form compare as text, which spares thousands of parsings per answer.
  const seen = new Date(viewpoint.nowMs - viewpoint.lagMs).toISOString();
  const add = (currency: string, sign: 1 | -1, parts: readonly BookedPart[]) => {
    for (const { amount, availableFrom, totalFrom } of parts) {
      if (availableFrom <= seen && totalFrom <= seen) continue;
      const { available, total } = differences.get(currency) ?? NONE;
      const signed = new Decimal(amount).times(sign);
      differences.set(currency, {
        available: availableFrom > seen ? available.plus(signed) : available,
        total: totalFrom > seen ? total.plus(signed) : total,
      });
    }
  };
  for (const withdrawal of state.withdrawals) {
    // Processed is the last thing that a withdrawal becomes.
    if (withdrawal.processedFrom <= seen) continue;
    add(withdrawal.currency, 1, partsOf(withdrawal, viewpoint));
  }
  for (const trade of state.trades) {
    if (trade.booking === undefined && viewpoint.lagMs === 0) continue;
    add(trade.paid.currency, 1, tradeParts(trade, 'paid', viewpoint));
    add(trade.received.currency, -1, tradeParts(trade, 'received', viewpoint));
  }
  if (viewpoint.lagMs === 0 || viewpoint.showsDeposits) return differences;
  for (const { kind, currency, amount, at } of state.movements) {
    add(currency, kind === 'deposit' ? -1 : 1, [atOnce(amount, at, viewpoint)]);
  }
  return differences;
}

const NONE: Difference = { available: new Decimal(0), total: new Decimal(0) };

/** On one machine what is booked at once is shown at once, whatever its clock said then. */
const ALWAYS = '';

function atOnce(amount: string, at: string, { lagMs }: Viewpoint): BookedPart {
  const from = lagMs === 0 ? ALWAYS : at;
  return { amount, availableFrom: from, totalFrom: from };
}

function partsOf(
  { amount, fee, createdAt, processedFrom, booking }: StoredWithdrawal,
  viewpoint: Viewpoint,
): readonly BookedPart[] {
  const whole = fee === undefined ? amount : new Decimal(amount).plus(fee).toFixed();
  const parts = booking ?? [atOnce(whole, createdAt, viewpoint)];
  if (!viewpoint.totalUntilProcessed) return parts;
  return parts.map((part) => ({ ...part, totalFrom: processedFrom }));
}

function tradeParts(
  trade: StoredTrade,
  side: 'paid' | 'received',
  viewpoint: Viewpoint,
): readonly BookedPart[] {
  return trade.booking?.[side] ?? [atOnce(trade[side].amount, trade.createdAt, viewpoint)];
}
