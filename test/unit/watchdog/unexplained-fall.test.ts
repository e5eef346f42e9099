import { describe, expect, it } from 'vitest';
import { claimLane, concludeLane } from '../../../treasury/instructions/lane-transitions.ts';
import { unexplainedFall } from '../../../treasury/watchdog/unexplained-fall.ts';
import { CLAIM, IDLE_LANE } from '../../samples/instructions.ts';
import { snapshotAt, totals } from '../../samples/snapshots.ts';

const rejected = concludeLane(claimLane(IDLE_LANE, CLAIM), {
  nonce: CLAIM.nonce,
  at: '2026-01-05T09:00:03.000Z',
  outcome: 'rejected',
});

/** Balances of BTC, each read at a time of 5 January 2026. */
function readings(...seen: readonly (readonly [time: string, total: string | null])[]) {
  return seen.map(([time, total]) => {
    const at = `2026-01-05T${time}.000Z`;
    return snapshotAt(at, total === null ? {} : totals({ BTC: total }), {}, { takenAt: at });
  });
}

describe('an unexplained fall', () => {
  it('is not known before a balance was read after the quarantine', () => {
    const before = readings(['09:01:00', '3.25'], ['09:05:00', '3.25']);
    expect(unexplainedFall(rejected, before).kind).toBe('no-later-balance');
    expect(unexplainedFall(rejected, []).kind).toBe('no-later-balance');
  });

  it('is none where the balance stayed, however its text is written', () => {
    const stayed = readings(['09:01:00', '3.250'], ['09:06:00', '3.25']);
    expect(unexplainedFall(rejected, stayed)).toEqual({ kind: 'none' });
  });

  it('is none where the balance only rose', () => {
    expect(unexplainedFall(rejected, readings(['09:06:00', '4'])).kind).toBe('none');
  });

  it('is seen even where a later deposit made up for it', () => {
    const masked = readings(['09:01:00', '2'], ['09:06:00', '9']);
    expect(unexplainedFall(rejected, masked)).toEqual({
      kind: 'fall',
      message: expect.stringContaining('from 3.25 to 2 BTC'),
    });
  });

  it('is seen behind a deposit that came first', () => {
    const masked = readings(['09:01:00', '9'], ['09:06:00', '7.75']);
    expect(unexplainedFall(rejected, masked).kind).toBe('fall');
  });

  it('is not seen in a currency that is left out: the lane waits until it is stated again', () => {
    expect(unexplainedFall(rejected, readings(['09:06:00', null]))).toEqual({
      kind: 'no-later-balance',
      message: expect.stringContaining('BTC is not in the answer'),
    });
    const back = readings(['09:06:00', null], ['09:07:00', '3.25']);
    expect(unexplainedFall(rejected, back).kind).toBe('none');
    expect(unexplainedFall(rejected, readings(['09:06:00', null], ['09:07:00', '3'])).kind).toBe(
      'fall',
    );
  });

  it('is none in a currency that was never listed before its purchase was refused', () => {
    const claim = { ...CLAIM, balanceBefore: '0' };
    const bought = { ...rejected, status: { ...rejected.status, claim } } as typeof rejected;
    expect(unexplainedFall(bought, readings(['09:06:00', null])).kind).toBe('none');
  });

  it('is seen where the ticks were carried out in another order than they were due', () => {
    const late = readings(['09:04:00', '3'], ['09:03:00', '2.5'], ['09:02:00', '3.25']);
    const rising = readings(['09:06:00', '3.25'], ['09:02:00', '3.5']);
    expect(unexplainedFall(rejected, [...late, ...rising]).kind).toBe('fall');
    expect(unexplainedFall(rejected, rising).kind).toBe('fall');
  });

  it('takes no balance from before the claim for one after it', () => {
    const old = readings(['08:59:00', '2'], ['09:06:00', '3.25']);
    expect(unexplainedFall(rejected, old).kind).toBe('none');
  });
});
