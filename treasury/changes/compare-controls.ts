import { DEFAULT_BOOKING_BOUND_SECONDS } from '../booking/booking-terms.ts';
import type { ServiceAmounts } from '../policy/answered-amounts.ts';
import {
  type ApprovalTiers,
  type CounterpartyLimits,
  type FeeBound,
  type LiquidityFloor,
  type Mode,
  type RollingNotional,
  strictnessOf,
  type TradeLimits,
  type WithdrawalLimits,
} from '../policy/controls.ts';
import { labelKey } from '../policy/label.ts';
import {
  DEFAULT_ACCOUNT_COOLING_OFF_SECONDS,
  DEFAULT_CHANGE_EXPIRY_SECONDS,
  DEFAULT_COLLAR_PERCENT,
} from '../policy/policy-limits.ts';
import type { ControlsDraft } from '../policy/policy-schema.ts';
import type { ZeroBalances } from '../valuation/absent-balances.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  eachCurrency,
  harmlessName,
  higherAmount,
  higherAmountOr,
  inPercent,
  longerTime,
  lowerAmountOrNone,
  lowerAmountsOrNone,
  lowerFloor,
  lowerFloors,
  moreEntries,
  neitherWay,
  shorterTime,
  switchedOn,
} from './field-comparators.ts';

const mode = leaf<Mode>((field, before = 'live', after = 'live') =>
  strictnessOf(after) < strictnessOf(before)
    ? { code: 'less-strict', field, from: before, to: after }
    : null,
);

/** Name by name, as limits go by it: one that is gone limits nothing any more. */
const counterparties: Compare<readonly CounterpartyLimits[]> = (field, before, after, units) => {
  const named = (all: readonly CounterpartyLimits[] = []) =>
    new Map(all.map((each) => [labelKey(each.name), each]));
  const [left, right] = [named(before), named(after)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [was, is] = [left.get(key), right.get(key)];
    const name = is?.name ?? was?.name ?? key;
    return compareCounterparty(`${field}.${name}`, was, is, units);
  });
};

const compareCounterparty = fieldsOf<CounterpartyLimits>({
  name: harmlessName,
  per24Hours: higherAmount,
  per30Days: higherAmount,
});

/** What is believed to be gone frees lanes, settles outcomes and uses occurrences up. */
const omittedCountsAsZero = leaf<ZeroBalances>((field, before, after) =>
  after === 'omitted' && before !== 'omitted' ? { code: 'omitted-is-zero', field } : null,
);

const DAY_SECONDS = 86_400;

const otherAmounts = anyChange('other-answered-amounts');

/** The differences between two versions of the controls, field by field. */
export const compareControls: Compare<ControlsDraft> = fieldsOf<ControlsDraft>({
  mode,
  // A currency without a mode of its own has the tenant's.
  currencyModes: eachCurrency(mode),
  reportingCurrency: anyChange('other-reporting-currency'),
  trades: fieldsOf<TradeLimits>({
    instruments: moreEntries,
    maximumNotional: higherAmount,
    collarPercent: inPercent(higherAmountOr(DEFAULT_COLLAR_PERCENT)),
    per24Hours: fieldsOf<RollingNotional>({ total: higherAmount, person: higherAmount }),
    approvalAbove: higherAmount,
    idForms: moreEntries,
  }),
  approvalTiers: fieldsOf<ApprovalTiers>({ oneAbove: higherAmount, twoAbove: higherAmount }),
  approvalExpirySeconds: longerTime(DAY_SECONDS),
  lateExecutionBoundSeconds: shorterTime(),
  bookingBoundSeconds: shorterTime(DEFAULT_BOOKING_BOUND_SECONDS),
  feeBound: fieldsOf<FeeBound>({
    absolute: lowerAmountsOrNone,
    percent: inPercent(lowerAmountOrNone),
  }),
  answeredAmounts: fieldsOf<ServiceAmounts>({
    amounts: otherAmounts,
    digits: eachCurrency<number>(otherAmounts),
  }),
  automaticSettlement: switchedOn('evidence-settles'),
  zeroBalances: omittedCountsAsZero,
  changeExpirySeconds: longerTime(DEFAULT_CHANGE_EXPIRY_SECONDS),
  accountCoolingOffSeconds: shorterTime(DEFAULT_ACCOUNT_COOLING_OFF_SECONDS),
  generalLedgerCodes: neitherWay,
  liquidityFloor: fieldsOf<LiquidityFloor>({
    total: lowerFloor,
    currencies: lowerFloors,
  }),
  withdrawalLimits: fieldsOf<WithdrawalLimits>({ per24Hours: higherAmount, counterparties }),
  crossedPrices: switchedOn('crossed-prices-permit'),
});
