import type { Limit } from '../../../treasury/policy/limit.ts';
import type { PriceRange, SimulatedService } from '../service/service.ts';
import { unitsOf } from '../units.ts';

/** Where the true prices are: whatever the service tells, a limit by value means the amount that it is worth. */
export type TruePrices = Pick<SimulatedService, 'rangeOf'>;

/**
 * A limit in units of its currency, by the service's true prices so far and their spread of a cent either way: the least
 * that a floor may be, the most that a cap may be.
 */
export function limitUnits(
  limit: Limit,
  side: 'floor' | 'cap',
  currency: string,
  prices: TruePrices,
): bigint {
  if (typeof limit === 'string') return unitsOf(limit);
  const value = unitsOf(limit.value);
  if (limit.in === currency) return value;
  const { lowest, highest } = rangeOf(prices, `${currency}/${limit.in}`);
  const cents = BigInt(side === 'floor' ? highest + 1 : lowest - 1);
  const amount = (value * 100n) / cents;
  return side === 'floor' ? amount : amount + 1n;
}

function rangeOf(prices: TruePrices, instrument: string): PriceRange {
  const range = prices.rangeOf(instrument);
  if (range === null) throw new Error(`a limit rests on ${instrument}, which has no price`);
  return range;
}
