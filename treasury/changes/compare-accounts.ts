import type { RegisteredAccountDraft } from '../policy/policy-schema.ts';
import type { AccountLimits } from '../policy/registered-account.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  anyName,
  higherAmount,
  neitherWay,
  otherName,
  switchedOn,
} from './field-comparators.ts';

/** The differences between two versions of a registered account. Switching it off narrows, and so do limits. */
export const compareAccounts: Compare<RegisteredAccountDraft> = fieldsOf<RegisteredAccountDraft>({
  id: anyChange('is another'),
  // The details by which approvers know the destination.
  label: anyName('is another: people know the destination by it'),
  network: anyChange('is another: money leaves to another place'),
  currency: anyChange('is another: money leaves to another place'),
  networkAtService: anyChange('is another: answers under it count as the same network'),
  firstPaymentMaximum: higherAmount,
  paymentArrived: switchedOn('a payment has arrived, so the first-payment maximum ends'),
  answeredAmounts: anyChange(
    'are others: answers with other amounts may count as what was asked for',
  ),
  details: anyChange('are others: money may leave to another place'),
  status: leaf<RegisteredAccountDraft['status']>((field, _before, after) =>
    after === 'inactive' ? null : `${field}: the account is switched on`,
  ),
  generalLedgerCode: neitherWay,
  // Under another name it counts for another's limits; where it had none, it only gains limits.
  counterparty: otherName('is another: its limits count for it no more'),
  limits: fieldsOf<AccountLimits>({ per24Hours: higherAmount, per30Days: higherAmount }),
});
