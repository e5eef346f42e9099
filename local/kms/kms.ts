import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeAtomically } from '../data-folder/write-atomically.ts';
import { LocalStackError } from '../stack-error.ts';

/** Bytes of a key: as many as the HMAC_256 keys of KMS have, and its symmetric ones. */
const KEY_BYTES = 32;

/** AES in Galois/Counter Mode, as KMS uses it: the bytes of its nonce and of its tag. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const kept = z.record(z.string(), z.string());

/** Keys as KMS has them: by their ARN, to make and verify MACs with, or to encrypt and decrypt, and in no other way. */
export class LocalKms {
  readonly #keys: ReadonlyMap<string, Buffer>;

  constructor(keys: ReadonlyMap<string, Buffer>) {
    this.#keys = keys;
  }

  /** Null if there is no such key. */
  mac(keyArn: string, message: Buffer): Buffer | null {
    const key = this.#keys.get(keyArn);
    return key === undefined ? null : createHmac('sha256', key).update(message).digest();
  }

  /** `context` is authenticated with the text, and is in no ciphertext. Null if there is no such key. */
  encrypt(keyArn: string, text: Buffer, context: string): Buffer | null {
    const key = this.#keys.get(keyArn);
    if (key === undefined) return null;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
    const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  }

  /** Null if there is no such key, or it encrypted something else. */
  decrypt(keyArn: string, blob: Buffer, context: string): Buffer | null {
    const key = this.#keys.get(keyArn);
    if (key === undefined || blob.length < NONCE_BYTES + TAG_BYTES) return null;
    const cipher = createDecipheriv(CIPHER, key, blob.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(blob.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = cipher.update(blob.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, cipher.final()]);
    } catch {
      return null;
    }
  }

  /** Null if there is no such key. */
  isMac(keyArn: string, message: Buffer, given: Buffer): boolean | null {
    const made = this.mac(keyArn, message);
    if (made === null) return null;
    return made.length === given.length && timingSafeEqual(made, given);
  }
}

/**
 * The keys that functions are told of: random, made once and kept in a file that only its owner reads, outside
 * the tables; without a file, fresh ones.
 * @throws LocalStackError where the file is not readable.
 */
export function localKms(keyArns: readonly string[], file: string | null): LocalKms {
  const current = file === null ? {} : readKept(file);
  const all = Object.fromEntries(
    keyArns.map((arn) => [arn, current[arn] ?? randomBytes(KEY_BYTES).toString('base64')]),
  );
  const isKept = keyArns.every((arn) => current[arn] !== undefined);
  if (file !== null && !isKept) writeAtomically(file, JSON.stringify({ ...current, ...all }));
  return new LocalKms(
    new Map(Object.entries(all).map(([arn, key]) => [arn, Buffer.from(key, 'base64')])),
  );
}

function readKept(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) return {};
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new LocalStackError(`${file} is not readable; choose another --data folder`, { cause });
  }
}
