import * as z from 'zod/mini';
import type { TradeDebit } from '../booking/entry-debits.ts';
import {
  type BucketAmounts,
  bucketAmountsSchema,
  HOURS,
  keptAt,
  sumWithin,
  withDebit,
  withRefund,
} from '../instructions/buckets.ts';
import { type Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';

const userUsageSchema = record({
  user: z.string(),
  hours: bucketAmountsSchema,
  /** Of it, what no other person approved; absent in what was written before this was kept: all of it. */
  unapproved: z.exactOptional(bucketAmountsSchema),
});

export type UserUsage = Stored<typeof userUsageSchema>;

export const tradeUsageSchema = record({
  client: z.string(),
  /** The currency of the amounts. Where the controls name another one, what is here says nothing. */
  reportingCurrency: z.string(),
  /** Kept for 25 hours. */
  hours: bucketAmountsSchema,
  /** A list, since people's names may be anything. Those who traded nothing of late are dropped. */
  users: z.array(userUsageSchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
});

/**
 * What a client has traded of late, as a whole and by each person, in the reporting currency. One item,
 * written by every claim of a trade on condition of its version: two claims never count on the same room.
 */
export type TradeUsage = Stored<typeof tradeUsageSchema>;

/** People whose trades of one day are kept: 26 hours of each, twice, take under 5 kB, an item holds 400 kB. */
export const MAX_TRADING_USERS = 80;

/** Version 0 is not stored: the first write creates the item. */
export function noTradeUsage(client: string, reportingCurrency: string): TradeUsage {
  return { client, reportingCurrency, hours: {}, users: [], version: 0 };
}

/** The usage to count on in this currency: amounts of another one can't be added to. */
export function usageIn(
  usage: TradeUsage | null,
  client: string,
  reportingCurrency: string,
): TradeUsage {
  if (usage?.reportingCurrency === reportingCurrency) return usage;
  return { ...noTradeUsage(client, reportingCurrency), version: usage?.version ?? 0 };
}

/** What counts in the rolling 24 hours that end now: never less than what really was traded. */
export function tradedWithin(
  usage: TradeUsage,
  user: string,
  now: Instant,
): { readonly client: Decimal; readonly user: Decimal } {
  const own = hoursOf(usage, user);
  return {
    client: sumWithin(usage.hours, HOURS, now),
    user: own === null ? ZERO : sumWithin(own, HOURS, now),
  };
}

/** What one person traded in 24 hours and nobody approved; null where that is not known. */
export function unapprovedWithin(
  usage: TradeUsage | null,
  user: string,
  reportingCurrency: string,
  now: Instant,
): Decimal | null {
  if (usage === null) return ZERO;
  if (usage.reportingCurrency !== reportingCurrency) {
    return sumWithin(usage.hours, HOURS, now).isZero() ? ZERO : null;
  }
  if (!hasRoomFor(usage, user, now)) return null;
  const own = usage.users.find((each) => each.user === user);
  return own === undefined ? ZERO : sumWithin(own.unapproved ?? own.hours, HOURS, now);
}

export function hoursOf(usage: TradeUsage, user: string): BucketAmounts | null {
  return usage.users.find((each) => each.user === user)?.hours ?? null;
}

/** Whether there is room for one more person's trades. */
export function hasRoomFor(usage: TradeUsage, user: string, now: Instant): boolean {
  return hoursOf(usage, user) !== null || activeUsers(usage, now).length < MAX_TRADING_USERS;
}

/**
 * Notes a trade, in the buckets of the moment, before it is sent. Where there is no room for one more
 * person it counts for the client alone: with a limit for each person the guards have refused it before.
 */
export function debitTrade(usage: TradeUsage, debit: TradeDebit): TradeUsage {
  const { by, amount, at } = debit;
  const spent = decimalOf(amount);
  const others = activeUsers(usage, at).filter(({ user }) => user !== by);
  const own = usage.users.find((each) => each.user === by) ?? { user: by, hours: {} };
  const before = own.unapproved ?? own.hours;
  const hours = withDebit(own.hours, HOURS, spent, at);
  const unapproved = debit.approved ? before : withDebit(before, HOURS, spent, at);
  const isKept = hasRoomFor(usage, by, at);
  return {
    ...usage,
    hours: withDebit(usage.hours, HOURS, spent, at),
    users: isKept ? [...others, { user: by, hours, unapproved }] : others,
    version: usage.version + 1,
  };
}

/** Takes a debit back from the very buckets it went into, where they are still kept. */
export function refundTrade(usage: TradeUsage, debit: TradeDebit): TradeUsage {
  const { by, amount, currency, at } = debit;
  if (currency !== usage.reportingCurrency) return { ...usage, version: usage.version + 1 };
  const spent = decimalOf(amount);
  const back = (hours: BucketAmounts) => withRefund(hours, HOURS, spent, at);
  const users = usage.users.map((each): UserUsage => {
    if (each.user !== by) return each;
    const unapproved = each.unapproved ?? each.hours;
    const left = debit.approved ? unapproved : back(unapproved);
    return { ...each, hours: back(each.hours), unapproved: left };
  });
  return {
    ...usage,
    hours: withRefund(usage.hours, HOURS, spent, at),
    users,
    version: usage.version + 1,
  };
}

function activeUsers({ users }: TradeUsage, at: Instant): readonly UserUsage[] {
  return users
    .map(({ user, hours, unapproved = hours }) => ({
      user,
      hours: keptAt(hours, HOURS, at),
      unapproved: keptAt(unapproved, HOURS, at),
    }))
    .filter(({ hours }) => Object.keys(hours).length > 0);
}
