import { describe, expect, it } from 'vitest';
import {
  type Booking,
  claimUnbooked,
  committedOf,
  concludeUnbooked,
  correctUnbooked,
  dropUnbooked,
  MAX_BOOKING_ENTRIES,
  NOTHING_UNBOOKED,
  overdueOf,
  unbookedOf,
} from '../../../treasury/booking/booking.ts';
import { RISE_DOUBT_SECONDS } from '../../../treasury/booking/doubts.ts';
import { readBalance } from '../../../treasury/booking/read-balance.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import type { Balance } from '../../../treasury/valuation/balance.ts';

const START = '2026-01-05T09:00:00.000Z';
const BOUND_SECONDS = 3 * 86_400;
const MINUTE_SECONDS = 60;

/** 20 are held, 10 are claimed; then a balance a minute. */
function afterReading(...balances: readonly (string | Balance)[]): {
  readonly committed: string;
  readonly booking: Booking;
} {
  return readOn(claimed('10'), balances);
}

function claimed(amount: string, fee?: string): Booking {
  const before = readBalance(NOTHING_UNBOOKED, { total: '20' }, START, BOUND_SECONDS);
  const entry = { instructionId: 'i-1', amount, at: START };
  return claimUnbooked(before, fee === undefined ? entry : { ...entry, fee });
}

function readOn(from: Booking, balances: readonly (string | Balance)[]) {
  let booking = from;
  let at = START;
  for (const balance of balances) {
    at = plusSeconds(at, MINUTE_SECONDS);
    const read = typeof balance === 'string' ? { total: balance } : balance;
    booking = readBalance(booking, read, at, BOUND_SECONDS);
  }
  return { booking, committed: committedOf(booking, at).toFixed() };
}

describe('what is committed after a claim', () => {
  it.each([
    ['all of it while no balance fell', ['20', '20'], '10'],
    ['nothing once the balance fell by it', ['10'], '0'],
    ['the rest where it is booked in parts', ['17', '14'], '4'],
    ['all of it where a deposit of the same amount hides the booking', ['20'], '10'],
    ['what a deposit hides of the booking', ['14'], '4'],
    ['never less than nothing, however far the balance falls', ['3', '1'], '0'],
    ['all of it again where another replica has not had the booking', ['10', '20'], '10'],
    [
      'nothing where the replicas take turns and the one that has it answers',
      ['10', '20', '10'],
      '0',
    ],
    ['what a rise by another amount soon after may hide', ['10', '26'], '10'],
    ['no more than rises by, soon after', ['10', '13'], '3'],
  ])('is %s', (_what, balances, committed) => {
    expect(afterReading(...balances).committed).toBe(committed);
  });

  it('compares what is available, also where the total follows later', () => {
    const reading = (total: string, available: string) => ({ total, available });
    const before = readBalance(NOTHING_UNBOOKED, reading('20', '20'), START, BOUND_SECONDS);
    const entry = { instructionId: 'i-1', amount: '10', at: START };
    const from = claimUnbooked(before, entry);
    expect(readOn(from, [reading('20', '10')]).committed).toBe('0');
    expect(readOn(from, [reading('20', '10'), reading('10', '10')]).committed).toBe('0');
  });

  it('takes no hold of others for a booking where only now it is said what is available', () => {
    expect(afterReading({ total: '20', available: '8' }).committed).toBe('10');
  });

  it('keeps what was credited in doubt where it is no longer said what is available', () => {
    const before = readBalance(
      NOTHING_UNBOOKED,
      { total: '20', available: '20' },
      START,
      BOUND_SECONDS,
    );
    const from = claimUnbooked(before, { instructionId: 'i-1', amount: '10', at: START });
    expect(readOn(from, [{ total: '20', available: '10' }, '20']).committed).toBe('10');
  });

  it('says the same whatever balance from before the last one comes late', () => {
    const { booking } = afterReading('10');
    expect(readBalance(booking, { total: '20' }, START, BOUND_SECONDS)).toBe(booking);
  });
});

describe('a doubt', () => {
  it('about a rise by another amount ends soon', () => {
    const { booking } = afterReading('10', '26');
    const later = plusSeconds(START, 2 * RISE_DOUBT_SECONDS);
    expect(committedOf(booking, later).toFixed()).toBe('0');
  });

  it('about a rise by the very fall lasts for as long as the booking may take', () => {
    const { booking } = afterReading('10', '20');
    expect(committedOf(booking, plusSeconds(START, BOUND_SECONDS)).toFixed()).toBe('10');
    expect(committedOf(booking, plusSeconds(START, 1.2 * BOUND_SECONDS)).toFixed()).toBe('0');
  });

  it('is one of a few, however often the balance moves', () => {
    const moves = Array.from({ length: 400 }, (_, index) => `${10 + ((index * 7) % 11) + index}`);
    const { booking } = afterReading('10', ...moves);
    expect(booking.doubts.length).toBeLessThan(20);
  });
});

describe('a fee within its bound', () => {
  it('is committed with what it may be taken beside', () => {
    expect(readOn(claimed('10', '0.5'), ['20']).committed).toBe('10.5');
  });

  it('is not taken for a booking', () => {
    const { booking, committed } = readOn(claimed('10', '0.5'), ['10']);
    expect(committed).toBe('0.5');
    expect(unbookedOf(booking).toFixed()).toBe('0');
  });

  it('does not commit for ever', () => {
    const { booking } = readOn(claimed('10', '0.5'), ['9.5']);
    expect(committedOf(booking, plusSeconds(START, 1.2 * BOUND_SECONDS)).toFixed()).toBe('0');
  });
});

describe('what is unbooked', () => {
  it('is free again where nothing left', () => {
    expect(unbookedOf(dropUnbooked(claimed('10'), 'i-1')).toFixed()).toBe('0');
    expect(unbookedOf(dropUnbooked(claimed('10'), 'i-2')).toFixed()).toBe('10');
  });

  it('is what was executed, less what was credited before that was known', () => {
    const { booking } = afterReading('16');
    const executed = { claimed: '10', executed: '9' };
    expect(unbookedOf(correctUnbooked(booking, 'i-1', executed)).toFixed()).toBe('5');
    const less = { claimed: '10', executed: '3' };
    expect(unbookedOf(correctUnbooked(booking, 'i-1', less)).toFixed()).toBe('0');
  });

  it('is never forgotten, however many requests are under way', () => {
    const many = Array.from({ length: 50 }, (_, index) => index).reduce<Booking>(
      (booking, index) =>
        claimUnbooked(booking, {
          instructionId: `i-${index}`,
          amount: '1.5',
          at: plusSeconds(START, index),
        }),
      NOTHING_UNBOOKED,
    );
    expect(many.entries).toHaveLength(MAX_BOOKING_ENTRIES);
    expect(unbookedOf(many).toFixed()).toBe('75');
    expect(many.entries[0]?.at).toBe(START);
  });

  it('is overdue from the oldest on that was claimed before the bound', () => {
    expect(overdueOf(claimed('10'), START)).toBeNull();
    const overdue = { amount: '10', since: START };
    expect(overdueOf(claimed('10'), plusSeconds(START, 1))).toEqual(overdue);
  });

  it('is nothing once people concluded it', () => {
    const { booking } = afterReading('10', '20');
    expect(committedOf(concludeUnbooked(booking), START).toFixed()).toBe('0');
  });
});
