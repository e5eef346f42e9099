import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import type { AnalyticsState } from '../../treasury/analytics/days-due.ts';
import type { ByteSink } from './parquet-file.ts';

/** Bytes of a part of an upload. S3 wants at least 5 MiB of all but the last; a usual day is less and goes
 * in one piece. */
const PART_BYTES = 8 * 1024 * 1024;

/** Attempts of one call, the first included: the same object written twice is the same object. */
const MAX_ATTEMPTS = 4;

/** Milliseconds for a connection, and for an answer; a part of 8 MiB takes a second on a slow day. */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 15_000;

const CONTENT_TYPE = 'application/vnd.apache.parquet';

const day = z.nullable(z.iso.date());
const stateSchema: z.ZodMiniType<AnalyticsState> = z.object({
  through: day,
  flowsOn: day,
  doneAt: z.nullable(z.iso.datetime()),
  // Not in what was written before runs said so.
  begunAt: z._default(z.nullable(z.iso.datetime()), null),
});

/** The bucket that the analyst's files are in. */
export class AnalyticsBucket {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(bucket: string, client: S3Client = createS3()) {
    this.#bucket = bucket;
    this.#client = client;
  }

  /**
   * A file under a key. It replaces the one that is there when it is finished, whole and at once; until then,
   * and where it is abandoned, the old one stays.
   */
  file(key: string): ByteSink & { readonly abandon: () => Promise<void> } {
    return new BucketFile(this.#client, this.#bucket, key);
  }

  /** How far the files are; null where nobody has written any. */
  async readState(key: string): Promise<AnalyticsState | null> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key }),
      );
      return stateSchema.parse(JSON.parse((await Body?.transformToString()) ?? ''));
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async writeState(key: string, state: AnalyticsState): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        Body: JSON.stringify(state),
        ContentType: 'application/json',
      }),
    );
  }
}

/** One object: in one piece where it is small, else in parts as they fill. */
class BucketFile implements ByteSink {
  readonly #client: S3Client;
  readonly #target: { readonly Bucket: string; readonly Key: string };
  readonly #tags: string[] = [];
  #uploadId: string | null = null;
  #held: Uint8Array[] = [];
  #heldBytes = 0;

  constructor(client: S3Client, bucket: string, key: string) {
    this.#client = client;
    this.#target = { Bucket: bucket, Key: key };
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= PART_BYTES) await this.#sendPart();
  }

  async finish(): Promise<void> {
    if (this.#uploadId === null) {
      await this.#client.send(
        new PutObjectCommand({ ...this.#target, ContentType: CONTENT_TYPE, Body: this.#taken() }),
      );
      return;
    }
    await this.#sendPart();
    const Parts = this.#tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await this.#client.send(
      new CompleteMultipartUploadCommand({
        ...this.#target,
        UploadId: this.#uploadId,
        MultipartUpload: { Parts },
      }),
    );
  }

  async abandon(): Promise<void> {
    if (this.#uploadId === null) return;
    await this.#client.send(
      new AbortMultipartUploadCommand({ ...this.#target, UploadId: this.#uploadId }),
    );
  }

  async #sendPart(): Promise<void> {
    this.#uploadId ??= await this.#begin();
    const PartNumber = this.#tags.length + 1;
    const { ETag } = await this.#client.send(
      new UploadPartCommand({
        ...this.#target,
        UploadId: this.#uploadId,
        PartNumber,
        Body: this.#taken(),
      }),
    );
    if (ETag === undefined) throw new Error(`part ${PartNumber} was taken without a tag`);
    this.#tags.push(ETag);
  }

  async #begin(): Promise<string> {
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...this.#target, ContentType: CONTENT_TYPE }),
    );
    if (UploadId === undefined) throw new Error('an upload was begun without an id');
    return UploadId;
  }

  #taken(): Buffer {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return bytes;
  }
}

function createS3(): S3Client {
  return new S3Client({
    maxAttempts: MAX_ATTEMPTS,
    // The transport and the signature guard each body; a second sum would only need another header.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
