import type { Counter, Debit } from '../counters/counter.ts';
import { knownAmount, spent } from '../counters/counts.ts';
import { countsOf, type SharedCounts } from '../counters/shared-counts.ts';
import { unapprovedCounter } from '../instructions/approval-room.ts';
import type { Lane } from '../instructions/lane.ts';
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

/** The amount that counts against the tiers; null if it is not known, which counts as more than every tier. */
export interface Used {
  readonly byNobody: Decimal | null;
  readonly byOne: Decimal | null;
}

export const NOTHING_USED: Used = { byNobody: ZERO, byOne: ZERO };

/** Without a tier nothing is counted: no limit can be passed by it. */
export function hasTiers({ approvalTiers }: Controls): boolean {
  return approvalTiers?.oneAbove !== undefined || approvalTiers?.twoAbove !== undefined;
}

/** The amount claimed within the rolling 24 hours that end now. */
export function usedWithin(
  usage: SharedCounts | null,
  reportingCurrency: string,
  now: Instant,
): Used {
  const by = (people: 0 | 1) =>
    knownAmount(spent(countsOf(usage), approvedBy(people, reportingCurrency), 'hours', now));
  return { byNobody: by(0), byOne: by(1) };
}

function approvedBy(people: 0 | 1, unit: string): Counter {
  return { kind: 'approved-by', of: `${people}`, unit };
}

/** The same with the open instructions of every lane, at the values of a snapshot: they are about to be claimed. */
export function usedWithOpen(
  used: Used,
  lanes: Iterable<Lane>,
  values: BelievedValues,
  reportingCurrency: string,
): Used {
  let all = used;
  for (const { currency, open } of lanes) {
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
  const key = people === 0 ? 'byNobody' : 'byOne';
  const before = used[key];
  const sum = before === null || value === null ? null : before.plus(decimalOf(value));
  return { ...used, [key]: sum };
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
