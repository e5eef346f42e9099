import * as z from 'zod/mini';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { COUNTERS, type Counter, counterSchema, type Debit } from './counter.ts';
import {
  type BucketAmounts,
  bucketAmountsSchema,
  endsOf,
  keptAt,
  sumWithin,
  WINDOWS,
  type WindowName,
  withDebit,
  withRefund,
} from './windows.ts';

const countedSchema = record(() => ({
  counter: counterSchema,
  /** Kept for 25 hours. */
  hours: bucketAmountsSchema,
  /** Kept for 31 days; absent if nothing counts them. */
  days: z.exactOptional(bucketAmountsSchema),
}));

/** What stands in one counter. */
export type Counted = Stored<typeof countedSchema>;

export const countsSchema = z.array(countedSchema);

/** The counters of one place. A list, since what they are of may be any text. Those without recent amounts are dropped. */
export type Counts = readonly Counted[];

/** Takes the amounts, in the current buckets; what no window reaches any more is dropped. */
export function debited(counts: Counts, debits: readonly Debit[]): Counts {
  return debits.reduce((all, debit) => {
    const { counter, at } = debit;
    const kept = all.flatMap((counted) => active(counted, at) ?? []);
    const own = ownOf(kept, counter);
    // Without room for one more it is counted nowhere: whoever has a limit here was refused before.
    if (own === undefined && isFull(kept, counter)) return kept;
    const others = kept.filter((counted) => counted !== own);
    return [...others, moved(own ?? { counter, hours: {} }, debit, withDebit)];
  }, counts);
}

/** Gives the amounts back to the very buckets they were taken in, if these are still kept. */
export function voided(counts: Counts, debits: readonly Debit[]): Counts {
  return debits.reduce((all, debit) => {
    const own = ownOf(all, debit.counter);
    if (own === undefined) return all;
    return all.map((counted) => (counted === own ? moved(own, debit, withRefund) : counted));
  }, counts);
}

/** The part of a debit that is for a part of its claim. Rounded down: never more is given back than was taken. */
export function shareOf(debit: Debit, part: Decimal, whole: Decimal): Debit {
  if (part.greaterThanOrEqualTo(whole)) return debit;
  const share = decimalOf(debit.amount).times(part).dividedBy(whole);
  const amount = formatDecimal(share.toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN));
  return { ...debit, amount };
}

/** What a counter holds within its window. Never less than what really was taken. */
export type Spent =
  | { readonly known: true; readonly amount: Decimal }
  | CountedInOther
  /** As many others are counted as there is room for. */
  | { readonly known: false; readonly why: 'full' };

/** Amounts of another unit count until then: these cannot be compared. */
export interface CountedInOther {
  readonly known: false;
  readonly why: 'other-unit';
  readonly unit: string;
  readonly until: Instant;
}

export function spent(counts: Counts, counter: Counter, window: WindowName, now: Instant): Spent {
  const namesakes = counts.filter((counted) => isNamesake(counted.counter, counter));
  const other = namesakes.find(
    (counted) => counted.counter.unit !== counter.unit && !sumIn(counted, window, now).isZero(),
  );
  if (other !== undefined) {
    const until =
      endsOf(other[window] ?? {}, WINDOWS[window])
        .toSorted()
        .at(-1) ?? now;
    return { known: false, why: 'other-unit', unit: other.counter.unit, until };
  }
  const own = ownOf(namesakes, counter);
  if (own !== undefined) return { known: true, amount: sumIn(own, window, now) };
  const kept = counts.filter((counted) => active(counted, now) !== null);
  return isFull(kept, counter) ? { known: false, why: 'full' } : { known: true, amount: ZERO };
}

/** The amount, or null if it is not known. */
export function knownAmount(found: Spent): Decimal | null {
  return found.known ? found.amount : null;
}

/** What a bound leaves: never less than zero, and zero if it is not known. */
export function leftOf(cap: Decimal, amount: Decimal | null): Decimal {
  return amount === null ? ZERO : Decimal.max(cap.minus(amount), ZERO);
}

/** The amounts of a counter by their buckets. */
export function bucketsOf(counts: Counts, counter: Counter, window: WindowName): BucketAmounts {
  return ownOf(counts, counter)?.[window] ?? {};
}

/** The moments from which anything counts no more. */
export function endsIn(counts: Counts): readonly Instant[] {
  return counts.flatMap(({ hours, days = {} }) => [
    ...endsOf(hours, WINDOWS.hours),
    ...endsOf(days, WINDOWS.days),
  ]);
}

function isNamesake(one: Counter, other: Counter): boolean {
  return one.kind === other.kind && one.of === other.of;
}

function ownOf(counts: Counts, counter: Counter): Counted | undefined {
  return counts.find(
    (counted) => isNamesake(counted.counter, counter) && counted.counter.unit === counter.unit,
  );
}

function sumIn(counted: Counted, window: WindowName, now: Instant): Decimal {
  return sumWithin(counted[window] ?? {}, WINDOWS[window], now);
}

function moved(counted: Counted, { counter, amount, at }: Debit, move: typeof withDebit): Counted {
  const windows = COUNTERS[counter.kind].windows.map((window) => [
    window,
    move(counted[window] ?? {}, WINDOWS[window], decimalOf(amount), at),
  ]);
  return { ...counted, ...Object.fromEntries(windows) };
}

/** Without the buckets that no window reaches any more; null if none is left. */
function active(counted: Counted, at: Instant): Counted | null {
  const hours = keptAt(counted.hours, WINDOWS.hours, at);
  const days = keptAt(counted.days ?? {}, WINDOWS.days, at);
  if (Object.keys(hours).length + Object.keys(days).length === 0) return null;
  return { ...counted, hours, ...(counted.days !== undefined && { days }) };
}

function isFull(kept: Counts, { kind }: Counter): boolean {
  const { most } = COUNTERS[kind];
  return most !== undefined && kept.filter(({ counter }) => counter.kind === kind).length >= most;
}
