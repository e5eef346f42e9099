import { eachAccountLimit } from '../policy/account-limits.ts';
import type { RegisteredAccountDraft } from '../policy/policy-schema.ts';
import type { AccountLimits } from '../policy/registered-account.ts';
import { sameJson } from '../records/same-json.ts';
import { type Compare, fieldsOf, leaf } from './field-change.ts';
import {
  anyChange,
  anyName,
  higherAmount,
  neitherWay,
  otherName,
  switchedOn,
} from './field-comparators.ts';

type Destination = Pick<RegisteredAccountDraft, 'currency' | 'network' | 'details' | 'status'>;

/** Whether a change makes it another destination, which rests again before money goes there. */
export function isOtherDestination(before: Destination, after: Destination): boolean {
  return (
    before.currency !== after.currency ||
    before.network !== after.network ||
    !sameJson(before.details, after.details) ||
    (before.status !== 'active' && after.status === 'active')
  );
}

/** The differences between two versions of a registered account. Switching it off narrows, and so do limits. */
export const compareAccounts: Compare<RegisteredAccountDraft> = fieldsOf<RegisteredAccountDraft>({
  id: anyChange('other'),
  // The details by which approvers know the destination.
  label: anyName('other-name-of-destination'),
  network: anyChange('other-place'),
  currency: anyChange('other-place'),
  networkAtService: anyChange('other-network-at-service'),
  firstPaymentMaximum: higherAmount,
  paymentArrived: switchedOn('payment-arrived'),
  answeredAmounts: anyChange('other-answered-amounts'),
  details: anyChange('other-details'),
  status: leaf<RegisteredAccountDraft['status']>((field, _before, after) =>
    after === 'inactive' ? null : { code: 'account-on', field },
  ),
  generalLedgerCode: neitherWay,
  // Under another name it counts for another's limits; where it had none, it only gains limits.
  counterparty: otherName('other-counterparty'),
  limits: fieldsOf<AccountLimits>(eachAccountLimit(higherAmount)),
});
