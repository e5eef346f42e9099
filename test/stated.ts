import { type Balance, type Balances, balanceOf } from '../treasury/valuation/balance.ts';

/** The balance of a currency where it is stated: tests say themselves what they expect of one that is not. */
export function stated(balances: Balances | undefined, currency: string): Balance | undefined {
  if (balances === undefined) return undefined;
  const reading = balanceOf(balances, currency);
  return reading.kind === 'stated' ? reading.balance : undefined;
}
