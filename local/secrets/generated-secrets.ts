import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import type { SecretModel } from '../assembly/model.ts';
import { writeAtomically } from '../data-folder/write-atomically.ts';
import { LocalStackError } from '../stack-error.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const kept = z.record(z.string(), z.string());

/**
 * The values of the secrets that Secrets Manager generates, by ARN: random, made once and kept in a file
 * that only its owner reads; without a file, fresh ones.
 * @throws LocalStackError where the file is not readable.
 */
export function generatedSecrets(
  models: readonly SecretModel[],
  file: string | null,
): ReadonlyMap<string, string> {
  const current = file === null ? {} : readKept(file);
  const values = new Map<string, string>();
  for (const { name, arn, generatedCharacters } of models) {
    if (generatedCharacters !== null) {
      values.set(arn, current[name] ?? randomText(generatedCharacters));
    }
  }
  const all = models.flatMap(({ name, arn }) => {
    const value = values.get(arn);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isKept = all.every(([name, value]) => current[name] === value);
  if (file !== null && !isKept) {
    writeAtomically(file, JSON.stringify({ ...current, ...Object.fromEntries(all) }));
  }
  return values;
}

function readKept(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) return {};
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new LocalStackError(`${file} is not readable; choose another --data folder`, { cause });
  }
}

function randomText(characters: number): string {
  return Array.from({ length: characters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
