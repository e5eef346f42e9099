import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Booking,
  claimUnbooked,
  committedOf,
  dropUnbooked,
  NOTHING_UNBOOKED,
} from '../../treasury/booking/booking.ts';
import { DEFAULT_BOOKING_BOUND_SECONDS as BOUND } from '../../treasury/booking/booking-terms.ts';
import { readBalance } from '../../treasury/booking/read-balance.ts';
import { Decimal, ZERO } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import { shareOf } from '../thoroughness.ts';

/*
 * A service with books of its own: what it shows is behind by what it has executed and not booked. After each reading,
 * what the lane commits must be at least what that reading still holds of money that is gone.
 */

const START = Date.parse('2026-01-05T09:00:00.000Z');
const STEP_MS = 60_000;

type Event =
  | { readonly kind: 'claim'; readonly amount: number; readonly executed: boolean }
  /** Books a part, in percent, of what is executed and not booked. */
  | { readonly kind: 'book'; readonly percent: number }
  | { readonly kind: 'deposit'; readonly amount: number }
  /** `stale`: another replica answers, which is as many bookings behind. */
  | { readonly kind: 'read'; readonly stale: number };

const amount = fc.integer({ min: 1, max: 40 });
const claim = fc.record({ kind: fc.constant('claim' as const), amount, executed: fc.boolean() });
const book = fc.record({
  kind: fc.constant('book' as const),
  percent: fc.constantFrom(10, 50, 100),
});
const deposit = fc.record({ kind: fc.constant('deposit' as const), amount });
const read = fc.record({ kind: fc.constant('read' as const), stale: fc.constant(0) });
const anyReplica = fc.record({ kind: fc.constant('read' as const), stale: fc.nat({ max: 3 }) });

/** The service's true books beside what it shows. */
class Books {
  shown = new Decimal(1_000);
  pending = ZERO;
  /** Fees that are taken with the next booking. */
  fees = ZERO;
  /** What each booking took, newest last: a replica that is behind has not had the last of them. */
  readonly bookings: Decimal[] = [];

  execute(amount: number, fee: number): void {
    this.pending = this.pending.plus(amount);
    this.fees = this.fees.plus(fee);
  }

  book(percent: number): void {
    const part = this.pending.times(percent).dividedBy(100);
    if (part.isZero()) return;
    this.pending = this.pending.minus(part);
    const taken = part.plus(this.fees);
    this.fees = ZERO;
    this.shown = this.shown.minus(taken);
    this.bookings.push(taken);
  }

  /** What a replica shows that is so many bookings behind, and what of it is gone. */
  seenBy(stale: number): { readonly balance: Decimal; readonly gone: Decimal } {
    const missing = this.bookings.slice(this.bookings.length - stale).reduce(plus, ZERO);
    const behind = stale === 0 ? ZERO : missing;
    return { balance: this.shown.plus(behind), gone: this.pending.plus(behind) };
  }
}

function plus(a: Decimal, b: Decimal): Decimal {
  return a.plus(b);
}

/** The least that was committed beyond what was gone, over all readings. */
function leastMargin(events: readonly Event[], feeOnTop = 0): Decimal {
  const books = new Books();
  const fee = feeOnTop === 0 ? {} : { fee: `${feeOnTop}` };
  let booking: Booking = NOTHING_UNBOOKED;
  let least = new Decimal(1_000_000);
  let claims = 0;
  events.forEach((event, index) => {
    const at = instantOf(START + index * STEP_MS);
    const { balance } = books.seenBy(0);
    switch (event.kind) {
      case 'claim': {
        booking = readBalance(booking, { total: formatDecimal(balance) }, at, BOUND);
        const instructionId = `i-${++claims}`;
        booking = claimUnbooked(booking, { instructionId, amount: `${event.amount}`, at, ...fee });
        if (event.executed) books.execute(event.amount, feeOnTop);
        else booking = dropUnbooked(booking, instructionId);
        return;
      }
      case 'book':
        books.book(event.percent);
        return;
      case 'deposit':
        books.shown = books.shown.plus(event.amount);
        return;
      case 'read': {
        const seen = books.seenBy(Math.min(event.stale, books.bookings.length));
        booking = readBalance(booking, { total: formatDecimal(seen.balance) }, at, BOUND);
        least = Decimal.min(least, committedOf(booking, at).minus(seen.gone));
        return;
      }
      default:
        event satisfies never;
    }
  });
  return least;
}

function neverTooLittle(events: fc.Arbitrary<readonly Event[]>, feeOnTop?: number): void {
  fc.assert(
    fc.property(events, (sequence) => {
      expect(leastMargin(sequence, feeOnTop).isNegative()).toBe(false);
    }),
    { numRuns: shareOf(2_000) },
  );
}

describe('what a lane commits', () => {
  it('is never less than what a balance still holds of money that is gone, however late and in parts it is booked', () => {
    const events = fc.array(fc.oneof(claim, book, deposit, read), { maxLength: 40 });
    neverTooLittle(events);
  });

  it('is never less where replicas take turns, each some bookings behind', () => {
    const events = fc.array(fc.oneof(claim, book, anyReplica), { maxLength: 40 });
    neverTooLittle(events);
  });

  it('is never less where a fee within the bound is taken with each booking', () => {
    const events = fc.array(fc.oneof(claim, book, deposit, read), { maxLength: 40 });
    neverTooLittle(events, 2);
  });
});
