import { describe, expect, it } from 'vitest';
import { MAX_BOOKING_ENTRIES } from '../../../treasury/booking/booking.ts';
import type { Lane } from '../../../treasury/instructions/lane.ts';
import { withReading } from '../../../treasury/instructions/lane-reading.ts';
import {
  claimLane,
  concludeLane,
  concludeUnbookedAmounts,
  releaseLane,
} from '../../../treasury/instructions/lane-transitions.ts';
import { rearmLane } from '../../../treasury/instructions/rearm-lane.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { debitsOf } from '../../../treasury/unbooked/debits-given-back.ts';
import { taken } from '../../samples/counts.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';

/** The claim of one of several withdrawals of the same amount, a minute apart. */
function claimOf(index: number) {
  const at = plusSeconds(CLAIM.claimedAt, index * 60);
  const debits = [taken({ kind: 'rule', of: 'btc-excess' }, '10', at)];
  const instructionId = `i-${index}`;
  return { ...CLAIM, instructionId, nonce: instructionId, claimedAt: at, outgoing: '10', debits };
}

const claimed = (lane: Lane, index: number): Lane => claimLane(lane, claimOf(index));

function confirmed(lane: Lane, index: number): Lane {
  const { nonce, claimedAt: at } = claimOf(index);
  return concludeLane(claimed(lane, index), { nonce, at, outcome: 'confirmed' });
}

/** So many that were confirmed, on a balance of 1000, and that no other balance shows. */
function unbooked(count: number): Lane {
  const read = on(IDLE_LANE, '1000', CLAIM.claimedAt);
  return Array.from({ length: count }, (_, index) => index).reduce(confirmed, read);
}

const on = (lane: Lane, total: string, at: Instant): Lane =>
  withReading(lane, { BTC: { total } }, at, null);

const debited = ({ booking }: Lane) => Object.keys(booking?.debited ?? {});
const budgets = (lane: Lane) => debitsOf(lane).map(({ amount }) => amount);

describe('what a claim debited, while no balance shows its amount', () => {
  it('stands in the lane, and no balance changes it', () => {
    const lane = unbooked(3);
    expect(debited(lane)).toEqual(['i-0', 'i-1', 'i-2']);
    let read = lane;
    for (const [index, total] of ['996', '980', '1000', '970', '500'].entries()) {
      read = on(read, total, plusSeconds(CLAIM.claimedAt, 600 + index));
      expect(read.booking?.debited).toEqual(lane.booking?.debited);
    }
    expect(read.booking?.entries).toEqual([]);
    expect(debitsOf(read)).toEqual([]);
  });

  it('goes with its amount at the next claim, once a balance has shown it', () => {
    const read = on(unbooked(2), '990', plusSeconds(CLAIM.claimedAt, 600));
    expect(debited(read)).toEqual(['i-0', 'i-1']);
    expect(debited(claimed(read, 2))).toEqual(['i-1', 'i-2']);
  });

  it('goes back for the part that is not booked, and never more than there is', () => {
    const lane = unbooked(2);
    expect(budgets(lane)).toEqual(['10', '10']);
    expect(budgets(on(lane, '986', plusSeconds(CLAIM.claimedAt, 600)))).toEqual(['6']);
    const { booking } = lane;
    if (booking === undefined) throw new Error('a lane that was claimed knows its bookings');
    const doubled = booking.entries.flatMap((entry) => [{ ...entry, amount: '900' }, entry]);
    expect(budgets({ ...lane, booking: { ...booking, entries: doubled } })).toEqual(['10', '10']);
  });

  it('stays debited where amounts are added up', () => {
    const lane = unbooked(MAX_BOOKING_ENTRIES + 2);
    expect(lane.booking?.entries).toHaveLength(MAX_BOOKING_ENTRIES);
    expect(debited(lane)).toEqual(['i-3', 'i-4', 'i-5', 'i-6', 'i-7', 'i-8', 'i-9']);
    expect(budgets(lane)).toHaveLength(MAX_BOOKING_ENTRIES - 1);
  });

  it('is no more where nothing left, and where people concluded', () => {
    const lane = unbooked(2);
    const { nonce, claimedAt: at } = claimOf(2);
    const notSent = concludeLane(claimed(lane, 2), { nonce, at, outcome: 'not-sent' });
    expect(debited(notSent)).toEqual(['i-0', 'i-1']);
    const unknown = concludeLane(claimed(lane, 2), { nonce, at, outcome: 'unknown' });
    const later = claimOf(2).quarantineUntil;
    expect(debited(releaseLane(unknown, 'i-2', false, later))).toEqual(['i-0', 'i-1']);
    const concluded = concludeUnbookedAmounts(lane, [], later);
    expect(concluded.booking?.debited).toBeUndefined();
  });

  it('stays as it is re-armed, where the word of people adds amounts up', () => {
    const at = plusSeconds(CLAIM.claimedAt, 86_400);
    const armed = rearmLane(unbooked(MAX_BOOKING_ENTRIES), 'here', at, '5');
    expect(debited(armed)).toEqual(['i-2', 'i-3', 'i-4', 'i-5', 'i-6', 'i-7']);
  });
});
