import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, its content as it comes. */
export interface ZipEntry {
  /** ASCII, with slashes. */
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Bytes of a file, and of the whole archive, at most: its sizes have 32 bits. */
const MAX_BYTES = 0xff_ff_ff_ff;

/** Beyond what an archive without 64-bit sizes holds. */
export class ZipTooLargeError extends Error {
  override readonly name = 'ZipTooLargeError';
}

const LOCAL = 0x04_03_4b_50;
const DESCRIPTOR = 0x08_07_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** Needed to extract: version 2.0, deflated. */
const VERSION = 20;
/** Sum and sizes follow the content, since they are not known before it. */
const SIZES_FOLLOW = 0x08;
const DEFLATED = 8;
/** 1 January 1980, the first date that there is: the same content is the same archive. */
const FIRST_DATE = 0x21;

interface Written {
  readonly name: string;
  readonly offset: number;
  readonly sum: number;
  readonly packed: number;
  readonly bytes: number;
}

/** An archive, piece by piece as the contents come: never more of it in memory than one piece. @throws ZipTooLargeError */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const head = numbers(
      ...([
        [LOCAL, 4],
        [VERSION, 2],
        [SIZES_FOLLOW, 2],
        [DEFLATED, 2],
        [0, 2],
      ] as const),
      ...([
        [FIRST_DATE, 2],
        [0, 4],
        [0, 4],
        [0, 4],
        [name.length, 2],
        [0, 2],
      ] as const),
    );
    yield Buffer.concat([head, Buffer.from(name)]);
    let packed = 0;
    let [sum, bytes] = [0, 0];
    const counted = (piece: Buffer) => {
      sum = crc32(piece, sum);
      bytes += piece.length;
    };
    for await (const piece of deflated(content, counted)) {
      packed += piece.length;
      if (Math.max(bytes, offset + packed) > MAX_BYTES) throw new ZipTooLargeError(name);
      yield piece;
    }
    yield numbers([DESCRIPTOR, 4], [sum, 4], [packed, 4], [bytes, 4]);
    written.push({ name, offset, sum, packed, bytes });
    offset += LOCAL_BYTES + name.length + packed + DESCRIPTOR_BYTES;
  }
  const directory = Buffer.concat(written.map(centralOf));
  yield directory;
  const count = written.length;
  yield numbers(
    ...([
      [END, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
    ] as const),
    ...([
      [directory.length, 4],
      [offset, 4],
      [0, 2],
    ] as const),
  );
}

const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;

function centralOf({ name, offset, sum, packed, bytes }: Written): Buffer {
  const head = numbers(
    ...([
      [CENTRAL, 4],
      [VERSION, 2],
      [VERSION, 2],
      [SIZES_FOLLOW, 2],
      [DEFLATED, 2],
    ] as const),
    ...([
      [0, 2],
      [FIRST_DATE, 2],
      [sum, 4],
      [packed, 4],
      [bytes, 4],
      [name.length, 2],
    ] as const),
    ...([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const),
  );
  return Buffer.concat([head, Buffer.from(name)]);
}

/** Little endian, each in so many bytes. */
function numbers(...parts: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    parts.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );
}

/** What goes in is taken when what it became has gone out. */
async function* deflated(
  content: ZipEntry['content'],
  counted: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  let ready: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => ready.push(piece));
  const taken = () => {
    const pieces = ready;
    ready = [];
    return pieces;
  };
  try {
    for await (const text of content) {
      const piece = Buffer.from(text);
      counted(piece);
      await new Promise<void>((resolve, reject) => {
        deflate.write(piece, (error) => (error == null ? resolve() : reject(error)));
      });
      yield* taken();
    }
    const ended = once(deflate, 'end');
    deflate.end();
    await ended;
    yield* taken();
  } finally {
    deflate.destroy();
  }
}
