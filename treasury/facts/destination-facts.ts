import type { RegisteredAccount } from '../policy/registered-account.ts';
import type { Instant } from '../time/instant.ts';

/** Whether money may go to an account. */
export type DestinationFact =
  | {
      readonly limit: 'account';
      readonly code: 'account-not-registered';
      /** Absent if the rule names none. */
      readonly accountId?: string;
    }
  | {
      readonly limit: 'account';
      readonly code: 'account-status';
      readonly label: string;
      readonly status: RegisteredAccount['status'];
    }
  | {
      readonly limit: 'currency';
      readonly code: 'account-currency';
      readonly label: string;
      /** Of the account. */
      readonly currency: string;
      readonly withdrawn: string;
    }
  | {
      readonly limit: 'cooling-off';
      readonly code: 'cooling-off';
      readonly label: string;
      readonly usableFrom: Instant;
      readonly now: Instant;
    };
