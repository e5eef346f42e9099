import * as z from 'zod/mini';
import { decimalOf, decimalText } from '../money/decimal-text.ts';
import { unreadableWhySchema } from '../outcomes/unreadable.ts';
import { record, type Stored } from '../records/record.ts';
import { instant } from '../time/instant-schema.ts';

export const balanceSchema = record(() => ({
  total: decimalText,
  available: z.exactOptional(decimalText),
}));

/** A balance as read; decimal text. `available` is absent if the service does not say. */
export type Balance = Stored<typeof balanceSchema>;

const lastStatedSchema = record(() => ({
  total: decimalText,
  available: z.exactOptional(decimalText),
  /** When the answer had arrived, and the tick of its snapshot. */
  readAt: instant,
  tick: instant,
}));

/** The balance that an answer stated last, before answers without it. */
export type LastStated = Stored<typeof lastStatedSchema>;

export const notListedSchema = record(() => ({
  reading: z.literal('not-listed'),
  /** When the first of the answers without it had arrived. */
  since: instant,
  /** Answers without it in a row, of those in which others that are held were stated. */
  readings: z.int().check(z.nonnegative()),
  last: lastStatedSchema,
}));

/** A currency that was held, and that answers leave out: what is held of it is not known. */
export type NotListed = Stored<typeof notListedSchema>;

export const unreadableSchema = record(() => ({
  reading: z.literal('unreadable'),
  why: unreadableWhySchema,
  /** Absent in an answer by itself: what was known before stands in a snapshot. */
  since: z.exactOptional(instant),
  /** Absent if no answer has ever stated it. */
  last: z.exactOptional(lastStatedSchema),
}));

/** A currency that an answer names, and whose balance cannot be read there. */
export type Unreadable = Stored<typeof unreadableSchema>;

export const absentSchema = z.discriminatedUnion('reading', [notListedSchema, unreadableSchema]);

/** A currency that is not stated, and was, or cannot be read. */
export type Absent = Stored<typeof absentSchema>;

/**
 * What is known of each currency. An entry may be no balance, so nothing reads one by its name: `balanceOf` does, and says
 * which of three it is.
 */
export const balancesSchema = z.record(z.string(), z.union([absentSchema, balanceSchema]));
export type Balances = Stored<typeof balancesSchema>;

/** The reading of one currency: stated, or not known. There is no default; absent is not zero. */
export type BalanceReading =
  | { readonly kind: 'stated'; readonly balance: Balance }
  /** `away` is null if no answer has ever listed it: then nothing of it is held, as far as the service has ever said. */
  | { readonly kind: 'not-listed'; readonly away: NotListed | null }
  | { readonly kind: 'unreadable'; readonly unreadable: Unreadable };

/** The one function that reads a currency. */
export function balanceOf(balances: Balances, currency: string): BalanceReading {
  const entry = Object.hasOwn(balances, currency) ? balances[currency] : undefined;
  if (entry === undefined) return { kind: 'not-listed', away: null };
  if (!('reading' in entry)) return { kind: 'stated', balance: entry };
  return entry.reading === 'not-listed'
    ? { kind: 'not-listed', away: entry }
    : { kind: 'unreadable', unreadable: entry };
}

/** The currencies whose balances are stated, with them, in the order of the answer. */
export function statedIn(balances: Balances): readonly (readonly [string, Balance])[] {
  return Object.entries(balances).flatMap(([currency, entry]) =>
    'reading' in entry ? [] : [[currency, entry] as const],
  );
}

/** The currencies that may be held and are not stated, in the order of their names. */
export function absentIn(balances: Balances): readonly (readonly [string, Absent])[] {
  return Object.entries(balances)
    .flatMap(([currency, entry]) => ('reading' in entry ? [[currency, entry] as const] : []))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The same as an answer shows them, beside the balances; empty where everything is stated. */
export function notStatedIn(balances: Balances): {
  readonly notStated?: Readonly<Record<string, Absent>>;
} {
  const absent = absentIn(balances);
  return absent.length === 0 ? {} : { notStated: Object.fromEntries(absent) };
}

/** The currencies whose absence takes something out of a total: all but those that were known to be empty. */
export function missingIn(balances: Balances): readonly string[] {
  return absentIn(balances)
    .filter(([, { last }]) => last === undefined || !decimalOf(last.total).isZero())
    .map(([currency]) => currency);
}

/** What is held of a currency, where that is known. One that no answer has ever listed is not held. */
export type Held =
  | { readonly known: true; readonly balance: Balance }
  | { readonly known: false; readonly reading: Absent };

export function heldOf(balances: Balances, currency: string): Held {
  const reading = balanceOf(balances, currency);
  switch (reading.kind) {
    case 'stated':
      return { known: true, balance: reading.balance };
    case 'not-listed':
      return reading.away === null
        ? { known: true, balance: NEVER_HELD }
        : { known: false, reading: reading.away };
    case 'unreadable':
      return { known: false, reading: reading.unreadable };
    default:
      return reading satisfies never;
  }
}

const NEVER_HELD: Balance = { total: '0' };

/** The part of a balance that can be withdrawn: the available part if it is known, else the total. */
export function withdrawable(balance: Balance): string {
  return balance.available ?? balance.total;
}
