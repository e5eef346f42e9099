import { expect, it } from 'vitest';
import { claimUnbooked, committedOf, NOTHING_UNBOOKED } from '../../../treasury/booking/booking.ts';

const AT = '2026-03-30T00:00:00.000Z';

it('the fee that may leave with what is unbooked is committed with it', () => {
  const entry = { instructionId: 'i-1', amount: '2', at: AT, fee: '0.01' };
  const booking = claimUnbooked(NOTHING_UNBOOKED, entry);
  expect(committedOf(booking, AT).toFixed()).toBe('2.01');
});
