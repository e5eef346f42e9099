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
import { withUnknown } from '../records/schema-version.ts';
import type { Instant } from '../time/instant.ts';

const personUsageSchema = record({
  person: z.string(),
  hours: bucketAmountsSchema,
  /** Of it, what no other person approved; absent in what was written before this was kept: all of it. */
  unapproved: z.exactOptional(bucketAmountsSchema),
});

export type PersonUsage = Stored<typeof personUsageSchema>;

export const tradeUsageSchema = record({
  tenant: z.string(),
  /** The currency of the amounts. Where the controls name another one, what is here says nothing. */
  reportingCurrency: z.string(),
  /** Kept for 25 hours. */
  hours: bucketAmountsSchema,
  /** A list, since people's names may be anything. Those who traded nothing of late are dropped. */
  people: z.array(personUsageSchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
});

/**
 * What a tenant has traded of late, as a whole and by each person, in the reporting currency. One item,
 * written by every claim of a trade on condition of its version: two claims never count on the same room.
 */
export type TradeUsage = Stored<typeof tradeUsageSchema>;

/** People whose trades of one day are kept: 26 hours of each, twice, take under 5 kB, an item holds 400 kB. */
export const MAX_TRADING_PEOPLE = 80;

/** Version 0 is not stored: the first write creates the item. */
export function noTradeUsage(tenant: string, reportingCurrency: string): TradeUsage {
  return { tenant, reportingCurrency, hours: {}, people: [], version: 0 };
}

/** The usage to count on in this currency: amounts of another one can't be added to. */
export function usageIn(
  usage: TradeUsage | null,
  tenant: string,
  reportingCurrency: string,
): TradeUsage {
  if (usage?.reportingCurrency === reportingCurrency) return usage;
  const begun = { ...noTradeUsage(tenant, reportingCurrency), version: usage?.version ?? 0 };
  return withUnknown(tradeUsageSchema, usage, begun);
}

/** What counts in the rolling 24 hours that end now: never less than what really was traded. */
export function tradedWithin(
  usage: TradeUsage,
  person: string,
  now: Instant,
): { readonly total: Decimal; readonly person: Decimal } {
  const own = hoursOf(usage, person);
  return {
    total: sumWithin(usage.hours, HOURS, now),
    person: own === null ? ZERO : sumWithin(own, HOURS, now),
  };
}

/** What one person traded in 24 hours and nobody approved; null where that is not known. */
export function unapprovedWithin(
  usage: TradeUsage | null,
  person: string,
  reportingCurrency: string,
  now: Instant,
): Decimal | null {
  if (usage === null) return ZERO;
  if (usage.reportingCurrency !== reportingCurrency) {
    return sumWithin(usage.hours, HOURS, now).isZero() ? ZERO : null;
  }
  if (!hasRoomFor(usage, person, now)) return null;
  const own = usage.people.find((each) => each.person === person);
  return own === undefined ? ZERO : sumWithin(own.unapproved ?? own.hours, HOURS, now);
}

export function hoursOf(usage: TradeUsage, person: string): BucketAmounts | null {
  return usage.people.find((each) => each.person === person)?.hours ?? null;
}

/** Whether there is room for one more person's trades. */
export function hasRoomFor(usage: TradeUsage, person: string, now: Instant): boolean {
  return hoursOf(usage, person) !== null || activePeople(usage, now).length < MAX_TRADING_PEOPLE;
}

/**
 * Notes a trade, in the buckets of the moment, before it is sent. Where there is no room for one more
 * person it counts for the tenant alone: with a limit for each person the guards have refused it before.
 */
export function debitTrade(usage: TradeUsage, debit: TradeDebit): TradeUsage {
  const { by, amount, at } = debit;
  const spent = decimalOf(amount);
  const others = activePeople(usage, at).filter(({ person }) => person !== by);
  const own = usage.people.find((each) => each.person === by) ?? { person: by, hours: {} };
  const before = own.unapproved ?? own.hours;
  const hours = withDebit(own.hours, HOURS, spent, at);
  const unapproved = debit.approved ? before : withDebit(before, HOURS, spent, at);
  const isKept = hasRoomFor(usage, by, at);
  return {
    ...usage,
    hours: withDebit(usage.hours, HOURS, spent, at),
    people: isKept ? [...others, { ...own, person: by, hours, unapproved }] : others,
    version: usage.version + 1,
  };
}

/** Takes a debit back from the very buckets it went into, where they are still kept. */
export function refundTrade(usage: TradeUsage, debit: TradeDebit): TradeUsage {
  const { by, amount, currency, at } = debit;
  if (currency !== usage.reportingCurrency) return { ...usage, version: usage.version + 1 };
  const spent = decimalOf(amount);
  const back = (hours: BucketAmounts) => withRefund(hours, HOURS, spent, at);
  const people = usage.people.map((each): PersonUsage => {
    if (each.person !== by) return each;
    const unapproved = each.unapproved ?? each.hours;
    const left = debit.approved ? unapproved : back(unapproved);
    return { ...each, hours: back(each.hours), unapproved: left };
  });
  return {
    ...usage,
    hours: withRefund(usage.hours, HOURS, spent, at),
    people,
    version: usage.version + 1,
  };
}

function activePeople({ people }: TradeUsage, at: Instant): readonly PersonUsage[] {
  return people
    .map(({ hours, unapproved = hours, ...rest }) => ({
      ...rest,
      hours: keptAt(hours, HOURS, at),
      unapproved: keptAt(unapproved, HOURS, at),
    }))
    .filter(({ hours }) => Object.keys(hours).length > 0);
}
