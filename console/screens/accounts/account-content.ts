import { isOtherDestination } from '../../../treasury/changes/compare-accounts.ts';
import type { Account, AccountBody } from './types.ts';

/** What people set of an account, and nothing that Sluice adds. */
export function contentOf(account: Account): AccountBody {
  const { id, label, network, currency, details, status, generalLedgerCode } = account;
  const { counterparty, limits, networkAtService, answeredAmounts } = account;
  const { firstPaymentMaximum, paymentArrived } = account;
  return {
    ...{ id, label, network, currency, details, status },
    ...(firstPaymentMaximum === undefined ? {} : { firstPaymentMaximum }),
    ...(paymentArrived === undefined ? {} : { paymentArrived }),
    ...(answeredAmounts === undefined ? {} : { answeredAmounts }),
    ...(networkAtService === undefined ? {} : { networkAtService }),
    ...(generalLedgerCode === undefined ? {} : { generalLedgerCode }),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(limits === undefined ? {} : { limits }),
  };
}

/** Whether it is another destination afterwards, which rests again before money goes there. */
export function restsAgain(before: AccountBody | null, after: AccountBody): boolean {
  return before === null || isOtherDestination(whole(before), whole(after));
}

/** With the defaults of the API. */
function whole({ currency, network, details = {}, status = 'active' }: AccountBody) {
  return { currency, network, details, status };
}
