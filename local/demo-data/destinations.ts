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

/** The id of an account that the service does not know: the first of a currency, or a further one. */
export function accountIdOf(currency: string, number = 1): string {
  return `${ID_PREFIX}account-${currency.toLowerCase()}${number === 1 ? '' : `-${number}`}`;
}

/** The made-up destination, for people to read; the account itself is made up as well. */
export function accountOf(currency: string, number = 1): Pick<SandboxAccount, 'label' | 'network'> {
  const accounts: readonly SandboxAccount[] = Object.values(SANDBOX_ACCOUNTS);
  const found = accounts.filter((each) => each.currency === currency)[number - 1];
  if (found === undefined) throw new Error(`the sandbox has no account ${number} for ${currency}`);
  return found;
}

/** The network of a made-up account. */
export function networkOf(accountId: string): SandboxAccount['network'] {
  const accounts: readonly SandboxAccount[] = Object.values(SANDBOX_ACCOUNTS);
  for (const currency of new Set(accounts.map((each) => each.currency))) {
    const own = accounts.filter((each) => each.currency === currency);
    const index = own.findIndex((_, at) => accountIdOf(currency, at + 1) === accountId);
    const network = own[index]?.network;
    if (network !== undefined) return network;
  }
  throw new Error(`no made-up account is ${accountId}`);
}
