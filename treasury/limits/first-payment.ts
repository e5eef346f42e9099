import type { Lane } from '../instructions/lane.ts';
import {
  digestOfDestination,
  type FirstPaymentDebit,
  leftUnnamed,
  paidTo,
} from '../instructions/paid-destination.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { isFirstPayment } from './outflow-bounds.ts';

/** Counts until an answer has named the place, or two people have said that a payment arrived. */
export function firstPaymentOf(
  { destinations }: Pick<Lane, 'destinations'>,
  account: RegisteredAccount,
  amount: string,
): { readonly firstPayment?: FirstPaymentDebit } {
  const isNamed = leftUnnamed(paidTo(destinations, account.id, account)) === null;
  if (isNamed || !isFirstPayment(account)) return {};
  const of = digestOfDestination(account);
  return { firstPayment: { accountId: account.id, of, amount } };
}
