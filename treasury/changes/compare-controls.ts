import { DEFAULT_BOOKING_BOUND_SECONDS } from '../booking/booking-terms.ts';
import {
  type ApprovalTiers,
  type FeeBound,
  type Mode,
  type RollingNotional,
  strictnessOf,
  type TradeLimits,
} from '../policy/controls.ts';
import {
  DEFAULT_ACCOUNT_COOLING_OFF_SECONDS,
  DEFAULT_CHANGE_EXPIRY_SECONDS,
  DEFAULT_COLLAR_PERCENT,
} from '../policy/policy-limits.ts';
import type { ControlsDraft } from '../policy/policy-schema.ts';
import { type Compare, type FieldChange, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  higherAmount,
  higherAmountOr,
  longerTime,
  lowerAmountOrNone,
  lowerAmountsOrNone,
  moreEntries,
  neitherWay,
  shorterTime,
  switchedOn,
} from './field-comparators.ts';

const mode = leaf<Mode>((field, before = 'live', after = 'live') =>
  strictnessOf(after) < strictnessOf(before) ? `${field} goes from ${before} to ${after}` : null,
);

/** Currency by currency; a currency without a mode of its own has the tenant's. */
const currencyModes: Compare<Readonly<Record<string, Mode>>> = (field, before, after) => {
  const left = new Map(Object.entries(before ?? {}));
  const right = new Map(Object.entries(after ?? {}));
  return [...new Set([...left.keys(), ...right.keys()])].flatMap(
    (currency): readonly FieldChange[] =>
      mode(`${field}.${currency}`, left.get(currency), right.get(currency)),
  );
};

const DAY_SECONDS = 86_400;

/** The differences between two versions of the controls, field by field. */
export const compareControls: Compare<ControlsDraft> = fieldsOf<ControlsDraft>({
  mode,
  currencyModes,
  reportingCurrency: anyChange('is another: every limit in it means another amount'),
  trades: fieldsOf<TradeLimits>({
    instruments: moreEntries,
    maximumNotional: higherAmount,
    collarPercent: higherAmountOr(DEFAULT_COLLAR_PERCENT),
    per24Hours: fieldsOf<RollingNotional>({ total: higherAmount, person: higherAmount }),
    approvalAbove: higherAmount,
  }),
  approvalTiers: fieldsOf<ApprovalTiers>({ oneAbove: higherAmount, twoAbove: higherAmount }),
  approvalExpirySeconds: longerTime(DAY_SECONDS),
  lateExecutionBoundSeconds: shorterTime(),
  bookingBoundSeconds: shorterTime(DEFAULT_BOOKING_BOUND_SECONDS),
  feeBound: fieldsOf<FeeBound>({ absolute: lowerAmountsOrNone, percent: lowerAmountOrNone }),
  automaticSettlement: switchedOn('evidence alone may settle'),
  changeExpirySeconds: longerTime(DEFAULT_CHANGE_EXPIRY_SECONDS),
  accountCoolingOffSeconds: shorterTime(DEFAULT_ACCOUNT_COOLING_OFF_SECONDS),
  generalLedgerCodes: neitherWay,
});
