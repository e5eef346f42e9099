import type { Instant } from '../time/instant.ts';
import { type BalanceReading, type Balances, balanceOf } from '../valuation/balance.ts';
import { type JudgedSnapshot, valuesOf } from '../valuation/believed-values.ts';
import type { PriceDoubt } from '../valuation/price.ts';
import type { PastReading } from './history.ts';

/** What a stored snapshot has of balances and prices. */
export interface PastHoldings extends JudgedSnapshot {
  readonly balances: Balances;
  readonly pricesDoubted?: readonly PriceDoubt[];
  readonly inputs?: { readonly prices?: { readonly readAt: Instant } };
}

export interface PastTick {
  readonly scheduledFor: Instant;
  readonly takenAt: Instant;
}

/** What a backtest takes of a snapshot: these currencies. Values over a third currency too: the controls say whether that permits. */
export function pastReadingOf(
  { scheduledFor, takenAt }: PastTick,
  held: PastHoldings,
  names: readonly string[] | 'all',
  withMarket = false,
): PastReading {
  const currencies = names === 'all' ? Object.keys(held.balances) : names;
  const balances = currencies.flatMap((currency): [string, Balances[string]][] => {
    const balance = pastBalance(balanceOf(held.balances, currency));
    return balance === null ? [] : [[currency, balance]];
  });
  const { prices, pricesDoubted: doubted = [] } = held;
  return {
    scheduledFor,
    takenAt,
    balances: Object.fromEntries(balances),
    values: valuesOf(held, { crossedPrices: true }, currencies),
    pricesReadAt: held.inputs?.prices?.readAt ?? takenAt,
    ...(withMarket ? { market: { prices, doubted } } : {}),
  };
}

/** Null of a currency that no answer had ever listed by then. */
function pastBalance(reading: BalanceReading): Balances[string] | null {
  switch (reading.kind) {
    case 'stated': {
      const { total, available } = reading.balance;
      return { total, ...(available !== undefined && { available }) };
    }
    case 'not-listed':
      return reading.away;
    case 'unreadable':
      return reading.unreadable;
    default:
      return reading satisfies never;
  }
}
