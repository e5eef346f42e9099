import { createHash } from 'node:crypto';
import type { ExportPlace, ExportStore, FileKind } from '../../adapters/exports/export-store.ts';
import { PART_BYTES, type Upload } from '../../adapters/objects/upload.ts';

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes a file as it comes, a part at a time, and reports its progress after each part. Small ones go in one call. A
 * file that cannot be finished leaves nothing behind.
 */
export async function writeFile(
  store: ExportStore,
  place: ExportPlace,
  kind: FileKind,
  pieces: AsyncIterable<Buffer>,
  partBytes: number = PART_BYTES,
): Promise<Written> {
  const hash = createHash('sha256');
  let upload: Upload | null = null;
  let waiting: Buffer[] = [];
  let [waitingBytes, bytes] = [0, 0];
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      waiting.push(piece);
      waitingBytes += piece.length;
      bytes += piece.length;
      if (waitingBytes < partBytes) continue;
      upload ??= await store.beginFile(place, kind);
      await store.addPart(upload, Buffer.concat(waiting));
      await store.putProgress(place, { state: 'writing', bytes });
      [waiting, waitingBytes] = [[], 0];
    }
    const rest = Buffer.concat(waiting);
    if (upload === null) {
      await store.putFile(place, kind, rest);
    } else {
      if (rest.length > 0) await store.addPart(upload, rest);
      await store.completeFile(upload);
    }
  } catch (error) {
    if (upload !== null) await store.abandonFile(upload).catch(() => undefined);
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}
