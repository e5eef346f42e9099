import * as z from 'zod/mini';
import { ACCOUNT_STATUSES } from '../policy/registered-account.ts';
import type { Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';
import { fact } from './fact.ts';

export const DESTINATION_FACTS = [
  fact('account', 'account-not-registered', () => ({
    /** Absent if the rule names none. */
    accountId: z.exactOptional(z.string()),
  })),
  /** Its item cannot be read: whether anything may leave to it is not known. */
  fact('account', 'account-unreadable', () => ({ id: z.string() })),
  fact('account', 'account-status', () => ({
    label: z.string(),
    status: z.enum(ACCOUNT_STATUSES),
  })),
  fact('currency', 'account-currency', () => ({
    label: z.string(),
    /** Of the account. */
    currency: z.string(),
    withdrawn: z.string(),
  })),
  fact('cooling-off', 'cooling-off', () => ({
    label: z.string(),
    usableFrom: instant,
    now: instant,
  })),
] as const;

/** Whether money may go to an account. */
export type DestinationFact = Stored<(typeof DESTINATION_FACTS)[number]>;
