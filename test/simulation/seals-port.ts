import { type Seals, SealsUnavailableError } from '../../treasury/seals/ports.ts';
import { hmacSeals, readingSeals } from '../seals/hmac-seals.ts';
import type { Invocation } from './invocation.ts';
import type { World } from './world.ts';

/** The keys as one invocation reaches them: a call of its own each time, which may be slow, fail, or be its last. */
export function sealsFor(invocation: Invocation): Seals {
  return {
    seal: async (digest) => {
      await invocation.call('has something sealed', false, () => null);
      return await hmacSeals.seal(digest);
    },
    verify: async (digest, mac) => {
      await invocation.call('has a seal verified', false, () => null);
      return await hmacSeals.verify(digest, mac);
    },
  };
}

/** Chance that the key of readings is out of reach for a call. */
const OUT_OF_REACH = 0.02;

/** The key of readings: drawn apart, and within the moment, so that snapshots are taken when they always were. */
export function readingSealsFor({ readingKey, coverage }: World): Seals {
  const reach = (): void => {
    if (!readingKey.chance(OUT_OF_REACH)) return;
    coverage.fault('the key of readings is out of reach');
    throw new SealsUnavailableError('the key of readings is out of reach');
  };
  return {
    seal: async (digest) => {
      reach();
      return await readingSeals.seal(digest);
    },
    verify: async (digest, mac) => {
      reach();
      return await readingSeals.verify(digest, mac);
    },
  };
}
