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
import { withUnknown } from '../records/unknown-fields.ts';
import { countSealSchema } from '../seals/count-seal.ts';
import type { Instant } from '../time/instant.ts';

const personUsageSchema = record(() => ({
  person: z.string(),
  hours: bucketAmountsSchema,
  /** The part of it that no other person approved; absent in items written before this was stored: all of it. */
  unapproved: z.exactOptional(bucketAmountsSchema),
}));

export type PersonUsage = Stored<typeof personUsageSchema>;

export const tradeUsageSchema = record(() => ({
  tenant: z.string(),
  /** The currency of the amounts. If the controls name another one, these amounts cannot be used. */
  reportingCurrency: z.string(),
  /** Kept for 25 hours. */
  hours: bucketAmountsSchema,
  /** A list, since people's names may be any text. People without recent trades are dropped. */
  people: z.array(personUsageSchema),
  /** Grows with every write. */
  version: z.int().check(z.positive()),
  /** Over all of it. Absent until the next claim that counts. */
  seal: z.exactOptional(countSealSchema),
}));

/**
 * A tenant's recent trades, as a whole and by each person, in the reporting currency. One item, written by every
 * claim of a trade on condition of its version: two claims never rely on the same room.
 */
export type TradeUsage = Stored<typeof tradeUsageSchema>;

/** People whose trades of one day are kept: 26 hours of each, twice, take under 5 kB, an item holds 400 kB. */
export const MAX_TRADING_PEOPLE = 80;

/** Version 0 is not stored: the first write creates the item. */
export function noTradeUsage(tenant: string, reportingCurrency: string): TradeUsage {
  return { tenant, reportingCurrency, hours: {}, people: [], version: 0 };
}

/** The usable usage in this currency: amounts of another one cannot be added to. */
export function usageIn(
  usage: TradeUsage | null,
  tenant: string,
  reportingCurrency: string,
): TradeUsage {
  if (usage?.reportingCurrency === reportingCurrency) return usage;
  const begun = { ...noTradeUsage(tenant, reportingCurrency), version: usage?.version ?? 0 };
  return withUnknown(tradeUsageSchema, usage, begun);
}

/** The amount that counts in the rolling 24 hours that end now: never less than what really was traded. */
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

/** The amount that one person traded in 24 hours without another person's approval; null if that is not known. */
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
 * Debits a trade, in the current buckets, before it is sent. If there is no room for one more person it counts for
 * the tenant alone: with a limit for each person the guards have refused it before.
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

/** Takes a debit back from the very buckets it went into, if they are still kept. */
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
