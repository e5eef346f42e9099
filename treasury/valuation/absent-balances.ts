import * as z from 'zod/mini';
import { decimalOf } from '../money/decimal-text.ts';
import { record, type Stored } from '../records/record.ts';
import type { Instant } from '../time/instant.ts';
import { instant } from '../time/instant-schema.ts';
import { type Absent, type Balances, balanceOf, type LastStated, statedIn } from './balance.ts';

/**
 * What a service does with balances of zero. listed: it states them, so a currency that is left out is never zero. omitted:
 * it leaves them out. unknown: what was not stated is not known, which is the default.
 */
export const ZERO_BALANCES = ['listed', 'omitted', 'unknown'] as const;
export type ZeroBalances = (typeof ZERO_BALANCES)[number];

const seenSchema = record(() => ({ currency: z.string(), readAt: instant }));

export const zerosSeenSchema = record(() => ({
  /** The last answer that stated a balance of zero. */
  stated: z.exactOptional(seenSchema),
  /** The last answer that left out a currency for the first time. */
  leftOut: z.exactOptional(seenSchema),
}));

/** What the service was seen to do with balances of zero: shown beside what the controls say of it. */
export type ZerosSeen = Stored<typeof zerosSeenSchema>;

/**
 * Answers in a row without a currency after which it holds nothing, if the service omits balances of zero: as many as a
 * price has to stand at a new level. One may be a slip, and so may its repetition.
 */
export const READINGS_OF_AN_OMISSION = 3;

/** The part of a snapshot that the next answer is compared with. */
export interface BalancesOnRecord {
  readonly balances: Balances;
  readonly takenAt: Instant;
  readonly scheduledFor: Instant;
  readonly zerosSeen?: ZerosSeen;
  readonly countedAsZero?: readonly string[];
}

export interface KnownBalances {
  readonly balances: Balances;
  /** Left out, and zero since the service omits balances of zero; in the order of their names. */
  readonly countedAsZero: readonly string[];
}

/**
 * What is known of every currency after one more answer: those that it states, and those that an earlier one did, each with
 * its last balance. A currency that is left out counts as zero only if the service is known to omit those, and then after
 * several answers in which the others were normal: at least as many of what is held stated as left out. Of a service at
 * which everything is away at once nothing ever counts as zero. `before`: the last snapshot; null if there is none, and a
 * currency that no answer ever listed is not held. Pure.
 */
export function knownBalances(
  answer: Balances,
  before: BalancesOnRecord | null,
  readAt: Instant,
  zeroBalances: ZeroBalances,
): KnownBalances {
  const known = before === null ? [] : Object.keys(before.balances).sort();
  const isNormal = before !== null && othersAreStated(answer, before);
  const balances: Record<string, Balances[string]> = { ...answer };
  const countedAsZero: string[] = [];
  for (const currency of new Set([...known, ...Object.keys(answer)])) {
    const reading = balanceOf(answer, currency);
    const seen = before === null ? NOT_SEEN : seenBefore(before, currency);
    const since = seen.absent?.since ?? readAt;
    switch (reading.kind) {
      case 'stated':
        break;
      case 'unreadable': {
        const { why } = reading.unreadable;
        balances[currency] = { reading: 'unreadable', why, since, ...lastOf(seen) };
        break;
      }
      case 'not-listed': {
        const entry = leftOut(seen, since, isNormal);
        const isZero = zeroBalances === 'omitted' && isOmitted(entry, seen);
        if (isZero) countedAsZero.push(currency);
        balances[currency] = isZero ? { total: '0' } : entry;
        break;
      }
      default:
        reading satisfies never;
    }
  }
  return { balances, countedAsZero };
}

/**
 * The same where nothing proves it: every currency of it is known, none as zero, and none as away for any number of answers. Pure.
 */
export function unproven(record: BalancesOnRecord): BalancesOnRecord {
  const { takenAt, scheduledFor } = record;
  const away = Object.keys(record.balances).map((currency) => {
    const { last, absent } = seenBefore(record, currency);
    const since = absent?.since ?? takenAt;
    return [currency, leftOut({ last, absent: undefined }, since, false)] as const;
  });
  return { balances: Object.fromEntries(away), takenAt, scheduledFor };
}

/**
 * A record of before, with what one that nothing proves says beyond it: a currency that the one does not list, or lists as empty,
 * may be held where the other lists it. What is away in the one has been stated between, for all that is known: its answers in
 * a row begin anew. Pure.
 */
export function withUnproven(record: BalancesOnRecord, later: BalancesOnRecord): BalancesOnRecord {
  const counted = Object.entries(record.balances).map(
    ([currency, entry]) => [currency, begunAnew(entry, later, currency)] as const,
  );
  const beyond = Object.entries(unproven(later).balances).filter(([currency]) => {
    const { last } = seenBefore(record, currency);
    return last === undefined || (isEmpty(last) && !isEmpty(seenBefore(later, currency).last));
  });
  return { ...record, balances: Object.fromEntries([...counted, ...beyond]) };
}

