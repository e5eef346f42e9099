import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

/** The status of a GET of a key: 404 for a missing object, 403 if the caller is not permitted to know. */
export async function statusOfGet({ client, name }: Bucket, key: string): Promise<number> {
  try {
    const { Body, $metadata } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }));
    // An unread body would keep its connection open.
    await Body?.transformToByteArray();
    return $metadata.httpStatusCode ?? 0;
  } catch (error) {
    if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode ?? 0;
    throw error;
  }
}
