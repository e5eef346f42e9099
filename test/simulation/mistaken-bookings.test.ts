import { describe, expect, it } from 'vitest';
import { stillMistaken } from './service/mistaken-bookings.ts';

const HOUR_MS = 3_600_000;
const BOOKING_MS = 36 * HOUR_MS;
const at = (hours: number, units: bigint) => ({ atMs: hours * HOUR_MS, units });
const excused = (hours: number, ...executed: ReturnType<typeof at>[]) =>
  stillMistaken(at(1, 43n), executed, BOOKING_MS, hours * HOUR_MS);

describe('a foreign debit that passes for a booking', () => {
  it('is excused for as long as a booking may take, and then not', () => {
    expect(excused(37)).toBe(43n);
    expect(excused(37.1)).toBe(0n);
    expect(excused(37.1, at(0, 42n))).toBe(0n);
  });

  it('is passed on to what had left before the real booking came, but no more than that', () => {
    expect(excused(48, at(0, 42n), at(24, 20n))).toBe(20n);
    expect(excused(48, at(0, 42n), at(24, 50n))).toBe(43n);
    expect(excused(61, at(0, 42n), at(24, 20n))).toBe(0n);
  });

  it('is not excused again by what leaves once it is over', () => {
    expect(excused(50, at(0, 42n), at(38, 20n))).toBe(0n);
  });
});
