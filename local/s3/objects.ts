import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { PRIVATE_FOLDER, writeAtomically } from '../data-folder/write-atomically.ts';
import { PlainFiles } from './plain-files.ts';

/** The metadata of an object beside its content: the headers that a GET answers with. */
export type ObjectHeaders = Readonly<Record<string, string>>;

export interface StoredObject {
  readonly headers: ObjectHeaders;
  readonly content: Buffer;
}

interface Upload {
  readonly place: string;
  readonly headers: ObjectHeaders;
  readonly parts: Map<number, Buffer>;
}

/** The most objects that one stack keeps: a person looks at some exports, not at thousands. */
const MAX_OBJECTS = 10_000;

/** Where a file of the folder has its place, beside its headers: its own name is a digest. Older files have none. */
const PLACE = 'x-sluice-place';

const headersSchema = z.record(z.string(), z.string());

/**
 * The objects of the stack's buckets, in a folder or in memory. An upload in parts is kept in memory until
 * it is completed: with the stack, it is gone, as one that was abandoned.
 */
export class Objects {
  readonly #folder: string | null;
  readonly #plain: PlainFiles | null;
  readonly #memory = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();

  /** `plainFolder`: where Parquet files go under their own names, for other programs to open. */
  constructor(folder: string | null, plainFolder: string | null = null) {
    this.#folder = folder;
    this.#plain = plainFolder === null ? null : new PlainFiles(plainFolder);
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  }

  /** Stores an object whole and answers with its tag; null if there are too many already. */
  put(place: string, object: StoredObject): string | null {
    const plain = this.#plain?.fileOf(place) ?? null;
    if (plain !== null) {
      this.#plain?.put(plain, object.content);
      return tagOf(object.content);
    }
    if (this.#count() >= MAX_OBJECTS && this.get(place) === null) return null;
    if (this.#folder === null) {
      this.#memory.set(place, object);
    } else {
      const head = Buffer.from(`${JSON.stringify({ ...object.headers, [PLACE]: place })}\n`);
      writeAtomically(fileOf(this.#folder, place), Buffer.concat([head, object.content]));
    }
    return tagOf(object.content);
  }

  get(place: string): StoredObject | null {
    const plain = this.#plain?.fileOf(place) ?? null;
    if (plain !== null) {
      const content = this.#plain?.get(plain) ?? null;
      return content === null ? null : { headers: {}, content };
    }
    if (this.#folder === null) return this.#memory.get(place) ?? null;
    const file = fileOf(this.#folder, place);
    if (!existsSync(file)) return null;
    const whole = readFileSync(file);
    const end = whole.indexOf('\n');
    const { [PLACE]: _, ...headers } = headOf(whole.subarray(0, end));
    const content = whole.subarray(end + 1);
    return { headers, content };
  }

  /** The places of the objects that begin so, in the order of S3. */
  placesBelow(prefix: string): readonly string[] {
    return this.#places()
      .filter((place) => place.startsWith(prefix))
      .sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  }

  beginUpload(place: string, headers: ObjectHeaders): string {
    const id = randomUUID();
    this.#uploads.set(id, { place, headers, parts: new Map() });
    return id;
  }

  /** The part's tag; null if there is no such upload of that object. */
  putPart(id: string, place: string, number: number, content: Buffer): string | null {
    const upload = this.#uploads.get(id);
    if (upload?.place !== place) return null;
    upload.parts.set(number, content);
    return tagOf(content);
  }

  /** Puts the parts together in the order of their numbers. */
  completeUpload(id: string, place: string): string | null {
    const upload = this.#uploads.get(id);
    if (upload?.place !== place) return null;
    this.#uploads.delete(id);
    const inOrder = [...upload.parts].sort(([left], [right]) => left - right);
    const content = Buffer.concat(inOrder.map(([, part]) => part));
    return this.put(place, { headers: upload.headers, content });
  }

  abandonUpload(id: string): void {
    this.#uploads.delete(id);
  }

  #places(): readonly string[] {
    const folder = this.#folder;
    if (folder === null) return [...this.#memory.keys()];
    return readdirSync(folder).flatMap((name) => {
      const whole = readFileSync(path.join(folder, name));
      const { [PLACE]: place } = headOf(whole.subarray(0, whole.indexOf('\n')));
      return place === undefined ? [] : [place];
    });
  }

  #count(): number {
    return this.#folder === null ? this.#memory.size : readdirSync(this.#folder).length;
  }
}

function headOf(line: Buffer): ObjectHeaders {
  return headersSchema.parse(JSON.parse(line.toString('utf8')));
}

function fileOf(folder: string, place: string): string {
  return path.join(folder, createHash('sha256').update(place).digest('hex'));
}

function tagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`;
}
