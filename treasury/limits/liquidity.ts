import type { Lane, OpenInstruction } from '../instructions/lane.ts';
import { unbookedIn } from '../instructions/lane-reading.ts';
import { type Decimal, ROUNDING, ZERO } from '../money/decimal.ts';
import { decimalOf, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import { isConversionKey } from '../policy/conversion.ts';
import type { Instant } from '../time/instant.ts';
import { type Balances, heldOf, withdrawable } from '../valuation/balance.ts';
import { type BelievedValues, unitValue } from '../valuation/believed-values.ts';

/** What a tenant holds, and what is on its way out. */
export interface Holdings {
  readonly balances: Balances;
  readonly balancesReadAt: Instant;
  /** Of every currency, with these balances taken into account, and read after them. */
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly now: Instant;
}

/** Liquidity in the reporting currency, never more than there is. */
export interface Liquidity {
  readonly total: Decimal;
  /** Held, and counted as nothing: not stated, without a usable price, or with amounts on their way that are not known. */
  readonly uncounted: readonly string[];
}

/**
 * The value of what can be withdrawn and is not on its way out: what lanes have claimed and no balance shows yet is
 * gone, whether its outcome is known or not. With `open`, amounts of withdrawals that are about to be claimed are gone
 * as well. A currency that cannot be counted for certain counts as nothing.
 */
export function liquidityOf(
  holdings: Holdings,
  values: BelievedValues,
  reportingCurrency: string,
  open: 'with-open' | 'without-open',
): Liquidity {
  const lanes = new Map(holdings.lanes.map((lane) => [lane.currency, lane]));
  const uncounted: string[] = [];
  let total = ZERO;
  for (const currency of Object.keys(holdings.balances)) {
    const free = freeIn(holdings, currency, lanes.get(currency) ?? null, open);
    if (free?.isZero() === true) continue;
    const value = free === null ? null : worthIn(values, currency, free, reportingCurrency);
    if (value === null) uncounted.push(currency);
    else total = total.plus(value);
  }
  const counted = total.toDecimalPlaces(MAX_FRACTION_DIGITS, ROUNDING.down);
  return { total: counted, uncounted: uncounted.sort() };
}

/** Null if it is not stated, or the amounts on their way are not known: of a lane of another ledger. */
function freeIn(
  { balances, balancesReadAt, epoch, now }: Holdings,
  currency: string,
  lane: Lane | null,
  open: 'with-open' | 'without-open',
): Decimal | null {
  const held = heldOf(balances, currency);
  if (!held.known) return null;
  const read = held.balance;
  if (lane === null) return decimalOf(withdrawable(read));
  const { booking } = lane;
  if (lane.epoch !== epoch) return null;
  // A later reading has credited what it shows: the earlier balance still includes it.
  const { reading } = booking;
  const isLater = reading !== undefined && reading.at > balancesReadAt;
  const free = decimalOf(withdrawable(isLater ? reading : read));
  const promised = open === 'with-open' ? openIn(lane) : ZERO;
  return free.minus(unbookedIn(lane, now)).minus(promised);
}

function openIn({ open }: Lane): Decimal {
  return Object.values(open)
    .filter(isWithdrawal)
    .reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
}

/** A trade changes one currency into another, by whomever it was asked for; a withdrawal leaves. */
export function isWithdrawal({ ruleId, accountId }: OpenInstruction): boolean {
  return accountId === undefined ? ruleId !== undefined : !isConversionKey(accountId);
}

/** Exact: the sum is rounded once. At the lowest of the values that count: liquidity is never more than there is. */
function worthIn(
  values: BelievedValues,
  currency: string,
  amount: Decimal,
  reportingCurrency: string,
): Decimal | null {
  const unit = unitValue(values, currency, reportingCurrency);
  return unit.known ? amount.times(decimalOf(unit.least)) : null;
}
