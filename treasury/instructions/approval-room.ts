import type { Counter } from '../counters/counter.ts';
import { knownAmount, spent } from '../counters/counts.ts';
import type { ValuedLimit } from '../facts/valued-limit.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { isValueLimit } from '../policy/limit.ts';
import { accountKey } from '../policy/registered-account.ts';
import { destinationKeysOf } from '../policy/rule-split.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { Instant } from '../time/instant.ts';
import { valuedLimit } from '../value-limits/limit-amounts.ts';
import type { LimitMarket } from '../value-limits/price-of-limits.ts';
import type { Lane } from './lane.ts';

/*
 * Above a limit people approve withdrawals. Many small ones are as much as one large one, so the limit applies to
 * everything that goes to one account in rolling 24 hours without a person's approval, whichever rule it comes from.
 * It is counted in the lane, by account: no change of a rule resets it.
 */

/** Above which people approve; decimal text in the rule's currency, and what it was turned from, if it is a value. */
export interface ApprovalLimit {
  readonly amount: string;
  readonly valued?: ValuedLimit;
}

/** The used part of the limit of a destination: an account, or a conversion into another currency. */
export interface ApprovalRoom {
  /** Decimal text; null if no rule with this destination asks for approvals. */
  readonly limit: string | null;
  readonly valued?: ValuedLimit;
  /** Claimed in 24 hours, or about to be, without a person's approval. */
  readonly unapproved: Decimal;
}

/** The part of a rule that its limit of approvals is found by. */
export type LimitedRule = Pick<
  SweepRule,
  'currency' | 'kind' | 'into' | 'withdrawalAccountId' | 'split' | 'approvalAbove'
>;

/**
 * By destination, the strictest limit of the rules that pay to it. It applies to all of them, even if the rule that sets
 * it is switched off: an amount for which one rule requires approval must not leave by another.
 */
export function strictestLimits(
  rules: readonly LimitedRule[],
  market: LimitMarket | null,
): ReadonlyMap<string, ApprovalLimit> {
  const limits = new Map<string, ApprovalLimit>();
  for (const rule of rules) {
    const limit = limitOf(rule, market);
    if (limit === null) continue;
    for (const key of destinationKeysOf(rule)) {
      const known = limits.get(key);
      if (known === undefined || decimalOf(limit.amount).lessThan(decimalOf(known.amount))) {
        limits.set(key, limit);
      }
    }
  }
  return limits;
}

/** Without a price to turn a value with, people approve everything that goes to the account. */
function limitOf(
  { currency, approvalAbove }: LimitedRule,
  market: LimitMarket | null,
): ApprovalLimit | null {
  if (approvalAbove === undefined) return null;
  if (!isValueLimit(approvalAbove)) return { amount: approvalAbove };
  const turned = valuedLimit(currency, approvalAbove, 'cap', market);
  return turned.known ? { amount: turned.limit.amount, valued: turned.limit } : { amount: '0' };
}

/** The amount for an account that was claimed in 24 hours, or is open, without a person's approval. */
export function unapprovedTo(lane: Lane, accountId: string, now: Instant): Decimal {
  const key = accountKey(accountId);
  return (
    Object.values(lane.open)
      .filter((open) => open.ruleId !== undefined && (open.people ?? 0) === 0)
      // Claims written before the account was stored may go to any of them.
      .filter((open) => open.accountId === undefined || accountKey(open.accountId) === key)
      .reduce((sum, { amount }) => sum.plus(decimalOf(amount)), claimedTo(lane, accountId, now))
  );
}

/** The same without what is open: each of those is checked at its own claim. */
export function claimedTo(lane: Lane, accountId: string, now: Instant): Decimal {
  return knownAmount(spent(lane.counts, unapprovedCounter(lane, accountId), 'hours', now)) ?? ZERO;
}

/** What went to a destination without a person's approval. */
export function unapprovedCounter(
  { currency: unit }: Pick<Lane, 'currency'>,
  accountId: string,
): Counter {
  return { kind: 'unapproved', of: accountKey(accountId), unit };
}
