import { createKmsSeals } from '../../adapters/seals/kms-seals.ts';
import type { Seals } from '../../treasury/seals/ports.ts';

/** Seals by the keys that a function's environment names. The function's role says whether it may also make them. */
export function connectSeals(environment: {
  readonly SEAL_KEYS: readonly [string, ...string[]];
}): Seals {
  return createKmsSeals({ keyIds: environment.SEAL_KEYS });
}
