import { createKmsSeals } from '../../adapters/seals/kms-seals.ts';
import type { Sealer, Seals, SealVerifier } from '../../treasury/seals/ports.ts';

/** Seals by the keys that a function's environment names. The function's role says whether it may also make them. */
export function connectSeals(environment: {
  readonly SEAL_KEYS: readonly [string, ...string[]];
}): Seals {
  return createKmsSeals({ keyIds: environment.SEAL_KEYS });
}

/** Verifies the seals over balances, by the key that a function's environment names. */
export function connectReadingVerifier({
  READING_KEY,
}: {
  readonly READING_KEY: string;
}): SealVerifier {
  return createKmsSeals({ keyIds: [READING_KEY] });
}

/** Seals over balances as they are read, by the key that a function's environment names. */
export function connectReadings({ READING_KEY }: { readonly READING_KEY: string }): Sealer {
  return createKmsSeals({ keyIds: [READING_KEY] });
}
