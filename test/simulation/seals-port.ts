import { createCountSeals } from '../../adapters/seals/count-seals.ts';
import type { CountSeals, Seals } from '../../treasury/seals/ports.ts';
import { hmacSeals } from '../seals/hmac-seals.ts';
import type { Invocation } from './invocation.ts';

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

/** A new process asks for its key of counts once, which may fail as any call may. */
export function countsFor(invocation: Invocation): CountSeals {
  return createCountSeals(sealsFor(invocation));
}
