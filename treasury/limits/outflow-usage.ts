import * as z from 'zod/mini';
import type { OutflowDebit } from '../booking/entry-debits.ts';
import {
  type BucketAmounts,
  type Buckets,
  bucketAmountsSchema,
  DAYS,
  HOURS,
  keptAt,
  sumWithin,
  withDebit,
  withRefund,
} from '../instructions/buckets.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { labelKey } from '../policy/label.ts';
import { MAX_COUNTERPARTIES, MAX_LIMITED_ACCOUNTS } from '../policy/policy-limits.ts';
import { accountKey } from '../policy/registered-account.ts';
import { record, type Stored } from '../records/record.ts';
import { withUnknown } from '../records/unknown-fields.ts';
import { countSealSchema } from '../seals/count-seal.ts';
import type { Instant } from '../time/instant.ts';

/*
 * Currencies are decided in parallel, each under its own lane. Whatever a limit of the policy counts over several of
 * them (an account, a counterparty, a day) is counted in one item, which every such claim writes on condition of its
 * version. The liquidity floor is kept by the same condition: a claim that rests on it knows every claim before it.
 */

const spentSchema = record(() => ({
  /** The currency of the amounts. If the policy names another one by now, they cannot be compared with its limits. */
  currency: z.string(),
  /** Kept for 25 hours. */
  hours: bucketAmountsSchema,
  /** Kept for 31 days. */
  days: bucketAmountsSchema,
}));

const spentOfSchema = record(() => ({
  ...spentSchema.shape,
  /** The account in lower case, or the counterparty as labels are compared. */
  id: z.string(),
}));

/** What was claimed lately for one account, or one counterparty. */
export type Spent = Stored<typeof spentSchema>;
type SpentOf = Stored<typeof spentOfSchema>;

export const outflowUsageSchema = record(() => ({
  tenant: z.string(),
  /** Accounts with limits, in their own currencies. Those without recent claims are dropped. */
  accounts: z.array(spentOfSchema),
  /** Counterparties with limits, in the reporting currency. */
  counterparties: z.array(spentOfSchema),
  /** All withdrawals, in the reporting currency; absent until the policy limits them. */
  total: z.exactOptional(spentSchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Over all of it. Absent until the next claim that counts. */
  seal: z.exactOptional(countSealSchema),
}));

/**
 * Recently claimed withdrawals, as far as limits of the policy count them. One item: two claims never rely on the same
 * room, whatever their currencies.
 */
export type OutflowUsage = Stored<typeof outflowUsageSchema>;

/**
 * Accounts and counterparties that are counted at once. Buckets of 25 hours and 31 days, named by their instants, take
 * 2.5 kB of each at the most; an item holds 400 kB, and each kilobyte of it is paid for with every claim.
 */
const MAX_COUNTED_ACCOUNTS = MAX_LIMITED_ACCOUNTS;
const MAX_COUNTED_COUNTERPARTIES = MAX_COUNTERPARTIES;

/** The key under which a label counts: readers take two spellings of it for one name. */
export function counterpartyKey(label: string): string {
  return labelKey(label);
}

/** What is known to be spent of one limit. `null`: it is counted in another currency, or there is no room to count it. */
export type SpentWithin = (window: Buckets, currency: string, now: Instant) => Decimal | null;

export function spentByAccount(usage: OutflowUsage | null, accountId: string): SpentWithin {
  return spentIn(usage?.accounts ?? [], accountKey(accountId), MAX_COUNTED_ACCOUNTS);
}

export function spentByCounterparty(usage: OutflowUsage | null, name: string): SpentWithin {
  return spentIn(usage?.counterparties ?? [], counterpartyKey(name), MAX_COUNTED_COUNTERPARTIES);
}

export function spentByAll(usage: OutflowUsage | null): SpentWithin {
  return spentOf(usage?.total);
}

function spentIn(counted: readonly SpentOf[], id: string, maximum: number): SpentWithin {
  const own = counted.find((each) => each.id === id);
  return (window, currency, now) =>
    own === undefined && active(counted, now).length >= maximum
      ? null
      : spentOf(own)(window, currency, now);
}

function spentOf(own: Spent | undefined): SpentWithin {
  return (window, currency, now) => {
    if (own === undefined) return ZERO;
    const spent = sumWithin(window === DAYS ? own.days : own.hours, window, now);
    return own.currency === currency || spent.isZero() ? spent : null;
  };
}

/** The next version of the usage, with a claim's debits; of a claim that no limit counts, the version alone. */
export function debitOutflow(
  usage: OutflowUsage | null,
  tenant: string,
  { at, account, value, counterparty, total }: OutflowDebit,
): OutflowUsage {
  const { accounts = [], counterparties = [], version = 0, ...rest } = usage ?? {};
  const debited = {
    ...rest,
    tenant,
    accounts:
      account === undefined
        ? active(accounts, at)
        : withSpent(accounts, accountKey(account.id), account, at),
    counterparties:
      counterparty === undefined || value === undefined
        ? active(counterparties, at)
        : withSpent(counterparties, counterpartyKey(counterparty), value, at),
    ...(total === undefined || value === undefined
      ? {}
      : { total: spent(usage?.total, value, at) }),
    version: version + 1,
  };
  return withUnknown(outflowUsageSchema, usage, debited);
}

/** Takes a debit back from the very buckets it went into, if they are still kept. */
export function refundOutflow(
  usage: OutflowUsage,
  { at, account, value, counterparty, total }: OutflowDebit,
): OutflowUsage {
  const back = <S extends Spent>(own: S, { amount, currency }: Amount): S =>
    own.currency === currency
      ? {
          ...own,
          hours: withRefund(own.hours, HOURS, decimalOf(amount), at),
          days: withRefund(own.days, DAYS, decimalOf(amount), at),
        }
      : own;
  const within = (counted: readonly SpentOf[], id: string, amount: Amount) =>
    counted.map((each) => (each.id === id ? back(each, amount) : each));
  return {
    ...usage,
    ...(account === undefined
      ? {}
      : { accounts: within(usage.accounts, accountKey(account.id), account) }),
    ...(counterparty === undefined || value === undefined
      ? {}
      : { counterparties: within(usage.counterparties, counterpartyKey(counterparty), value) }),
    ...(total === undefined || value === undefined || usage.total === undefined
      ? {}
      : { total: back(usage.total, value) }),
    version: usage.version + 1,
  };
}

interface Amount {
  readonly amount: string;
  readonly currency: string;
}

function withSpent(
  counted: readonly SpentOf[],
  id: string,
  amount: Amount,
  at: Instant,
): readonly SpentOf[] {
  const own = counted.find((each) => each.id === id);
  const others = active(counted, at).filter((each) => each.id !== id);
  return [...others, { ...own, id, ...spent(own, amount, at) }];
}

/** Amounts in another currency are given up only if none of them counts any more: until then nothing is claimed. */
function spent(own: Spent | undefined, { amount, currency }: Amount, at: Instant): Spent {
  const before = own?.currency === currency ? own : undefined;
  return {
    ...before,
    currency,
    hours: withDebit(before?.hours ?? NONE, HOURS, decimalOf(amount), at),
    days: withDebit(before?.days ?? NONE, DAYS, decimalOf(amount), at),
  };
}

const NONE: BucketAmounts = {};

function active(counted: readonly SpentOf[], at: Instant): readonly SpentOf[] {
  return counted.filter(
    ({ hours, days }) =>
      Object.keys(keptAt(hours, HOURS, at)).length + Object.keys(keptAt(days, DAYS, at)).length > 0,
  );
}
