import * as z from 'zod/mini';
import { Decimal, ZERO } from '../money/decimal.ts';
import { decimalOf, formatDecimal, MAX_FRACTION_DIGITS } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { COUNTERS, type Counter, counterSchema, type Debit, PIECES } from './counter.ts';
import {
  type BucketAmounts,
  bucketAmountsSchema,
  countsAfter,
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
  /** Kept for ever; absent if nothing counts it. */
  ever: z.exactOptional(bucketAmountsSchema),
}));

/** What stands in one counter. */
export type Counted = Stored<typeof countedSchema>;

export const countsSchema = z.array(countedSchema);

const WINDOW_NAMES = Object.keys(WINDOWS) as readonly WindowName[];

/** The counters of one place. A list, since what they are of may be any text. Those without recent amounts are dropped. */
export type Counts = readonly Counted[];

/** Takes the amounts, in the current buckets; what no window reaches any more is dropped. */
export function debited(counts: Counts, debits: readonly Debit[]): Counts {
  return debits.reduce((all, debit) => {
    const { counter, at } = debit;
    const kept = keptOf(all, at);
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

/** Of the debits that are to be taken, those that find room for their counter: the others are counted nowhere. */
export function countable(counts: Counts, debits: readonly Debit[]): readonly Debit[] {
  return debits.filter((debit, index) => {
    const after = debited(counts, debits.slice(0, index + 1));
    return ownOf(after, debit.counter) !== undefined;
  });
}

/** What debits took, with what others had taken before: the newest last, as counters keep it. */
export function takenWith(before: Counts, debits: readonly Debit[]): Counts {
  return debited(
    before,
    debits.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
  );
}

/** The same of what counts for ever alone: one amount for each counter, however many debits there were. */
export function takenForEverWith(before: Counts, debits: readonly Debit[]): Counts {
  return debits.reduce((all, { counter, amount, at }) => {
    if (!COUNTERS[counter.kind].windows.includes('ever')) return all;
    const own = ownOf(all, counter);
    const ever = withDebit(own?.ever ?? {}, WINDOWS.ever, decimalOf(amount), at);
    return [...all.filter((counted) => counted !== own), { counter, hours: {}, ever }];
  }, before);
}

/** Counters that hold less than what was taken from them, in a bucket that still counts. */
export function countersBelow(counts: Counts, all: Counts, now: Instant): readonly Counter[] {
  return all.flatMap((taken) => {
    const own = ownOf(counts, taken.counter);
    const isBelow = WINDOW_NAMES.some((window) => {
      const after = countsAfter(WINDOWS[window], now);
      return Object.entries(taken[window] ?? {}).some(
        ([start, amount]) =>
          start > after && decimalOf(own?.[window]?.[start] ?? '0').lessThan(decimalOf(amount)),
      );
    });
    return isBelow ? [taken.counter] : [];
  });
}

/**
 * The part of a debit that is for a part of its claim. Rounded down: never more is given back than was taken. A piece is
 * whole: it goes back with all of its claim, and not with a part.
 */
export function shareOf(debit: Debit, part: Decimal, whole: Decimal): Debit {
  if (part.greaterThanOrEqualTo(whole)) return debit;
  if (debit.counter.unit === PIECES) return { ...debit, amount: '0' };
  const share = decimalOf(debit.amount).times(part).dividedBy(whole);
  const amount = formatDecimal(share.toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN));
  return { ...debit, amount };
}

/** What a counter holds within its window. Never less than what really was taken. */
export type Spent =
  | { readonly known: true; readonly amount: Decimal }
  | CountedInOther
  /** `full`: as many others are counted as there is room for. `unreadable`: the item of the counters cannot be read. */
  | { readonly known: false; readonly why: 'full' | 'unreadable' };

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
    (counted) =>
      counted.counter.unit !== counter.unit &&
      // What counts for ever in another unit would never count no more: of that, each unit stands alone.
      window !== 'ever' &&
      !sumIn(counted, window, now).isZero(),
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
  return isFull(keptOf(counts, now), counter)
    ? { known: false, why: 'full' }
    : { known: true, amount: ZERO };
}

/** What several counters hold together, for a bound over their sum: known if each of them is. */
export function spentTogether(
  counts: Counts,
  counters: readonly Counter[],
  window: WindowName,
  now: Instant,
): Spent {
  return counters.reduce<Spent>(
    (sum, counter) => {
      const found = spent(counts, counter, window, now);
      if (!sum.known) return sum;
      return found.known ? { known: true, amount: sum.amount.plus(found.amount) } : found;
    },
    { known: true, amount: ZERO },
  );
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
  return counts.flatMap((counted) =>
    WINDOW_NAMES.flatMap((window) => endsOf(counted[window] ?? {}, WINDOWS[window])),
  );
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

/** Without the buckets that no window reaches any more, and without the counters that none is left of. */
function keptOf(counts: Counts, at: Instant): Counts {
  return counts
    .map((counted): Counted => {
      const kept = windowsOf(counted).map(([window, amounts]) => [
        window,
        keptAt(amounts, WINDOWS[window], at),
      ]);
      return { ...counted, ...Object.fromEntries(kept) };
    })
    .filter((counted) => windowsOf(counted).some(([, amounts]) => Object.keys(amounts).length > 0));
}

function windowsOf(counted: Counted) {
  return WINDOW_NAMES.flatMap((window) => {
    const amounts = counted[window];
    return amounts === undefined ? [] : [[window, amounts] as const];
  });
}

/** What counts for ever alone takes no room: it is one number. */
function isFull(kept: Counts, { kind }: Counter): boolean {
  const { most } = COUNTERS[kind];
  if (most === undefined) return false;
  const recent = kept.filter(
    (counted) => counted.counter.kind === kind && endsIn([counted]).length > 0,
  );
  return recent.length >= most;
}
