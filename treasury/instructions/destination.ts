import type { RegisteredAccount } from '../policy/registered-account.ts';

/** Where money goes, as whoever decides about it sees it: all of the account that people know it by. */
export type Destination = Pick<RegisteredAccount, 'label' | 'network' | 'currency' | 'details'>;

/** The account as it stands, for the instruction that is to pay to it. */
export function destinationOf(account: RegisteredAccount): Destination {
  const { label, network, currency, details } = account;
  return { label, network, currency, details };
}
