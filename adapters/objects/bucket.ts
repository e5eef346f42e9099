import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type * as z from 'zod/mini';

/**
 * Attempts of one call, the first included: every call of a bucket here may be repeated, and the same object written
 * twice is the same object.
 */
const MAX_ATTEMPTS = 4;

/** Milliseconds for a connection, and for an answer; a part of 8 MiB takes a second on a slow day. */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 15_000;

/** A bucket, and the client by which it is reached. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

/** Metadata of an object beside its bytes. */
export type ObjectHead = Pick<
  PutObjectCommandInput,
  'ContentType' | 'ContentDisposition' | 'CacheControl' | 'Metadata'
>;

export function createS3(): S3Client {
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

/** Puts an object whole, in place of an existing one. */
export async function putObject(
  { client, name }: Bucket,
  key: string,
  head: ObjectHead,
  content: Buffer | string,
): Promise<void> {
  await client.send(new PutObjectCommand({ Bucket: name, Key: key, ...head, Body: content }));
}

export async function putJson(bucket: Bucket, key: string, content: object): Promise<void> {
  await putObject(bucket, key, { ContentType: 'application/json' }, JSON.stringify(content));
}

/** The JSON under a key; null if there is none. @throws if it does not fit its schema. */
export async function jsonAt<T>(
  bucket: Bucket,
  key: string,
  schema: z.ZodMiniType<T>,
): Promise<T | null> {
  const { client, name } = bucket;
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }));
    return schema.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  } catch (error) {
    if (error instanceof NoSuchKey) return null;
    // S3 answers "denied" for a missing object, unless the caller may list. Only the list tells.
    if (isDenied(error) && !(await isListed(bucket, key))) return null;
    throw error;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === FORBIDDEN;
}

const FORBIDDEN = 403;

/** The first keys below a prefix, in the order of S3, which is that of their bytes. */
export async function keysBelow(
  { client, name }: Bucket,
  prefix: string,
  most: number,
): Promise<readonly string[]> {
  const list = new ListObjectsV2Command({ Bucket: name, Prefix: prefix, MaxKeys: most });
  const { Contents = [] } = await client.send(list);
  return Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
}

/** @throws if the list is denied as well. */
async function isListed({ client, name }: Bucket, key: string): Promise<boolean> {
  // Keys are listed in their order: the one that is the prefix itself comes first.
  const list = new ListObjectsV2Command({ Bucket: name, Prefix: key, MaxKeys: 1 });
  const { Contents = [] } = await client.send(list);
  return Contents[0]?.Key === key;
}
