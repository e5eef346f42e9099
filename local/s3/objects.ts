import { createHash, type Hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { PRIVATE_FOLDER, writeAtomically } from '../data-folder/write-atomically.ts';
import type { ObjectHeaders } from './object-headers.ts';
import { PlainFiles } from './plain-files.ts';
import { Uploads } from './uploads.ts';

export interface StoredObject {
  readonly headers: ObjectHeaders;
  readonly content: Buffer;
}

/** The most objects that one stack keeps: a person looks at some exports, not at thousands. */
const MAX_OBJECTS = 10_000;

/** Where a file of the folder has its place, beside its headers: its own name is a digest. */
const PLACE = 'x-sluice-place';

/** The name of an object's file: the digest of its place. */
const OBJECT = /^[0-9a-f]{64}$/;

/** The folder beside the objects with what is not yet one. */
const UPLOADS = 'uploads';

const headersSchema = z.record(z.string(), z.string());

/** The folder that objects are in, and what is under way in it. */
interface Opened {
  readonly folder: string;
  readonly uploads: Uploads;
}

/**
 * The objects of the stack's buckets, each a file of a folder: of one that is given, or of a temporary one that goes when
 * they are closed. Nothing of them stays in memory.
 */
export class Objects {
  readonly #given: string | null;
  readonly #plain: PlainFiles | null;
  #opened: Opened | null = null;

  /** `plainFolder`: where Parquet files go under their own names, for other programs to open. */
  constructor(folder: string | null, plainFolder: string | null = null) {
    this.#given = folder;
    this.#plain = plainFolder === null ? null : new PlainFiles(plainFolder);
  }

  /** Stores an object whole and answers with its tag; null if there are too many already. */
  put(place: string, { headers, content }: StoredObject): string | null {
    const file = this.#fileFor(place);
    if (file === null) return null;
    writeAtomically(file, Buffer.concat([this.#headOf(place, headers), content]));
    return tagOf(createHash('md5').update(content));
  }

  get(place: string): StoredObject | null {
    const plain = this.#plain?.fileOf(place) ?? null;
    const file = plain ?? this.#fileOf(place);
    if (!existsSync(file)) return null;
    const whole = readFileSync(file);
    if (plain !== null) return { headers: {}, content: whole };
    const end = whole.indexOf('\n');
    const { [PLACE]: _, ...headers } = headersIn(whole.subarray(0, end));
    return { headers, content: whole.subarray(end + 1) };
  }

  /** The places of the objects that begin so, in the order of S3. */
  placesBelow(prefix: string): readonly string[] {
    return this.#files()
      .flatMap((file) => placeIn(file) ?? [])
      .filter((place) => place.startsWith(prefix))
      .sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  }

  beginUpload(place: string, headers: ObjectHeaders): string {
    return this.#open().uploads.begin(place, headers);
  }

  /** The part's tag; null if there is no such upload of that object. */
  putPart(id: string, place: string, number: number, content: Buffer): string | null {
    const { uploads } = this.#open();
    if (uploads.headersOf(id, place) === null) return null;
    uploads.putPart(id, number, content);
    return tagOf(createHash('md5').update(content));
  }

  /** Puts the parts together in the order of their numbers; null if there is no such upload, or there are too many objects. */
  completeUpload(id: string, place: string): string | null {
    const { uploads } = this.#open();
    const headers = uploads.headersOf(id, place);
    const file = headers === null ? null : this.#fileFor(place);
    if (headers === null || file === null) return null;
    return tagOf(uploads.complete(id, this.#headOf(place, headers), file));
  }

  abandonUpload(id: string): void {
    this.#open().uploads.abandon(id);
  }

  /** Takes the temporary folder away, if there is one. */
  close(): void {
    if (this.#given === null && this.#opened !== null) {
      rmSync(this.#opened.folder, { recursive: true, force: true });
    }
    this.#opened = null;
  }

  /** The file that an object is to be written to; null if there are too many already. */
  #fileFor(place: string): string | null {
    const plain = this.#plain?.fileOf(place) ?? null;
    if (plain !== null) {
      mkdirSync(path.dirname(plain), { recursive: true, mode: PRIVATE_FOLDER });
      return plain;
    }
    const file = this.#fileOf(place);
    return existsSync(file) || this.#files().length < MAX_OBJECTS ? file : null;
  }

  /** What stands before the content: nothing in a file that other programs open. */
  #headOf(place: string, headers: ObjectHeaders): Buffer {
    const isPlain = (this.#plain?.fileOf(place) ?? null) !== null;
    return Buffer.from(isPlain ? '' : `${JSON.stringify({ ...headers, [PLACE]: place })}\n`);
  }

  #fileOf(place: string): string {
    return path.join(this.#open().folder, createHash('sha256').update(place).digest('hex'));
  }

  #files(): readonly string[] {
    const { folder } = this.#open();
    return readdirSync(folder)
      .filter((name) => OBJECT.test(name))
      .map((name) => path.join(folder, name));
  }

  /** Made when it is first needed: most stacks of a test have no object. */
  #open(): Opened {
    this.#opened ??= openedIn(this.#given ?? mkdtempSync(path.join(tmpdir(), 'sluice-objects-')));
    return this.#opened;
  }
}

function openedIn(folder: string): Opened {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  return { folder, uploads: new Uploads(path.join(folder, UPLOADS)) };
}

function placeIn(file: string): string | undefined {
  const whole = readFileSync(file);
  return headersIn(whole.subarray(0, whole.indexOf('\n')))[PLACE];
}

function headersIn(line: Buffer): ObjectHeaders {
  return headersSchema.parse(JSON.parse(line.toString('utf8')));
}

function tagOf(digest: Hash): string {
  return `"${digest.digest('hex')}"`;
}
