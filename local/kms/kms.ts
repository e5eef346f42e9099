import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeAtomically } from '../data-folder/write-atomically.ts';
import { LocalStackError } from '../stack-error.ts';

/** Bytes of a key: as many as the HMAC_256 keys of KMS have. */
const KEY_BYTES = 32;

const kept = z.record(z.string(), z.string());

/** HMAC keys as KMS has them: by their ARN, to make and verify MACs with, and in no other way. */
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