/** Away, and in none of the answers in a row; since the later record if that one states it. */
function begunAnew(
  entry: Balances[string],
  later: BalancesOnRecord,
  currency: string,
): Balances[string] {
  if (!('reading' in entry) || entry.reading !== 'not-listed') return entry;
  const isStated = balanceOf(later.balances, currency).kind === 'stated';
  return { ...entry, readings: 0, ...(isStated ? { since: later.takenAt } : {}) };
}

function isEmpty(last: Pick<LastStated, 'total'> | undefined): boolean {
  return last !== undefined && decimalOf(last.total).isZero();
}

/**
 * What is known of every currency after an answer that is shown, and not kept as a snapshot. It counts for none of the answers
 * in a row, and what it leaves out stays zero only where the last snapshot counted it so. Pure.
 */
export function knownNow(
  answer: Balances,
  before: BalancesOnRecord | null,
  readAt: Instant,
): Balances {
  const { balances } = knownBalances(answer, before, readAt, 'unknown');
  return { ...balances, ...zerosOfUnlisted(answer, before?.countedAsZero ?? []) };
}

/**
 * Zero by the last snapshot, and left out by an answer of now: what a service that omits balances of zero says of an empty
 * currency for as long as it is empty. Pure.
 */
export function stillZero(answer: Balances, before: Pick<BalancesOnRecord, 'balances'>): Balances {
  const empty = statedIn(before.balances).filter(([, balance]) => isEmpty(balance));
  return zerosOfUnlisted(
    answer,
    empty.map(([currency]) => currency),
  );
}

function zerosOfUnlisted(answer: Balances, empty: readonly string[]): Balances {
  const unlisted = empty.filter((currency) => balanceOf(answer, currency).kind === 'not-listed');
  return Object.fromEntries(unlisted.map((currency) => [currency, { total: '0' }]));
}

/** What was seen so far, with one more answer; empty if nothing was. */
export function zerosSeen(
  answer: Balances,
  before: BalancesOnRecord | null,
  readAt: Instant,
): { readonly zerosSeen?: ZerosSeen } {
  const zero = statedIn(answer).find(([, balance]) => isEmpty(balance));
  const listed = before === null ? [] : statedIn(before.balances);
  const gone = listed.find(([currency]) => balanceOf(answer, currency).kind === 'not-listed');
  const seen = {
    ...before?.zerosSeen,
    ...(zero === undefined ? {} : { stated: { currency: zero[0], readAt } }),
    ...(gone === undefined ? {} : { leftOut: { currency: gone[0], readAt } }),
  };
  return Object.keys(seen).length === 0 ? {} : { zerosSeen: seen };
}

interface SeenBefore {
  readonly last: LastStated | undefined;
  /** Not stated in the answer before either. */
  readonly absent: Absent | undefined;
}

const NOT_SEEN: SeenBefore = { last: undefined, absent: undefined };

function seenBefore(
  { balances, takenAt: readAt, scheduledFor: tick }: BalancesOnRecord,
  currency: string,
): SeenBefore {
  const reading = balanceOf(balances, currency);
  switch (reading.kind) {
    case 'stated':
      return { last: { ...reading.balance, readAt, tick }, absent: undefined };
    case 'not-listed':
      return { last: reading.away?.last, absent: reading.away ?? undefined };
    case 'unreadable':
      return { last: reading.unreadable.last, absent: reading.unreadable };
    default:
      return reading satisfies never;
  }
}

function lastOf({ last }: SeenBefore): { readonly last?: LastStated } {
  return last === undefined ? {} : { last };
}

function leftOut({ last, absent }: SeenBefore, since: Instant, isNormal: boolean): Absent {
  // It was named and never readable: what is known of it stays that.
  if (last === undefined) {
    return { reading: 'unreadable', why: { code: 'never-stated' }, since };
  }
  const before = absent?.reading === 'not-listed' ? absent.readings : 0;
  return { reading: 'not-listed', since, readings: before + (isNormal ? 1 : 0), last };
}

/** One that was zero in the answer before stays it; any other is away for several first. */
function isOmitted(entry: Absent, { absent }: SeenBefore): boolean {
  if (entry.reading !== 'not-listed') return false;
  const wasZero = absent === undefined && isEmpty(entry.last);
  return wasZero || entry.readings >= READINGS_OF_AN_OMISSION;
}

/** Whether at least as much of what is held is stated as is left out, by the number of currencies. */
function othersAreStated(answer: Balances, before: BalancesOnRecord): boolean {
  const held = Object.keys(before.balances).filter((currency) => {
    const { last } = seenBefore(before, currency);
    return last !== undefined && !isEmpty(last);
  });
  const stated = held.filter((currency) => balanceOf(answer, currency).kind === 'stated').length;
  return stated > 0 && stated >= held.length - stated;
}
