import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { ServiceRequest } from '../service/service.ts';
import { textOf, timesOf, unitsOf } from '../units.ts';
import type { Violation } from '../violation.ts';

/** Between the reading that a claim was judged by and its POST prices drift, by cents of many. */
const DRIFT_PERCENT = 2n;

/** As every world's controls have it. */
const MAXIMUM_NOTIONAL = '100000';

/**
 * What must be true of a conversion that the service executes, by the service's own price when it was sent, however late it is
 * executed: its side gives the rule's currency away, its limit lies within the collar, and its value within the largest trade.
 */
export function tradeViolation(
  id: string,
  { currency, into }: SweepRule,
  { instrument, side, price, amount }: ServiceRequest & { readonly kind: 'trade' },
  market: string,
): Violation | null {
  const [base, quote] = instrument.split('/');
  const [given, taken] = side === 'sell' ? [base, quote] : [quote, base];
  if (given !== currency || taken !== into) {
    const message = `${id} turns ${given} into ${taken}; its rule, ${currency} into ${into}`;
    return { code: 'converted-otherwise', message };
  }
  const value = timesOf(market, amount, 'buy');
  if (value > (unitsOf(MAXIMUM_NOTIONAL) * (100n + DRIFT_PERCENT)) / 100n) {
    const message = `${id} is worth ${textOf(value)}; the largest trade is ${MAXIMUM_NOTIONAL}`;
    return { code: 'over-notional', message };
  }
  const [limit, seen] = [unitsOf(price), unitsOf(market)];
  const worst =
    side === 'buy' ? (seen * (105n + DRIFT_PERCENT)) / 100n : (seen * (95n - DRIFT_PERCENT)) / 100n;
  if (side === 'buy' ? limit <= worst : limit >= worst) return null;
  const message = `${id} was sent at ${price} while the market was ${market}`;
  return { code: 'outside-collar', message };
}
