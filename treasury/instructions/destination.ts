import * as z from 'zod/mini';
import { accountDraftSchema, type RegisteredAccount } from '../policy/registered-account.ts';
import { record, type Stored } from '../records/record.ts';

export const destinationSchema = record(
  () =>
    z.pick(accountDraftSchema, {
      label: true,
      network: true,
      currency: true,
      details: true,
      networkAtService: true,
    }).shape,
);

/** The destination as approvers see it: every detail of the account by which people recognise it. */
export type Destination = Stored<typeof destinationSchema>;

/** The current account, for the instruction that is to pay to it. */
export function destinationOf(account: RegisteredAccount): Destination {
  const { label, network, currency, details, networkAtService } = account;
  const spelling = networkAtService === undefined ? {} : { networkAtService };
  return { label, network, currency, details, ...spelling };
}
