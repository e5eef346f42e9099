import { describe, expect, it } from 'vitest';
import { committedOf, NOTHING_UNBOOKED, unbookedOf } from '../../../treasury/booking/booking.ts';
import { readBalance } from '../../../treasury/booking/read-balance.ts';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import { rearmLane } from '../../../treasury/instructions/rearm-lane.ts';
import { rearmableLanes, rearmingView } from '../../../treasury/rearming/rearming.ts';

const AT = '2026-01-05T09:00:00.000Z';
const LATER = '2026-01-05T09:05:00.000Z';
const BOUND = 259_200;

/** As it comes out of the backup: 2 are on their way, and the last balance was one of 100. */
const RESTORED: Lane = {
  ...newLane('main', 'BTC', 'the table before'),
  booking: {
    ...NOTHING_UNBOOKED,
    reading: { at: '2026-01-04T09:00:00.000Z', total: '100' },
    entries: [{ instructionId: 'before', amount: '2', at: '2026-01-04T08:59:00.000Z' }],
  },
};

const committed = ({ booking = NOTHING_UNBOOKED }: Lane) => committedOf(booking, LATER).toFixed();
const read = (lane: Lane, total: string): Lane => {
  const { booking = NOTHING_UNBOOKED } = lane;
  return { ...lane, booking: readBalance(booking, { total }, LATER, BOUND) };
};

/** A request was under way, or its outcome was not known, when the backup was taken. */
const BLOCKED = (['sending', 'rejected', 'unknown', 'anomaly'] as const).map((state) => {
  const claim = {
    instructionId: 'i-held',
    nonce: 'n',
    claimedAt: AT,
    sendBy: AT,
    quarantineUntil: AT,
    balanceBefore: '100',
  };
  const status = state === 'sending' ? { state, claim } : { state, claim, since: AT };
  return [state, { ...RESTORED, status } satisfies Lane] as const;
});

describe('a lane that something holds', () => {
  it.each(BLOCKED)('is not armed again while it is %s: people settle it first', (_state, lane) => {
    expect(rearmableLanes([lane], 'here')).toEqual([]);
    expect(rearmingView([lane], 'here').notYet).toMatchObject([{ currency: 'BTC' }]);
  });
});

describe('a lane that is armed again', () => {
  it('commits what people say is unbooked, beside what the backup knows of', () => {
    const armed = rearmLane(RESTORED, 'here', AT, '5');
    expect(armed).toMatchObject({ epoch: 'here', rearmedAt: AT, concludedAt: AT, version: 2 });
    expect(committed(armed)).toBe('7');
    expect(committed(rearmLane(RESTORED, 'here', AT, '0'))).toBe('2');
  });

  it('takes a fall since the backup for what was sent and booked in between, not for what is unbooked', () => {
    // 10 were sent and booked after the backup, 5 were sent and are not booked.
    const seen = read(rearmLane(RESTORED, 'here', AT, '5'), '90');
    expect(unbookedOf(seen.booking ?? NOTHING_UNBOOKED).toFixed()).toBe('7');
  });

  it('is credited with what falls from there on', () => {
    const armed = read(rearmLane(RESTORED, 'here', AT, '5'), '90');
    const fallen = { total: '83' };
    const next = readBalance(
      armed.booking ?? NOTHING_UNBOOKED,
      fallen,
      '2026-01-05T09:10:00.000Z',
      BOUND,
    );
    expect(unbookedOf(next).toFixed()).toBe('0');
  });
});
