import { SANDBOX_ACCOUNTS, type SandboxAccount } from '../../sandbox/index.ts';
import type { Content } from '../../treasury/instructions/instruction.ts';
import type { Decimal } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import { demoComment, ID_PREFIX } from './marks.ts';

/** A withdrawal to an account that does not exist, under the label of one that does. */
export function withdrawal(
  currency: string,
  amount: Decimal,
): Content & { readonly kind: 'withdrawal' } {
  const { label } = accountOf(currency);
  return {
    kind: 'withdrawal',
    currency,
    amount: formatDecimal(amount),
    withdrawalAccountId: accountIdOf(currency),
    accountLabel: demoComment(label),
  };
}

/** The id of an account that the service does not know. */
export function accountIdOf(currency: string): string {
  return `${ID_PREFIX}account-${currency.toLowerCase()}`;
}

/** The made-up destination, for people to read; the account itself is made up as well. */
export function accountOf(currency: string): Pick<SandboxAccount, 'label' | 'network'> {
  const accounts: readonly SandboxAccount[] = Object.values(SANDBOX_ACCOUNTS);
  const found = accounts.find((each) => each.currency === currency);
  if (found === undefined) throw new Error(`the sandbox has no account for ${currency}`);
  return found;
}
