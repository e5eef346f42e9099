import type { Counter, Debit } from '../counters/counter.ts';
import { knownAmount, spentTogether } from '../counters/counts.ts';
import { type CountsRead, countsOf, UNREADABLE_COUNTS } from '../counters/shared-counts.ts';
import { unapprovedCounter } from '../instructions/approval-room.ts';
import { isUnreadable, type Lane } from '../instructions/lane.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import type { Instant } from '../time/instant.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';

/*
 * The tiers of the controls apply to the sum of all withdrawals of rolling 24 hours, of all currencies, that fewer
 * people approved: many small ones are as much as one large one.
 */

/**
 * The amounts that count against the two tiers; null if one is not known, which counts as more than its tier. What no person
 * approved is a part of what fewer than two did.
 */
export interface Used {
  readonly byNobody: Decimal | null;
  readonly byFewerThanTwo: Decimal | null;
  /** Set if no more can be counted: only what two people approve may leave, which counts against no tier. */
  readonly isUnreadable?: true;
}

export const NOTHING_USED: Used = { byNobody: ZERO, byFewerThanTwo: ZERO };

/** Without a tier nothing is counted: no limit can be passed by it. */
export function hasTiers({ approvalTiers }: Controls): boolean {
  return approvalTiers?.oneAbove !== undefined || approvalTiers?.twoAbove !== undefined;
}

/** The amount claimed within the rolling 24 hours that end now. */
export function usedWithin(usage: CountsRead, reportingCurrency: string, now: Instant): Used {
  if (usage === UNREADABLE_COUNTS) {
    return { byNobody: null, byFewerThanTwo: null, isUnreadable: true };
  }
  const by = (...people: readonly (0 | 1)[]) => {
    const counters = people.map((each) => approvedBy(each, reportingCurrency));
    return knownAmount(spentTogether(countsOf(usage), counters, 'hours', now));
  };
  return { byNobody: by(0), byFewerThanTwo: by(0, 1) };
}

function approvedBy(people: 0 | 1, unit: string): Counter {
  return { kind: 'approved-by', of: `${people}`, unit };
}

/**
 * The same with the open instructions of every lane, at the values of a snapshot: they are about to be claimed. What is open
 * in a lane that cannot be read may be anything.
 */
export function usedWithOpen(
  used: Used,
  lanes: Iterable<Lane>,
  values: BelievedValues,
  reportingCurrency: string,
): Used {
  let all = used;
  for (const lane of lanes) {
    if (isUnreadable(lane)) return { ...all, byNobody: null, byFewerThanTwo: null };
    const { currency, open } = lane;
    for (const { ruleId, accountId, amount, people } of Object.values(open)) {
      // A trade pays to no account.
      if (ruleId === undefined && accountId === undefined) continue;
      all = withUsed(all, people ?? 0, valueOfAmount(values, currency, amount, reportingCurrency));
    }
  }
  return all;
}

/** The same with one more, of that value and approved by so many people. */
export function withUsed(used: Used, people: 0 | 1 | 2, value: string | null): Used {
  if (people === 2) return used;
  const { byNobody, byFewerThanTwo } = used;
  const plus = (before: Decimal | null) =>
    before === null || value === null ? null : before.plus(decimalOf(value));
  return {
    ...used,
    byNobody: people === 0 ? plus(byNobody) : byNobody,
    byFewerThanTwo: plus(byFewerThanTwo),
  };
}

/**
 * What a claim debits with fewer people behind it than the maximum: of its destination, if no person approved it, and of the
 * tiers, if the controls have any and its value is known.
 */
export function approvalDebits(
  claimed: {
    readonly accountId: string;
    /** The lane's. */
    readonly currency: string;
    readonly amount: string;
    readonly people: 0 | 1 | 2;
    /** In the reporting currency; null if it is not known. */
    readonly value: string | null;
    readonly at: Instant;
  },
  controls: Controls,
): readonly Debit[] {
  const { accountId, amount, people, value, at } = claimed;
  if (people === 2) return [];
  const counter = approvedBy(people, controls.reportingCurrency);
  return [
    ...(people === 0 ? [{ counter: unapprovedCounter(claimed, accountId), amount, at }] : []),
    ...(value !== null && hasTiers(controls) ? [{ counter, amount: value, at }] : []),
  ];
}
