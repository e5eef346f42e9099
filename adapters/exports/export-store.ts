import { createHash } from 'node:crypto';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import {
  type Bucket,
  createS3,
  jsonAt,
  keysBelow,
  type ObjectHead,
  putJson,
  putObject,
} from '../objects/bucket.ts';
import {
  abandonUpload,
  addPart,
  beginUpload,
  completeUpload,
  type Upload,
} from '../objects/upload.ts';
import { FULL_EXPORT_FORMATS } from './export-format.ts';
import { presignedGet } from './presigned-get.ts';

/** The request, exactly enough to carry it out later. */
const exportRequest = z.object({
  routeKey: z.string(),
  query: z.record(z.string(), z.string()),
  format: z.enum(FULL_EXPORT_FORMATS),
  part: z.optional(z.string()),
  /** By what was known when it was asked for. */
  fileName: z.string(),
  askedBy: z.string(),
  requestedAt: z.string(),
  /** The slot among the caller's open exports; without one it was not counted. */
  lease: z.exactOptional(z.object({ slot: z.number(), mark: z.string() })),
});
export type ExportRequest = z.infer<typeof exportRequest>;

const exportProgress = z.discriminatedUnion('state', [
  z.object({ state: z.literal('writing'), bytes: z.number() }),
  z.object({
    state: z.literal('written'),
    bytes: z.number(),
    sha256: z.string(),
    fileName: z.string(),
  }),
  z.object({ state: z.literal('failed'), code: z.string(), reason: z.string() }),
]);
export type ExportProgress = z.infer<typeof exportProgress>;

/** The place of an export: tenant first, as in every key. */
export interface ExportPlace {
  readonly tenant: string;
  readonly id: string;
}

export interface FileKind {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Exports in a bucket: the request, the progress, and the file itself. */
export class ExportStore {
  readonly #bucket: Bucket;

  constructor(bucket: string, client: S3Client = createS3()) {
    this.#bucket = { client, name: bucket };
  }

  async putRequest(place: ExportPlace, request: ExportRequest): Promise<void> {
    await Promise.all([
      putJson(this.#bucket, keyOf(place, 'request.json'), request),
      putJson(
        this.#bucket,
        `${prefixOf(place.tenant, request.askedBy)}${ageOf(request)}/${place.id}`,
        {},
      ),
    ]);
  }

  /** Ids of what a person or a program asked for, newest first. */
  async newestOf(tenant: string, askedBy: string, most: number): Promise<readonly string[]> {
    const keys = await keysBelow(this.#bucket, prefixOf(tenant, askedBy), most);
    return keys.map((key) => key.slice(key.lastIndexOf('/') + 1));
  }

  async request(place: ExportPlace): Promise<ExportRequest | null> {
    return await jsonAt(this.#bucket, keyOf(place, 'request.json'), exportRequest);
  }

  async putProgress(place: ExportPlace, progress: ExportProgress): Promise<void> {
    await putJson(this.#bucket, keyOf(place, 'progress.json'), progress);
  }

  async progress(place: ExportPlace): Promise<ExportProgress | null> {
    return await jsonAt(this.#bucket, keyOf(place, 'progress.json'), exportProgress);
  }

  async putFile(place: ExportPlace, kind: FileKind, content: Buffer): Promise<void> {
    await putObject(this.#bucket, keyOf(place, 'file'), headOf(kind), content);
  }

  async beginFile(place: ExportPlace, kind: FileKind): Promise<Upload> {
    return await beginUpload(this.#bucket, keyOf(place, 'file'), headOf(kind));
  }

  async addPart(upload: Upload, content: Buffer): Promise<void> {
    await addPart(this.#bucket, upload, content);
  }

  async completeFile(upload: Upload): Promise<void> {
    await completeUpload(this.#bucket, upload);
  }

  async abandonFile(upload: Upload): Promise<void> {
    await abandonUpload(this.#bucket, upload);
  }

  /** An address of the file that works for every holder, for so many seconds. */
  async addressOf(place: ExportPlace, seconds: number): Promise<string> {
    const { client, name } = this.#bucket;
    const command = new GetObjectCommand({ Bucket: name, Key: keyOf(place, 'file') });
    return await presignedGet(client, command, seconds);
  }
}

function headOf({ contentType, contentDisposition }: FileKind): ObjectHead {
  return {
    ContentType: contentType,
    ContentDisposition: contentDisposition,
    CacheControl: 'private, no-store',
  };
}

function keyOf({ tenant, id }: ExportPlace, name: string): string {
  return `${tenant}/${id}/${name}`;
}

/**
 * What one caller asked for stands below a prefix of its own, beside the exports: a list reads no other's. A name may
 * hold any character, a key may not.
 */
function prefixOf(tenant: string, askedBy: string): string {
  return `${tenant}/by/${createHash('sha256').update(askedBy).digest('hex')}/`;
}

/** Above every second of a request, as 14 digits. */
const END_OF_SECONDS = 99_999_999_999_999;

/** Falls from second to second: the order of keys begins with the newest request. */
function ageOf({ requestedAt }: ExportRequest): string {
  const second = Number.parseInt(requestedAt.replaceAll(/\D/g, '').slice(0, 14), 10);
  return `${END_OF_SECONDS - second}`.padStart(14, '0');
}
