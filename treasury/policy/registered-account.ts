import * as z from 'zod/mini';
import { decimalText } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import { sealSchema } from '../seals/seal.ts';
import { instant } from '../time/instant-schema.ts';
import { eachAccountLimit } from './account-limits.ts';
import { accountAmountsSchema } from './answered-amounts.ts';

/** Money leaves only to an active account. */
export const ACCOUNT_STATUSES = ['active', 'inactive'] as const;

const accountLimitsSchema = record(() => eachAccountLimit(z.exactOptional(decimalText)));

/** Decimal text in the account's currency. */
export type AccountLimits = Stored<typeof accountLimitsSchema>;

/** The fields of an account that people set. The permitted values are narrower: see `policy-schema.ts`. */
export const accountDraftSchema = record(() => ({
  /** UUID, as registered at the service. */
  id: z.string(),
  label: z.string(),
  network: z.string(),
  currency: z.string(),
  /** Network-specific; any properties, as the service shows them. */
  details: z.record(z.string(), z.unknown()),
  status: z.enum(ACCOUNT_STATUSES),
  /** The service's own name for the network, where it spells it otherwise: answers under it name the same one. */
  networkAtService: z.exactOptional(z.string()),
  /** Until an answer has named it, or people say that a payment arrived, no more than this leaves to it in all. */
  firstPaymentMaximum: z.exactOptional(decimalText),
  /** Two people say that a payment arrived there. */
  paymentArrived: z.exactOptional(z.boolean()),
  /** How answers state amounts that go to it; absent: as the controls say. */
  answeredAmounts: z.exactOptional(accountAmountsSchema),
  /** The account of the general ledger that withdrawals to it are booked against; absent: suspense. */
  generalLedgerCode: z.exactOptional(z.string()),
  /** Who is paid: accounts of the same counterparty share its limits. Absent: no counterparty's limits apply. */
  counterparty: z.exactOptional(z.string()),
  /** Over all rules and withdrawals that people request; absent: no limit of its own. */
  limits: z.exactOptional(accountLimitsSchema),
}));

export const accountSchema = record(() => ({
  ...accountDraftSchema.shape,
  /** Nothing leaves to it before this moment: time for a person to notice it. Absent: from the start. */
  usableFrom: z.exactOptional(instant),
  /** Set if it was taken away for ever; then it is inactive, and only its history is shown. */
  deletedAt: z.exactOptional(instant),
  /** Counts the accepted changes of this account, from 1. */
  version: z.int().check(z.positive()),
  /** Over this version, by the function that wrote it; without one nothing leaves to it. */
  seal: z.exactOptional(sealSchema),
}));

/**
 * A withdrawal account registered at the service (reference, 2.3). `id` is the service's own
 * identifier; only an active account whose currency matches can ever be a destination.
 */
export type RegisteredAccount = Stored<typeof accountSchema>;

/** The service ignores case in account ids, so the counts against them do too. */
export function accountKey(accountId: string): string {
  return accountId.toLowerCase();
}
