import type { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import type { AnalyticsState } from '../../treasury/analytics/days-due.ts';
import { type Bucket, createS3, jsonAt, putJson, putObject } from '../objects/bucket.ts';
import {
  abandonUpload,
  addPart,
  beginUpload,
  completeUpload,
  PART_BYTES,
  type Upload,
} from '../objects/upload.ts';
import type { ByteSink } from './parquet-file.ts';

const HEAD = { ContentType: 'application/vnd.apache.parquet' } as const;

const day = z.nullable(z.iso.date());
const stateSchema: z.ZodMiniType<AnalyticsState> = z.object({
  through: day,
  flowsOn: day,
  doneAt: z.nullable(z.iso.datetime()),
  begunAt: z.nullable(z.iso.datetime()),
});

/** The bucket of the analyst's files. */
export class AnalyticsBucket {
  readonly #bucket: Bucket;

  constructor(bucket: string, client: S3Client = createS3()) {
    this.#bucket = { client, name: bucket };
  }

  /**
   * A file under a key. It replaces the existing one when it is finished, whole and at once; until then, or if it is
   * abandoned, the old one stays.
   */
  file(key: string): ByteSink & { readonly abandon: () => Promise<void> } {
    return new BucketFile(this.#bucket, key);
  }

  /** How far the files are; null before the first is written. */
  async readState(key: string): Promise<AnalyticsState | null> {
    return await jsonAt(this.#bucket, key, stateSchema);
  }

  async writeState(key: string, state: AnalyticsState): Promise<void> {
    await putJson(this.#bucket, key, state);
  }
}

/** One object: in one piece if it is small, as a usual day is, else in parts as they fill. */
class BucketFile implements ByteSink {
  readonly #bucket: Bucket;
  readonly #key: string;
  #upload: Upload | null = null;
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(bucket: Bucket, key: string) {
    this.#bucket = bucket;
    this.#key = key;
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes < PART_BYTES) return;
    this.#upload ??= await beginUpload(this.#bucket, this.#key, HEAD);
    await addPart(this.#bucket, this.#upload, this.#taken());
  }

  async finish(): Promise<void> {
    if (this.#upload === null) {
      await putObject(this.#bucket, this.#key, HEAD, this.#taken());
      return;
    }
    await addPart(this.#bucket, this.#upload, this.#taken());
    await completeUpload(this.#bucket, this.#upload);
  }

  async abandon(): Promise<void> {
    if (this.#upload !== null) await abandonUpload(this.#bucket, this.#upload);
  }

  #taken(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return bytes;
  }
}
