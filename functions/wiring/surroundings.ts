import { randomUUID } from 'node:crypto';
import type { Surroundings } from '../../treasury/ports/surroundings.ts';
import { instantOf } from '../../treasury/time/instant.ts';

/** The real clock and the real randomness. */
export const surroundings: Surroundings = {
  now: () => instantOf(Date.now()),
  nonce: () => randomUUID(),
};
