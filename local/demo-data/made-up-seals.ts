import type { Seals } from '../../treasury/seals/ports.ts';
import { LocalKms } from '../kms/kms.ts';
import { localSeals } from '../kms/local-seals.ts';

/** On no function's list of keys, so it need not be secret; the same each time, as all of the history is. */
const MADE_UP_KEY = 'made-up';

/** Seals among made-up people: no function takes them. */
export function madeUpSeals(): Seals {
  const kms = new LocalKms(new Map([[MADE_UP_KEY, Buffer.from(MADE_UP_KEY)]]));
  return localSeals(kms, [MADE_UP_KEY]);
}
