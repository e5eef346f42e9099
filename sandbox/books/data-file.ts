import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { COMPACT_AFTER_BYTES } from '../limits.ts';
import { SandboxStartError } from '../start-error.ts';
import { applyRecord } from './apply-record.ts';
import { type BookRecord, bookRecord, isWrittenThrough } from './records.ts';
import type { BooksState } from './state.ts';

/** Only the owner reads the books. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * The books on disk: a checkpoint and after it one JSON line per record. A record is in the file
 * before it counts, so a killed process loses nothing that it had answered for; a half-written last
 * line was never answered for and is cut off. A checkpoint replaces the file by an atomic rename.
 */
export class DataFile {
  readonly #path: string;
  #descriptor: number;
  #bytesSinceCheckpoint = 0;

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  /** Opens or creates the file; `opening` makes the state of new books. */
  static open(
    path: string,
    opening: () => BooksState,
  ): { readonly file: DataFile; readonly state: BooksState } {
    const absolute = resolve(path);
    try {
      mkdirSync(dirname(absolute), { recursive: true, mode: FOLDER_MODE });
      const found = existsSync(absolute) ? readFileSync(absolute) : Buffer.alloc(0);
      const { state, wholeBytes } = replay(found, absolute);
      const file = new DataFile(absolute, openSync(absolute, 'a', FILE_MODE));
      if (wholeBytes < found.length) ftruncateSync(file.#descriptor, wholeBytes);
      if (state !== null) return { file, state };
      const opened = opening();
      file.checkpoint(opened);
      return { file, state: opened };
    } catch (cause) {
      if (cause instanceof SandboxStartError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new SandboxStartError('data-file-unusable', `data file ${absolute}: ${why}`, { cause });
    }
  }

  append(record: BookRecord): void {
    const line = `${JSON.stringify(record)}\n`;
    writeAll(this.#descriptor, line);
    if (isWrittenThrough(record)) fdatasyncSync(this.#descriptor);
    this.#bytesSinceCheckpoint += Buffer.byteLength(line);
  }

  get wantsCheckpoint(): boolean {
    return this.#bytesSinceCheckpoint > COMPACT_AFTER_BYTES;
  }

  /** Replaces the whole file by one line that holds `state`. */
  checkpoint(state: BooksState): void {
    const beside = `${this.#path}.next`;
    const next = openSync(beside, 'w', FILE_MODE);
    writeAll(next, `${JSON.stringify({ record: 'checkpoint', state } satisfies BookRecord)}\n`);
    fsyncSync(next);
    closeSync(next);
    renameSync(beside, this.#path);
    closeSync(this.#descriptor);
    this.#descriptor = openSync(this.#path, 'a', FILE_MODE);
    this.#bytesSinceCheckpoint = 0;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** State of the whole lines of a file, and how many bytes those are. No lines: no state. */
function replay(
  found: Buffer,
  path: string,
): { readonly state: BooksState | null; readonly wholeBytes: number } {
  const wholeBytes = found.lastIndexOf('\n') + 1;
  const lines = found.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  let state: BooksState | null = null;
  for (const [index, line] of lines.entries()) {
    try {
      const record = bookRecord.parse(JSON.parse(line));
      if (state !== null) applyRecord(state, record);
      else if (record.record === 'checkpoint') state = record.state;
      else throw new SyntaxError('the first line is not a checkpoint');
    } catch (cause) {
      throw new SandboxStartError(
        'data-file-corrupt',
        `data file ${path}: line ${index + 1} is not what the sandbox wrote; move the file away to start anew`,
        { cause },
      );
    }
  }
  return { state, wholeBytes };
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}
