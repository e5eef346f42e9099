import * as z from 'zod/mini';
import type { ApprovalDebit } from '../booking/entry-debits.ts';
import {
  bucketAmountsSchema,
  HOURS,
  sumWithin,
  withDebit,
  withRefund,
} from '../instructions/buckets.ts';
import type { ClaimRecord, Lane } from '../instructions/lane.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import type { Controls } from '../policy/controls.ts';
import { record, type Stored } from '../records/record.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { countSealSchema } from '../seals/count-seal.ts';
import type { Instant } from '../time/instant.ts';
import type { BelievedValues } from '../valuation/believed-values.ts';
import { valueOfAmount } from '../valuation/value-of-amount.ts';

/*
 * The tiers of the controls apply to the sum of all withdrawals of rolling 24 hours, of all currencies, that fewer
 * people approved: many small ones are as much as one large one.
 */

export const approvalUsageSchema = record(() => ({
  tenant: z.string(),
  /** The currency of the amounts. If the controls name another one, these amounts cannot be used. */
  reportingCurrency: z.string(),
  /** Without a person's approval. Kept for 25 hours. */
  byNobody: bucketAmountsSchema,
  /** With the approval of one person. */
  byOne: bucketAmountsSchema,
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Over all of it. Absent until the next claim that counts. */
  seal: z.exactOptional(countSealSchema),
}));

/**
 * Recently claimed amounts with the approval of fewer people than the maximum, in the reporting currency. One item,
 * written by every such claim on condition of its version: two claims never rely on the same room.
 */
export type ApprovalUsage = Stored<typeof approvalUsageSchema>;

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
  usage: ApprovalUsage | null,
  reportingCurrency: string,
  now: Instant,
): Used {
  if (usage === null) return NOTHING_USED;
  const byNobody = sumWithin(usage.byNobody, HOURS, now);
  const byOne = sumWithin(usage.byOne, HOURS, now);
  if (usage.reportingCurrency === reportingCurrency) return { byNobody, byOne };
  // In another currency, the amount cannot be determined until it has rolled off.
  return { byNobody: byNobody.isZero() ? ZERO : null, byOne: byOne.isZero() ? ZERO : null };
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
 * A claim's record of its approvals; nothing if the maximum of people approved. The value only if the controls have
 * tiers: without them nothing is counted outside the lane.
 */
export function approvalDebitOf(
  claimed: {
    readonly accountId: string;
    readonly amount: string;
    readonly people: 0 | 1 | 2;
    /** In the reporting currency; null if it is not known. */
    readonly value: string | null;
    readonly at: Instant;
  },
  controls: Controls,
): { readonly approvalDebit?: ApprovalDebit } {
  const { accountId, amount, people, value, at } = claimed;
  if (people === 2) return {};
  const { reportingCurrency: currency } = controls;
  const worth = value === null || !hasTiers(controls) ? {} : { value: { amount: value, currency } };
  return { approvalDebit: { accountId, amount, people, ...worth, at } };
}

/** A claim's record of its value; null if there is nothing to count, or no price to count it with. */
export function debitApproval(
  usage: ApprovalUsage | null,
  tenant: string,
  { approvalDebit }: Pick<ClaimRecord, 'approvalDebit'>,
): ApprovalUsage | null {
  if (approvalDebit?.value === undefined) return null;
  const { people, value, at } = approvalDebit;
  const current = usageIn(usage, tenant, value.currency, at);
  if (current === null) return null;
  const key = people === 0 ? 'byNobody' : 'byOne';
  const hours = withDebit(current[key], HOURS, decimalOf(value.amount), at);
  return { ...current, [key]: hours, version: current.version + 1 };
}

/** Takes a debit back from the very bucket it went into, if that is still kept. */
export function refundApproval(
  usage: ApprovalUsage,
  { approvalDebit }: Pick<ClaimRecord, 'approvalDebit'>,
): ApprovalUsage | null {
  if (approvalDebit?.value === undefined) return null;
  const { people, value, at } = approvalDebit;
  if (value.currency !== usage.reportingCurrency) return null;
  const key = people === 0 ? 'byNobody' : 'byOne';
  const hours = withRefund(usage[key], HOURS, decimalOf(value.amount), at);
  return { ...usage, [key]: hours, version: usage.version + 1 };
}

/**
 * The usage to add to. As long as an amount in another currency counts, that usage stays, and everything that leaves
 * has the approval of as many people as the tiers name: nothing of it has to be counted.
 */
function usageIn(
  usage: ApprovalUsage | null,
  tenant: string,
  reportingCurrency: string,
  at: Instant,
): ApprovalUsage | null {
  if (usage?.reportingCurrency === reportingCurrency) return usage;
  const { byNobody, byOne } = usedWithin(usage, reportingCurrency, at);
  if (byNobody === null || byOne === null) return null;
  const begun = {
    tenant,
    reportingCurrency,
    byNobody: {},
    byOne: {},
    version: usage?.version ?? 0,
  };
  return withUnknown(approvalUsageSchema, usage, begun);
}
