import type { RegisteredAccount } from '../../policy/registered-account.ts';
import { type Finding, held, refused } from './finding.ts';

/** Only a registered, active account is ever a destination. */
export function checkAccount(account: RegisteredAccount | null, accountId: string): Finding {
  if (account === null || account.id !== accountId) {
    const checked = { limit: 'account', seen: 'not registered', accepted: 'active' } as const;
    const words = `Withdrawal account ${accountId} is not registered.`;
    return refused(checked, 'account-not-active', words);
  }
  const checked = { limit: 'account', seen: account.status, accepted: 'active' } as const;
  if (account.status === 'active') return held(checked);
  const words = `Withdrawal account "${account.label}" is ${account.status}.`;
  return refused(checked, 'account-not-active', words);
}

/** The account's currency must be the one that is withdrawn. */
export function checkCurrency(account: RegisteredAccount, currency: string): Finding {
  const checked = { limit: 'currency', seen: account.currency, accepted: currency } as const;
  if (account.currency === currency) return held(checked);
  const words = `Withdrawal account "${account.label}" is for ${account.currency}, not for ${currency}.`;
  return refused(checked, 'currency-mismatch', words);
}

/** Both; what an account that is not registered is for can't be worked out. */
export function checkDestination(
  account: RegisteredAccount | null,
  accountId: string,
  currency: string,
): readonly Finding[] {
  const registered = checkAccount(account, accountId);
  return account === null ? [registered] : [registered, checkCurrency(account, currency)];
}
