import { conversionOf, destinationKey } from './conversion.ts';
import { accountKey } from './registered-account.ts';
import type { SweepRule } from './sweep-rule.ts';

/** The part of a rule that says where its money goes. */
export type Paying = Pick<SweepRule, 'withdrawalAccountId' | 'split'>;

/** Every account that a rule pays to, in the order of its parts; none if it converts. */
export function destinationsOf({ withdrawalAccountId, split }: Paying): readonly string[] {
  const parts = split?.parts.map((part) => part.withdrawalAccountId);
  return parts ?? (withdrawalAccountId === undefined ? [] : [withdrawalAccountId]);
}

/** Where the surplus of a rule goes, as the limits of approvals count it, in the order of its parts. */
export function destinationKeysOf(
  rule: Paying & Parameters<typeof destinationKey>[0],
): readonly string[] {
  const converts = conversionOf(rule) !== null;
  return converts || rule.split === undefined
    ? [destinationKey(rule)]
    : destinationsOf(rule).map(accountKey);
}

export function paysTo(rule: Paying, accountId: string): boolean {
  const key = accountKey(accountId);
  return destinationsOf(rule).some((id) => accountKey(id) === key);
}

/** The part of a rule's split that pays to an account, from 1; null if the rule has no split, or no such part. */
export function partPayingTo({ split }: Paying, accountId: string): number | null {
  const key = accountKey(accountId);
  const parts: readonly { readonly withdrawalAccountId: string }[] = split?.parts ?? [];
  const index = parts.findIndex((part) => accountKey(part.withdrawalAccountId) === key);
  return index === -1 ? null : index + 1;
}
