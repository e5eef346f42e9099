import { expect, it } from 'vitest';
import { claimLane, concludeLane } from '../../../treasury/instructions/lane-transitions.ts';
import { countedOf } from '../../samples/counts.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';

const AT = '2026-01-05T09:00:03.000Z';

it('an amount that the service cut commits, and debits of budgets, what left', () => {
  const claim = { ...CLAIM, outgoing: '1.25' };
  const conclusion = { nonce: CLAIM.nonce, at: AT, outcome: 'confirmed' } as const;
  const lane = concludeLane(claimLane(IDLE_LANE, claim), { ...conclusion, executed: '1.2' });
  expect(lane.booking?.entries).toMatchObject([{ amount: '1.2' }]);
  expect(lane.usage['btc-excess']).toMatchObject({ failures: 0 });
  expect(countedOf(lane, 'rule', 'btc-excess').hours).toEqual({
    '2026-01-05T09:00:00.000Z': '1.2',
  });
  const whole = concludeLane(claimLane(IDLE_LANE, claim), conclusion);
  expect(whole.booking?.entries).toMatchObject([{ amount: '1.25' }]);
  expect(countedOf(whole, 'rule', 'btc-excess').hours).toEqual({
    '2026-01-05T09:00:00.000Z': '1.25',
  });
});
