import { describe, expect, it } from 'vitest';
import { KnownStates } from './known-states.ts';

/** More than there is room for at first, so that it grows twice. */
const ROWS = 40_000;
const VALUES = 7;

describe('the states that a search has met', () => {
  it('are numbered as they come, and each is known again, across growth', () => {
    const states = new KnownStates(4);
    const rows = Array.from({ length: ROWS }, (_, n) =>
      Int32Array.of(n % VALUES, Math.floor(n / VALUES) % VALUES, -n, n << 16),
    );
    const first = rows.map((row) => states.indexOf(row));
    const again = rows.map((row) => states.indexOf(row));
    expect(first.every((index, n) => index === n)).toBe(true);
    expect(again.every((index, n) => index === n)).toBe(true);
    expect(states.count).toBe(ROWS);
  });

  it('differ where a single number differs, in any place', () => {
    const states = new KnownStates(5);
    states.indexOf(new Int32Array(5));
    for (let place = 0; place < 5; place++) {
      expect(states.indexOf(new Int32Array(5).with(place, 1))).toBe(place + 1);
    }
  });
});
