import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import * as z from 'zod';
import { writeAtomically } from '../data-folder/write-atomically.ts';
import { LocalStackError } from '../stack-error.ts';

export const SIGNING_ALGORITHM = 'RS256';

/** Characters of the secret that signs the provider's cookies. */
const COOKIE_KEY_BYTES = 32;

const keys = z.object({
  signing: z.looseObject({ kty: z.literal('RSA'), kid: z.string(), d: z.string() }),
  cookies: z.array(z.string()).min(1),
});

/** The keys of the local identity provider's tokens and cookies. */
export interface IdentityKeys {
  readonly signing: JWK & { readonly kid: string };
  readonly cookies: readonly string[];
}

/** The keys in a file, made there at the first start; without a file, fresh ones. */
export async function identityKeys(file: string | null): Promise<IdentityKeys> {
  if (file !== null && existsSync(file)) return readKeys(file);
  const made = await makeKeys();
  if (file !== null) writeAtomically(file, JSON.stringify(made));
  return made;
}

function readKeys(file: string): IdentityKeys {
  try {
    return keys.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new LocalStackError(`${file} is not readable; choose another --data folder`, { cause });
  }
}

async function makeKeys(): Promise<IdentityKeys> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    signing: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' },
    cookies: [randomBytes(COOKIE_KEY_BYTES).toString('base64url')],
  };
}
