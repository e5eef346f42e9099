import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import {
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  writeAtomically,
} from '../../../local/data-folder/write-atomically.ts';
import { stateFolder } from '../profiles/folders.ts';

/** The tokens of one sign-in. They belong to one address: no other ever sees them. */
const keptTokens = z.strictObject({
  api: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  accessToken: z.string(),
  refreshToken: z.optional(z.string()),
  /** Milliseconds since 1970 at which the access token ends. */
  expiresAtMs: z.number(),
});

const contentSchema = z.record(z.string(), keptTokens);

export type KeptTokens = z.infer<typeof keptTokens>;

/** Milliseconds after which a lock belongs to a process that died: a refresh takes seconds. */
const LOCK_LIFE_MS = 20_000;
const LOCK_POLL_MS = 25;

/** The tokens in a file that only its owner can read, by profile. */
export class TokenFile {
  readonly #folder: string;
  readonly #file: string;

  constructor(env: NodeJS.ProcessEnv) {
    this.#folder = stateFolder(env);
    this.#file = path.join(this.#folder, 'tokens.json');
  }

  get place(): string {
    return this.#file;
  }

  read(name: string): KeptTokens | undefined {
    return this.#all()[name];
  }

  write(name: string, tokens: KeptTokens): void {
    this.#replace({ ...this.#all(), [name]: tokens });
  }

  /** False if there were none. */
  remove(name: string): boolean {
    const { [name]: removed, ...others } = this.#all();
    if (removed === undefined) return false;
    this.#replace(others);
    return true;
  }

  /**
   * Runs alone among all processes: many issuers accept a refresh token once, and take a second use of it for theft.
   */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    this.#makeFolder();
    const lock = path.join(this.#folder, 'tokens.lock');
    while (!taken(lock)) {
      removeIfOld(lock);
      await sleep(LOCK_POLL_MS);
    }
    try {
      return await act();
    } finally {
      rmSync(lock, { force: true });
    }
  }

  #all(): Readonly<Record<string, KeptTokens>> {
    try {
      // A copy, or another umask, may have opened it to others.
      if ((statSync(this.#file).mode & 0o077) !== 0) chmodSync(this.#file, PRIVATE_FILE);
      return contentSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch {
      // What cannot be read is worth as much as no sign-in. Its content must not reach a message.
      return {};
    }
  }

  #replace(content: Readonly<Record<string, KeptTokens>>): void {
    this.#makeFolder();
    writeAtomically(this.#file, JSON.stringify(content));
  }

  #makeFolder(): void {
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    if ((statSync(this.#folder).mode & 0o077) !== 0) chmodSync(this.#folder, PRIVATE_FOLDER);
  }
}

function taken(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', PRIVATE_FILE));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfOld(lock: string): void {
  const found = statSync(lock, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs > LOCK_LIFE_MS)
    rmSync(lock, { force: true });
}
