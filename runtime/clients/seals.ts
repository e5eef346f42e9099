import { createCountSeals } from '../../adapters/seals/count-seals.ts';
import { createKmsSeals } from '../../adapters/seals/kms-seals.ts';
import type { CountSeals, Sealer, Seals, SealVerifier } from '../../treasury/seals/ports.ts';

/** Seals by the keys that a function's environment names. The function's role says whether it may also make them. */
export function connectSeals(environment: {
  readonly SEAL_KEYS: readonly [string, ...string[]];
}): Seals {
  return createKmsSeals({ keyIds: environment.SEAL_KEYS });
}

/** Seals over counts, by the key that a function's environment names. */
export function connectCounts({ COUNT_KEY }: { readonly COUNT_KEY: string }): CountSeals {
  return createCountSeals(createKmsSeals({ keyIds: [COUNT_KEY] }));
}

/** The same key, for a function that only verifies. */
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
