import { createHash, type Hash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../data-folder/write-atomically.ts';
import type { ObjectHeaders } from './object-headers.ts';

interface Upload {
  readonly place: string;
  readonly headers: ObjectHeaders;
}

/**
 * The uploads in parts that are not complete, each in a folder with a file for each part: a report of hundreds of
 * megabytes is never in memory. With the stack an upload is over, as one that was abandoned.
 */
export class Uploads {
  readonly #folder: string;
  readonly #open = new Map<string, Upload>();

  constructor(folder: string) {
    this.#folder = folder;
    // What a process left that was killed.
    rmSync(folder, { recursive: true, force: true });
  }

  begin(place: string, headers: ObjectHeaders): string {
    const id = randomUUID();
    mkdirSync(this.#folderOf(id), { recursive: true, mode: PRIVATE_FOLDER });
    this.#open.set(id, { place, headers });
    return id;
  }

  /** The headers of an upload of that object; null if there is none. */
  headersOf(id: string, place: string): ObjectHeaders | null {
    const upload = this.#open.get(id);
    return upload?.place === place ? upload.headers : null;
  }

  putPart(id: string, number: number, content: Buffer): void {
    writeFileSync(path.join(this.#folderOf(id), `${number}`), content, { mode: PRIVATE_FILE });
  }

  /**
   * Writes what goes before and the parts, in the order of their numbers, to a file that appears whole, and ends the upload.
   * One part at a time is in memory. The digest is of the parts.
   */
  complete(id: string, head: Uint8Array, file: string): Hash {
    const folder = this.#folderOf(id);
    const beside = `${file}.new`;
    const digest = createHash('md5');
    writeFileSync(beside, head, { mode: PRIVATE_FILE });
    for (const part of readdirSync(folder).sort((left, right) => Number(left) - Number(right))) {
      const content = readFileSync(path.join(folder, part));
      digest.update(content);
      appendFileSync(beside, content);
    }
    renameSync(beside, file);
    this.abandon(id);
    return digest;
  }

  abandon(id: string): void {
    if (!this.#open.delete(id)) return;
    rmSync(this.#folderOf(id), { recursive: true, force: true });
    if (this.#open.size === 0 && existsSync(this.#folder)) {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #folderOf(id: string): string {
    return path.join(this.#folder, id);
  }
}
