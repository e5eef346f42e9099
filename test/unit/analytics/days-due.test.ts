import { describe, expect, it } from 'vitest';
import {
  daysBehind,
  flowsBehind,
  isSettled,
  isTooSoon,
  mayWriteSnapshots,
  NOTHING_WRITTEN,
} from '../../../treasury/analytics/days-due.ts';

const FIRST_TICK = '2026-03-01T09:00:00.000Z';
const NOW = '2026-03-05T08:00:00.000Z';

describe('the days that are written', () => {
  it('begin with the first tick and end with yesterday', () => {
    expect(daysBehind(NOTHING_WRITTEN, FIRST_TICK, NOW)).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ]);
    expect(daysBehind(NOTHING_WRITTEN, null, NOW)).toEqual([]);
  });

  it('go on where they are whole, whatever came between', () => {
    const state = { ...NOTHING_WRITTEN, through: '2026-03-03' };
    expect(daysBehind(state, FIRST_TICK, NOW)).toEqual(['2026-03-04']);
    expect(daysBehind({ ...state, through: '2026-03-04' }, FIRST_TICK, NOW)).toEqual([]);
    expect(
      daysBehind({ ...state, through: '2026-02-27' }, null, '2026-03-01T00:00:00.000Z'),
    ).toEqual(['2026-02-28']);
  });

  it('are whole some hours after their end, when what was late has arrived', () => {
    expect(isSettled('2026-03-04', '2026-03-05T05:59:59.999Z')).toBe(false);
    expect(isSettled('2026-03-04', '2026-03-05T06:00:00.000Z')).toBe(true);
  });
});

describe('a run', () => {
  it('has nothing to do within minutes of one that had done everything', () => {
    const state = { ...NOTHING_WRITTEN, doneAt: '2026-03-05T08:00:00.000Z' };
    expect(isTooSoon(state, '2026-03-05T08:04:59.999Z')).toBe(true);
    expect(isTooSoon(state, '2026-03-05T08:05:00.000Z')).toBe(false);
    expect(isTooSoon(NOTHING_WRITTEN, NOW)).toBe(false);
  });

  it('is left to the run that is under way, for as long as that can take', () => {
    const state = { ...NOTHING_WRITTEN, begunAt: '2026-03-05T08:00:00.000Z' };
    expect(isTooSoon(state, '2026-03-05T08:00:01.000Z')).toBe(true);
    expect(isTooSoon(state, '2026-03-05T08:05:00.000Z')).toBe(false);
  });
});

describe('the flows of earlier days', () => {
  const state = { ...NOTHING_WRITTEN, through: '2026-03-04', flowsOn: '2026-03-04' };

  it('are written again once a day, newest first, back to the first tick', () => {
    const days = ['2026-03-04', '2026-03-03', '2026-03-02', '2026-03-01'];
    expect(flowsBehind(state, FIRST_TICK, NOW)).toEqual(days);
    expect(flowsBehind({ ...state, flowsOn: '2026-03-05' }, FIRST_TICK, NOW)).toEqual([]);
  });

  it('are so for six weeks, and not for ever', () => {
    const days = flowsBehind(state, '2024-01-01T00:00:00.000Z', NOW);
    expect(days.at(-1)).toBe('2026-01-19');
    expect(days).toHaveLength(45);
  });

  it('are so only for days that are whole', () => {
    expect(flowsBehind(NOTHING_WRITTEN, FIRST_TICK, NOW)).toEqual([]);
  });
});

describe("a day's snapshots", () => {
  const state = { ...NOTHING_WRITTEN, through: '2026-03-04' };

  it('are written again as long as none of them has expired', () => {
    expect(mayWriteSnapshots('2026-03-02', state, FIRST_TICK)).toBe(true);
    expect(mayWriteSnapshots('2026-03-05', state, FIRST_TICK)).toBe(true);
  });

  it('stay as they were written once they have begun to expire', () => {
    expect(mayWriteSnapshots('2026-03-01', state, FIRST_TICK)).toBe(false);
    expect(mayWriteSnapshots('2026-02-10', state, FIRST_TICK)).toBe(false);
    expect(mayWriteSnapshots('2026-03-01', state, null)).toBe(false);
  });
});
