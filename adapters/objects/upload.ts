import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Bucket, ObjectHead } from './bucket.ts';

/** Bytes of a part of an upload. S3 wants at least 5 MiB of all but the last and takes 10,000 of them. */
export const PART_BYTES = 8 * 1024 * 1024;

/** An object on its way in parts. Parts may be sent again; nothing is there before it is completed. */
export interface Upload {
  readonly key: string;
  readonly uploadId: string;
  readonly etags: string[];
}

export async function beginUpload(
  { client, name }: Bucket,
  key: string,
  head: ObjectHead,
): Promise<Upload> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket: name, Key: key, ...head }),
  );
  if (UploadId === undefined) throw new Error('an upload was begun without an id');
  return { key, uploadId: UploadId, etags: [] };
}

export async function addPart(bucket: Bucket, upload: Upload, content: Buffer): Promise<void> {
  const PartNumber = upload.etags.length + 1;
  const { ETag } = await bucket.client.send(
    new UploadPartCommand({ ...placeOf(bucket, upload), PartNumber, Body: content }),
  );
  if (ETag === undefined) throw new Error(`part ${PartNumber} was taken without a tag`);
  upload.etags.push(ETag);
}

export async function completeUpload(bucket: Bucket, upload: Upload): Promise<void> {
  const Parts = upload.etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
  await bucket.client.send(
    new CompleteMultipartUploadCommand({ ...placeOf(bucket, upload), MultipartUpload: { Parts } }),
  );
}

export async function abandonUpload(bucket: Bucket, upload: Upload): Promise<void> {
  await bucket.client.send(new AbortMultipartUploadCommand(placeOf(bucket, upload)));
}

function placeOf({ name }: Bucket, { key, uploadId }: Upload) {
  return { Bucket: name, Key: key, UploadId: uploadId };
}
