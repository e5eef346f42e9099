import * as z from 'zod/mini';
import { accountDraftSchema, type RegisteredAccount } from '../policy/registered-account.ts';
import type { Stored } from '../records/record.ts';

export const destinationSchema = z.pick(accountDraftSchema, {
  label: true,
  network: true,
  currency: true,
  details: true,
});

/** Where money goes, as whoever decides about it sees it: all of the account that people know it by. */
export type Destination = Stored<typeof destinationSchema>;

/** The account as it stands, for the instruction that is to pay to it. */
export function destinationOf(account: RegisteredAccount): Destination {
  const { label, network, currency, details } = account;
  return { label, network, currency, details };
}
