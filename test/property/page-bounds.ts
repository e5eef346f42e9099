import { balanceOf, type Given, left, openOf, unbookedOf, windowOf } from './page-holdings.ts';
import { Decimal, DOWN, midOf, UP, ZERO } from './page-prices.ts';
import type { PageAccount, PageRule, PageSituation } from './page-situation.ts';

/* A part of the evaluator that was written from docs/recomputing.md: see page-evaluator.ts. */

// Floors and limits over several currencies.

export interface Bound {
  readonly reason: string;
  /** Null: not known. */
  readonly left: Decimal | null;
  readonly mid: Decimal;
  readonly hasFee: boolean;
}

export const worthAt = (amount: Decimal, mid: Decimal) => amount.times(mid).toDecimalPlaces(30, UP);

export function boundsOf(
  situation: PageSituation,
  rule: PageRule,
  account: PageAccount,
  free: Decimal,
  given: readonly Given[],
): readonly Bound[] {
  const { now, floors, floorTotal, outflow24Hours, outflowHours, counterparties } = situation;
  const { currency } = rule;
  const found: Bound[] = [];
  const one = new Decimal(1);
  const floor = floors[currency];
  if (floor !== undefined) {
    found.push({
      reason: 'liquidity-floor',
      left: left(free, new Decimal(floor)),
      mid: one,
      hasFee: true,
    });
  }
  const mid = midOf(situation, currency);
  if (floorTotal !== undefined) {
    const worth = worthOfAll(situation, given);
    const known = mid !== null && worth !== null;
    found.push({
      reason: 'liquidity-floor',
      left: known ? left(liquidity(situation).minus(worth), new Decimal(floorTotal)) : null,
      mid: mid ?? one,
      hasFee: true,
    });
  }
  const openTo = openWithdrawals(situation).filter((each) => each.accountId === account.id);
  const givenTo = given.filter((each) => each.accountId === account.id);
  const taken = [...openTo, ...givenTo].reduce<Decimal>(
    (sum, { amount }) => sum.plus(amount),
    ZERO,
  );
  const own = [
    [account.limits?.per24Hours, windowOf(account.usedHours, now, 'hours')],
    [account.limits?.per30Days, windowOf(account.usedDays, now, 'days')],
    [account.limits?.lifetime, new Decimal(account.paid)],
  ] as const;
  for (const [limit, used] of own) {
    if (limit === undefined) continue;
    const room = left(new Decimal(limit), used.plus(taken));
    found.push({ reason: 'account-limit', left: room, mid: one, hasFee: false });
  }
  const byValue = (
    reason: string,
    limit: string | undefined,
    used: Decimal,
    ids: readonly string[] | null,
  ) => {
    if (limit === undefined) return;
    const concerned = [...openWithdrawals(situation), ...given].filter(
      ({ accountId }) => ids === null || ids.includes(accountId),
    );
    const worth = worthOfAll(situation, concerned);
    const room = mid === null || worth === null ? null : left(new Decimal(limit), used.plus(worth));
    found.push({ reason, left: room, mid: mid ?? one, hasFee: false });
  };
  const counterparty = counterparties.find(({ name }) => name === account.counterparty);
  const ids = situation.accounts
    .filter((each) => each.counterparty !== undefined && each.counterparty === account.counterparty)
    .map(({ id }) => id);
  if (counterparty !== undefined) {
    const { per24Hours, per30Days, hours, days } = counterparty;
    byValue('counterparty-limit', per24Hours, windowOf(hours, now, 'hours'), ids);
    byValue('counterparty-limit', per30Days, windowOf(days, now, 'days'), ids);
  }
  byValue('outflow-limit', outflow24Hours, windowOf(outflowHours, now, 'hours'), null);
  return found;
}

export interface Amount {
  readonly currency: string;
  readonly accountId: string;
  readonly amount: Decimal;
}

export function openWithdrawals({ currencies }: PageSituation): readonly Amount[] {
  return Object.entries(currencies).flatMap(([currency, { open }]) =>
    open.map(({ amount, accountId }) => ({ currency, accountId, amount: new Decimal(amount) })),
  );
}

export function worthOfAll(situation: PageSituation, all: readonly Amount[]): Decimal | null {
  let sum: Decimal = ZERO;
  for (const { currency, amount } of all) {
    const mid = midOf(situation, currency);
    if (mid === null) return null;
    sum = sum.plus(worthAt(amount, mid));
  }
  return sum;
}

export function liquidity(situation: PageSituation): Decimal {
  return Object.entries(situation.currencies)
    .reduce<Decimal>((sum, [currency, held]) => {
      const mid = midOf(situation, currency);
      if (mid === null) return sum;
      const there = balanceOf(held).minus(unbookedOf(held, situation.now)).minus(openOf(held));
      return sum.plus(there.times(mid));
    }, ZERO)
    .toDecimalPlaces(30, DOWN);
}

export function feeOf({ fee }: PageSituation, currency: string) {
  const fixed = new Decimal(fee.absolute[currency] ?? '0');
  return { fixed, share: new Decimal(fee.percent).dividedBy(100) };
}

export function roomIn(situation: PageSituation, currency: string, bound: Bound): Decimal {
  if (bound.left === null) return ZERO;
  const { fixed, share } = bound.hasFee ? feeOf(situation, currency) : { fixed: ZERO, share: ZERO };
  const room = bound.left.dividedBy(bound.mid).minus(fixed).dividedBy(share.plus(1));
  return Decimal.max(room.toDecimalPlaces(30, DOWN), ZERO);
}

export function isRefused(
  situation: PageSituation,
  currency: string,
  bound: Bound,
  needed: Decimal,
): boolean {
  if (bound.left === null) return true;
  const { fixed, share } = bound.hasFee ? feeOf(situation, currency) : { fixed: ZERO, share: ZERO };
  const fee = fixed.plus(needed.times(share)).toDecimalPlaces(30, UP);
  return worthAt(needed.plus(fee), bound.mid).greaterThan(bound.left);
}
