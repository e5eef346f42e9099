import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive, its content as it comes. */
export interface ZipEntry {
  /** ASCII, with slashes. */
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Bytes of an archive's contents at most: its sizes have 32 bits. What is packed and the lists of it are less, as a rule. */
const MAX_BYTES = 0xff_ff_ff_ff;

/** Beyond what an archive without 64-bit sizes holds. */
export class ZipTooLargeError extends Error {
  override readonly name = 'ZipTooLargeError';
}

/** The first date that an archive can say, whatever the zone of the machine: the same content is the same archive. */
const FIRST_DATE = new Date(1980, 0, 1);

/** An archive, piece by piece as the contents come: never more of it in memory than one piece. @throws ZipTooLargeError */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const pieces = new Pieces();
  const archive = new Zip(pieces.take);
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name);
    file.mtime = FIRST_DATE;
    archive.add(file);
    for await (const text of content) {
      const piece = encoder.encode(text);
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw new ZipTooLargeError(name);
      file.push(piece);
      yield* pieces.given();
    }
    file.push(new Uint8Array(), true);
    yield* pieces.given();
  }
  archive.end();
  yield* pieces.given();
}

/** What the archive has made and nothing has read yet. */
class Pieces {
  #ready: Buffer[] = [];

  readonly take = (error: Error | null, piece: Uint8Array): void => {
    if (error !== null) throw error;
    if (piece.length > 0)
      this.#ready.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
  };

  given(): readonly Buffer[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }
}
