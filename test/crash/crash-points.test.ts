import { describe, expect, it } from 'vitest';
import { CRASH_POINTS } from './points/crash-points.ts';

describe('the points at which a process can die', () => {
  it('has a name of its own for every point', () => {
    const names = CRASH_POINTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
