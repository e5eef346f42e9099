import * as z from 'zod/mini';
import type { Decimal } from '../money/decimal.ts';
import { ZERO } from '../money/decimal.ts';
import { decimalOf, decimalText, formatDecimal } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import { type EntryDebits, entryDebitsSchema } from './entry-debits.ts';

/*
 * The service may book seconds or days after it confirmed (reference, 2.2: processedAt is absent until processed), so
 * a balance that has just been read may still hold money that is already leaving. An amount that a lane has claimed
 * stays committed until a balance that was read later shows the fall. Ambiguity commits too much, never too little.
 */

/** The conclusion of two people about an amount that no balance has shown. */
export const UNBOOKED_OUTCOMES = ['booked', 'not-executed'] as const;

/** The fate of the claims' debits of an amount that was not executed. */
export const UNBOOKED_BUDGETS = ['give-back', 'keep'] as const;

const bookedReadingSchema = record(() => ({
  at: instant,
  total: decimalText,
  /** Absent if the service does not say. */
  available: z.exactOptional(decimalText),
}));

/** A balance as it was last taken into account; decimal text. */
export type BookedReading = Stored<typeof bookedReadingSchema>;

export const unbookedEntrySchema = record(() => ({
  instructionId: z.string(),
  /** The rest of it; decimal text, more than zero. */
  amount: decimalText,
  /** The part of falls that may have been its fee, as far as no fall was attributed to it yet; absent: nothing. */
  fee: z.exactOptional(decimalText),
  /** When it was claimed. */
  at: instant,
}));

/** An amount that an instruction takes out of the currency and that no balance has shown yet. */
export type UnbookedEntry = Stored<typeof unbookedEntrySchema>;

const bookingCreditSchema = record(() => ({
  /** When the balance was read that showed it. */
  at: instant,
  /** The fall as seen, and the credited part of it; decimal text. */
  fall: decimalText,
  amount: decimalText,
  /** Until when another reading may contradict it: the booking bound, counted from the claim. */
  until: instant,
}));

/** A fall of the balance that was taken for a booking. */
export type BookingCredit = Stored<typeof bookingCreditSchema>;

const bookingDoubtSchema = record(() => ({
  kind: z.enum(['contradicted', 'rise', 'fee']),
  amount: decimalText,
  /** It stays committed until then. */
  until: instant,
}));

/**
 * An amount that may still be unbooked although a fall was credited for it. contradicted: the balance rose by exactly that
 * fall, as it does where replicas take turns. rise: it rose by another amount soon after. fee: the part of a fall that may
 * have been a fee.
 */
export type BookingDoubt = Stored<typeof bookingDoubtSchema>;

export const bookingSchema = record(() => ({
  /** Absent until a balance was read while the lane existed. */
  reading: z.exactOptional(bookedReadingSchema),
  /** Oldest first. */
  entries: z.array(unbookedEntrySchema),
  /** Oldest first. */
  credits: z.array(bookingCreditSchema),
  doubts: z.array(bookingDoubtSchema),
  /**
   * By instruction: what the claims of the entries debited. Sealed with what limits count, so that only a write that counts
   * changes it: what a balance has booked since stands here until the next claim. Absent if they debited nothing; of entries
   * that were added up there is none.
   */
  debited: z.exactOptional(z.record(z.string(), entryDebitsSchema)),
}));

/** The amounts of a lane's currency that are committed to money on its way out. */
export type Booking = Stored<typeof bookingSchema>;

export const NOTHING_UNBOOKED: Booking = { entries: [], credits: [], doubts: [] };

/**
 * Entries that a lane names one by one, at about 100 bytes each: the item of a lane is rewritten with every claim,
 * and more than a few are on their way only if the service is far behind. Beyond this number the two oldest are added
 * up, so that no amount is ever forgotten.
 */
export const MAX_BOOKING_ENTRIES = 8;

/** Falls that another replica may still contradict: one that is more bookings behind is not recognised by its amount. */
export const MAX_BOOKING_CREDITS = 16;

/** A claim takes money out: it is committed from here on. */
export function claimUnbooked(
  booking: Booking,
  entry: UnbookedEntry,
  debits?: EntryDebits,
): Booking {
  if (!decimalOf(entry.amount).greaterThan(0)) return booking;
  const all = [...booking.entries, withFee(entry, feeOf(entry))];
  const entries = mergedEntries(all);
  const debited = { ...booking.debited, ...(debits && { [entry.instructionId]: debits }) };
  const whole = entries.length < all.length ? entries.slice(1) : entries;
  return withDebited({ ...booking, entries }, debitedBy(whole, debited));
}

