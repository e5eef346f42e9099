import { LIMIT_NAMES } from '../../facts/limit-name.ts';
import type { ApprovalRoom } from '../../instructions/approval-room.ts';
import type { OutflowBound } from '../../limits/outflow-bounds.ts';
import { accountKey, type RegisteredAccount } from '../../policy/registered-account.ts';
import type { Instant } from '../../time/instant.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** One account that a rule pays to, and how much more may go there without an approval. */
export interface DestinationView {
  readonly accountId: string;
  /** Null if it is not registered. */
  readonly account: RegisteredAccount | null;
  readonly approval: ApprovalRoom;
  /** Of a split: the limits of the account and of its counterparty, which bind its part. */
  readonly bounds: readonly OutflowBound[];
}

/** Only a registered, active account is ever a destination. */
export function checkAccount(
  account: RegisteredAccount | null,
  accountId: string | undefined,
  unreadable: readonly string[] = [],
): CheckResult {
  if (account === null || account.id !== accountId) {
    if (
      accountId !== undefined &&
      unreadable.some((id) => accountKey(id) === accountKey(accountId))
    ) {
      return refused({ limit: 'account', code: 'account-unreadable', id: accountId }, 'unreadable');
    }
    const named = accountId === undefined ? {} : { accountId };
    return refused(
      { limit: 'account', code: 'account-not-registered', ...named },
      'account-not-active',
    );
  }
  const { label, status } = account;
  const fact = { limit: 'account', code: 'account-status', label, status } as const;
  return status === 'active' ? passed(fact) : refused(fact, 'account-not-active');
}

/** The account's currency must be the withdrawn one. */
export function checkCurrency(account: RegisteredAccount, withdrawn: string): CheckResult {
  const { label, currency } = account;
  const fact = { limit: 'currency', code: 'account-currency', label, currency, withdrawn } as const;
  return currency === withdrawn ? passed(fact) : refused(fact, 'currency-mismatch');
}

/** A new destination rests first, so that a person can notice it; the moment itself is over the rest. */
export function checkCoolingOff(
  { label }: RegisteredAccount,
  usableFrom: Instant,
  now: Instant,
): CheckResult {
  const fact = { limit: 'cooling-off', code: 'cooling-off', label, usableFrom, now } as const;
  return now >= usableFrom ? passed(fact) : refused(fact, 'account-cooling-off');
}

/**
 * All of them; the currency of an account that is not registered is not known. `unreadable`: ids of accounts whose items
 * cannot be read.
 */
export function checkDestination(
  account: RegisteredAccount | null,
  accountId: string | undefined,
  currency: string,
  now: Instant,
  unreadable: readonly string[] = [],
): readonly CheckResult[] {
  const registered = checkAccount(account, accountId, unreadable);
  if (account === null) return [registered];
  const { usableFrom } = account;
  return [
    registered,
    ...(usableFrom === undefined ? [] : [checkCoolingOff(account, usableFrom, now)]),
    checkCurrency(account, currency),
  ];
}

/**
 * The same for every account of a split, as one check of each kind: the first that refuses, or the first. One account
 * that money cannot leave to stops the whole run, since the others would get another share than the rule says.
 */
export function checkDestinations(
  destinations: readonly DestinationView[],
  currency: string,
  now: Instant,
  unreadable: readonly string[] = [],
): readonly CheckResult[] {
  const each = destinations.map(({ account, accountId }) =>
    checkDestination(account, accountId, currency, now, unreadable),
  );
  if (each.length === 1) return each.flat();
  return LIMIT_NAMES.flatMap((limit) => {
    const own = each.flat().filter(({ fact }) => fact.limit === limit);
    return ofAll(own.find(({ refusal }) => refusal !== undefined) ?? own[0]);
  });
}

function ofAll(result: CheckResult | undefined): readonly CheckResult[] {
  if (result?.refusal === undefined) return result === undefined ? [] : [result];
  const { reason, why } = result.refusal;
  return [{ ...result, refusal: { reason, why: { code: 'nothing-divided', by: why } } }];
}
