import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import type { ServiceRequest, SimulatedService } from '../service/service.ts';
import { textOf, timesOf, unitsOf, wholeUnitsOf } from '../units.ts';
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

/** What a confirmed trade says of its fills must be what the service's books have moved by it. */
export function fillViolation(
  { id, status }: Instruction,
  service: SimulatedService | null,
): Violation | null {
  if (status.state !== 'confirmed' || status.confirmation?.kind !== 'trade') return null;
  const { executed } = status.confirmation.trade;
  const [execution] = service?.executionsOf(id) ?? [];
  if (executed === undefined || execution === undefined) return null;
  const moved = execution.flows.map(([, units]) => textOf(units < 0n ? -units : units));
  const said = [executed.base, executed.quote];
  if (said.every((amount, index) => isNear(amount, moved[index] ?? ''))) return null;
  const message = `${id} is on record with ${said.join(' and ')}; its flows were ${moved.join(' and ')}`;
  return { code: 'filled-otherwise', message };
}

/** The service rounds what it exchanges to the smallest unit of its books. */
function isNear(said: string, moved: string): boolean {
  if (said.startsWith('-')) return false;
  const [left, right] = [wholeUnitsOf(said), wholeUnitsOf(moved)];
  return left - right <= 1n && right - left <= 1n;
}