/** Nothing left for this instruction: the part that was not credited yet is free again. */
export function dropUnbooked(booking: Booking, instructionId: string): Booking {
  const entries = booking.entries.filter((entry) => entry.instructionId !== instructionId);
  const { [instructionId]: _, ...debited } = booking.debited ?? {};
  return withDebited({ ...booking, entries }, debited);
}

/** The service stated the amount that it really took: less than was claimed, or more. */
export function correctUnbooked(
  booking: Booking,
  instructionId: string,
  { claimed, executed }: { readonly claimed: string; readonly executed: string },
): Booking {
  const change = decimalOf(executed).minus(decimalOf(claimed));
  const entries = booking.entries.flatMap((entry): readonly UnbookedEntry[] => {
    if (entry.instructionId !== instructionId) return [entry];
    const amount = decimalOf(entry.amount).plus(change);
    return amount.greaterThan(0) ? [{ ...entry, amount: formatDecimal(amount) }] : [];
  });
  return { ...booking, entries };
}

/**
 * Two people concluded everything: nothing is committed any more. Credits stay, since balances may still contradict
 * them.
 */
export function concludeUnbooked(booking: Booking): Booking {
  return withDebited({ ...booking, entries: [], doubts: [] }, {});
}

/** Amounts that no balance has shown yet. */
export function unbookedOf({ entries }: Booking): Decimal {
  return sumOf(entries);
}

/**
 * The amounts that every decision about the currency has to leave alone: unbooked amounts, fees that may leave with
 * them, and amounts that may be unbooked.
 */
export function committedOf({ entries, doubts }: Booking, now: Instant): Decimal {
  const fees = entries.reduce((sum, entry) => sum.plus(feeOf(entry)), ZERO);
  return sumOf(entries)
    .plus(fees)
    .plus(sumOf(doubts.filter(({ until }) => until > now)));
}

/** The amount that has been unbooked for longer than the bound, and since when; null if there is none. */
export function overdueOf(
  { entries }: Booking,
  claimedBefore: Instant,
): { readonly amount: string; readonly since: Instant } | null {
  const overdue = entries.filter(({ at }) => at < claimedBefore);
  const [first] = overdue;
  return first === undefined ? null : { amount: formatDecimal(sumOf(overdue)), since: first.at };
}

/** Whether a newer balance could change anything: if not, readings need not be stored. */
export function isWatching({ entries, credits, doubts }: Booking, now: Instant): boolean {
  return entries.length > 0 || [...credits, ...doubts].some(({ until }) => until > now);
}

export function sumOf(items: readonly { readonly amount: string }[]): Decimal {
  return items.reduce((sum, { amount }) => sum.plus(decimalOf(amount)), ZERO);
}

export function feeOf({ fee = '0' }: UnbookedEntry): Decimal {
  return decimalOf(fee);
}

export function withFee({ fee: _, ...entry }: UnbookedEntry, fee: Decimal): UnbookedEntry {
  return fee.greaterThan(0) ? { ...entry, fee: formatDecimal(fee) } : entry;
}

/** The two oldest become one, as old as the older of them. */
function mergedEntries(entries: readonly UnbookedEntry[]): readonly UnbookedEntry[] {
  const [first, second, ...others] = entries;
  if (entries.length <= MAX_BOOKING_ENTRIES || first === undefined || second === undefined) {
    return entries;
  }
  const amount = formatDecimal(decimalOf(first.amount).plus(decimalOf(second.amount)));
  return [withFee({ ...first, amount }, feeOf(first).plus(feeOf(second))), ...others];
}

/** What these entries debited, and nothing of any other. */
function debitedBy(
  entries: readonly UnbookedEntry[],
  debited: Readonly<Record<string, EntryDebits>>,
): Readonly<Record<string, EntryDebits>> {
  const ids = new Set(entries.map(({ instructionId }) => instructionId));
  return Object.fromEntries(Object.entries(debited).filter(([id]) => ids.has(id)));
}

function withDebited(
  { debited: _, ...booking }: Booking,
  debited: Readonly<Record<string, EntryDebits>>,
): Booking {
  return Object.keys(debited).length === 0 ? booking : { ...booking, debited };
}
