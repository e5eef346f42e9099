import type { Break } from '../ledger/break.ts';
import type { Flow } from '../ledger/flow.ts';
import { type Expectation, fitOf } from './expected-movement.ts';

/**
 * Whether a rule expects a break that stands, whenever that was opened: for a person who explains many. Its bounds of 24
 * hours count what it explains by itself, so they are not asked here. One that a request may account for is left
 * out.
 */
export function expectsBreak(rule: Expectation, found: Break, flow: Flow | null): boolean {
  const { currency, sinceReadAt, readAt, amount } = found;
  if (mayBeOfRequest(found)) return false;
  const { price, reportingCurrency } = flow ?? { price: null, reportingCurrency: currency };
  const movement = { currency, unexplained: amount, sinceReadAt, readAt, price, reportingCurrency };
  return fitOf(rule, movement) !== null;
}

/** A request of unknown outcome may account for it, or might once have; or it may be the part of a withdrawal. */
export function mayBeOfRequest({ doubted, mayBe, takenForWhole = [] }: Break): boolean {
  return doubted === true || mayBe.length > 0 || takenForWhole.length > 0;
}

/** Only a rule for every currency compares values, so only that one needs the prices of a break's flow. */
export function needsPrices({ currency }: Expectation): boolean {
  return currency === undefined;
}
