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
import { presignedGet } from './presigned-get.ts';

/** Bytes of a part of an upload. S3 wants at least 5 MiB of all but the last and takes 10,000 of them. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Attempts of one call, the first included: every call here may be repeated. */
const MAX_ATTEMPTS = 4;

/** Milliseconds for a connection, and for an answer; a part of 8 MiB takes a second on a slow day. */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 15_000;

/** What was asked for, exactly enough to do it later. */
const exportRequest = z.object({
  routeKey: z.string(),
  query: z.record(z.string(), z.string()),
  format: z.enum(['json', 'csv', 'xlsx', 'camt053']),
  part: z.optional(z.string()),
  fileName: z.string(),
  askedBy: z.string(),
  requestedAt: z.string(),
});
export type ExportRequest = z.infer<typeof exportRequest>;

const exportProgress = z.discriminatedUnion('state', [
  z.object({ state: z.literal('writing'), bytes: z.number() }),
  z.object({ state: z.literal('written'), bytes: z.number(), sha256: z.string() }),
  z.object({ state: z.literal('failed'), code: z.string(), reason: z.string() }),
]);
export type ExportProgress = z.infer<typeof exportProgress>;

/** The place of an export: client first, as in every key. */
export interface ExportPlace {
  readonly client: string;
  readonly id: string;
}

export interface FileKind {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** An upload under way. Parts may be sent again; nothing is there before it is completed. */
export interface Upload {
  readonly key: string;
  readonly uploadId: string;
  readonly etags: string[];
}

/** Exports in a bucket: what was asked for, how far it is, and the file itself. */
export class ExportStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(bucket: string, client: S3Client = createS3()) {
    this.#bucket = bucket;
    this.#client = client;
  }

  async putRequest(place: ExportPlace, request: ExportRequest): Promise<void> {
    await this.#putJson(keyOf(place, 'request.json'), request);
  }

  async request(place: ExportPlace): Promise<ExportRequest | null> {
    return await this.#json(keyOf(place, 'request.json'), exportRequest);
  }

  async putProgress(place: ExportPlace, progress: ExportProgress): Promise<void> {
    await this.#putJson(keyOf(place, 'progress.json'), progress);
  }

  async progress(place: ExportPlace): Promise<ExportProgress | null> {
    return await this.#json(keyOf(place, 'progress.json'), exportProgress);
  }

  async putFile(place: ExportPlace, kind: FileKind, content: Buffer): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#file(place, kind), Body: content }));
  }

  async beginFile(place: ExportPlace, kind: FileKind): Promise<Upload> {
    const file = this.#file(place, kind);
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(file));
    if (UploadId === undefined) throw new Error('an upload was begun without an id');
    return { key: file.Key, uploadId: UploadId, etags: [] };
  }

  async addPart({ key, uploadId, etags }: Upload, content: Buffer): Promise<void> {
    const PartNumber = etags.length + 1;
    const { ETag } = await this.#client.send(
      new UploadPartCommand({ ...this.#of(key, uploadId), PartNumber, Body: content }),
    );
    if (ETag === undefined) throw new Error(`part ${PartNumber} was taken without a tag`);
    etags.push(ETag);
  }

  async completeFile({ key, uploadId, etags }: Upload): Promise<void> {
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await this.#client.send(
      new CompleteMultipartUploadCommand({
        ...this.#of(key, uploadId),
        MultipartUpload: { Parts },
      }),
    );
  }

  async abandonFile({ key, uploadId }: Upload): Promise<void> {
    await this.#client.send(new AbortMultipartUploadCommand(this.#of(key, uploadId)));
  }

  /** An address of the file for anybody who has it, for so many seconds. */
  async addressOf(place: ExportPlace, seconds: number): Promise<string> {
    const input = { Bucket: this.#bucket, Key: keyOf(place, 'file') };
    return await presignedGet(this.#client, new GetObjectCommand(input), seconds);
  }

  #of(key: string, uploadId: string) {
    return { Bucket: this.#bucket, Key: key, UploadId: uploadId };
  }

  #file(place: ExportPlace, { contentType, contentDisposition }: FileKind) {
    return {
      Bucket: this.#bucket,
      Key: keyOf(place, 'file'),
      ContentType: contentType,
      ContentDisposition: contentDisposition,
      CacheControl: 'private, no-store',
    };
  }

  async #putJson(key: string, content: object): Promise<void> {
    const ContentType = 'application/json';
    const Body = JSON.stringify(content);
    await this.#client.send(
      new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body, ContentType }),
    );
  }

  async #json<T>(key: string, schema: z.ZodMiniType<T>): Promise<T | null> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#bucket, Key: key }),
      );
      return schema.parse(JSON.parse((await Body?.transformToString()) ?? ''));
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }
}

function keyOf({ client, id }: ExportPlace, name: string): string {
  return `${client}/${id}/${name}`;
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
