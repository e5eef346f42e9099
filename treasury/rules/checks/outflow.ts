import { fits, leftOf, type OutflowBound, takenFrom } from '../../limits/outflow-bounds.ts';
import type { Decimal } from '../../money/decimal.ts';
import { formatDecimal } from '../../money/decimal-text.ts';
import { formatMoney, type Money } from '../../money/money.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/**
 * A floor or a limit over several currencies must have room for the required amount: the amount itself, or, if that is
 * not settled yet, the smallest amount that the rule would withdraw.
 */
export function checkOutflow(bound: OutflowBound, needed: Money): CheckResult {
  const { limit, reason, currency } = bound;
  if (bound.seen === null) {
    const why = bound.unknown ?? 'it is not known';
    const checked = { limit, seen: `not known: ${why}`, accepted: acceptedBy(bound, needed) };
    const message = `${nameOf(bound)} cannot be compared, so nothing leaves: ${why}.`;
    return refused(checked, 'limit-unknown', message);
  }
  const isOwnCurrency = currency === needed.currency;
  const value = isOwnCurrency ? { value: formatDecimal(bound.seen) } : {};
  const checked = {
    limit,
    seen: seenOf(bound, bound.seen),
    accepted: acceptedBy(bound, needed),
    ...value,
  };
  if (fits(bound, needed.amount)) return passed(checked);
  const takes = `${formatMoney(needed)}${worthOf(bound, needed)}`;
  const left = `${formatDecimal(leftOf(bound))} ${currency}`;
  const message =
    reason === 'liquidity-floor'
      ? `${nameOf(bound)} must stay; ${formatDecimal(bound.seen)} ${currency} are there, so ${takes} cannot leave.`
      : `${nameOf(bound)} has ${left} left; ${takes} would be needed.`;
  return refused(checked, reason, message);
}

/** The same at the request of a person and at the claim: the amount is fixed. */
export function refuseOutflow(
  bounds: readonly OutflowBound[],
  amount: Money,
): readonly CheckResult[] {
  return bounds.map((bound) => checkOutflow(bound, amount));
}

/** "the 766 USD above the liquidity floor of 1234 USD over everything". */
export function describeRoom(bound: OutflowBound): string {
  const room = `${formatDecimal(leftOf(bound))} ${bound.currency}`;
  return bound.reason === 'liquidity-floor'
    ? `the ${room} above the ${shortNameOf(bound)}`
    : `the ${room} left of the ${shortNameOf(bound)}`;
}

function seenOf(bound: OutflowBound, seen: Decimal): string {
  const { reason, currency, cap } = bound;
  const left = formatDecimal(leftOf(bound));
  return reason === 'liquidity-floor'
    ? `${formatDecimal(seen)} ${currency} there, ${left} above the floor`
    : `${formatDecimal(seen)} of ${cap} ${currency} used in ${windowOf(bound)}, ${left} left`;
}

function acceptedBy(bound: OutflowBound, needed: Money): string {
  const { reason, cap, currency, seen } = bound;
  if (reason === 'liquidity-floor') return `at least ${cap} ${currency} stays`;
  if (seen === null) return `at most ${cap} ${currency} in ${windowOf(bound)}`;
  return `at least ${formatDecimal(takenFrom(bound, needed.amount))} left`;
}

function worthOf(bound: OutflowBound, needed: Money): string {
  if (bound.currency === needed.currency) return '';
  return ` (worth ${formatDecimal(takenFrom(bound, needed.amount))} ${bound.currency})`;
}

function nameOf(bound: OutflowBound): string {
  const name = shortNameOf(bound);
  return `The ${name}`;
}

function shortNameOf(bound: OutflowBound): string {
  const { limit, cap, currency, of = '' } = bound;
  const amount = `${cap} ${currency}`;
  switch (limit) {
    case 'floor-total':
      return `liquidity floor of ${amount} over everything`;
    case 'floor-currency':
      return `liquidity floor of ${amount}`;
    case 'account-24h':
    case 'account-30d':
      return `limit of ${amount} per ${windowOf(bound)} to "${of}"`;
    case 'counterparty-24h':
    case 'counterparty-30d':
      return `limit of ${amount} per ${windowOf(bound)} to counterparty "${of}"`;
    case 'outflow-24h':
      return `limit of ${amount} per ${windowOf(bound)} over all withdrawals`;
    case 'first-payment':
      return `first-payment maximum of ${amount} to "${of}"`;
    default:
      return limit satisfies never;
  }
}

function windowOf({ limit }: OutflowBound): string {
  if (limit === 'first-payment') return 'all, as no answer has named the place yet';
  return limit.endsWith('30d') ? '30 days' : '24 hours';
}
