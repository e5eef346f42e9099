import { describe, expect, it } from 'vitest';
import { shareOf } from '../thoroughness.ts';
import { simulate } from './simulate.ts';

/** Worlds, from seed 0 on: in CI every use case among them writes what an earlier one wrote. */
const WORLDS = shareOf(40);

describe('items with fields of a later version, at every level', () => {
  it(`keep them through every use case that rewrites them, in ${WORLDS} worlds`, async () => {
    const lost = new Set<string>();
    for (let seed = 0; seed < WORLDS; seed++) {
      const { violation, lost: found } = await simulate(seed, { laterFields: true });
      // Unknown fields change no decision.
      expect([seed, violation]).toEqual([seed, null]);
      for (const each of found) lost.add(each);
    }
    expect([...lost].sort()).toEqual([]);
  });
});
