import { GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import type { Bucket } from './bucket.ts';

/** What S3 says to a GET of a key: 404 of what is not there, 403 where it takes the caller for nobody who may know. */
export async function statusOfGet({ client, name }: Bucket, key: string): Promise<number> {
  try {
    const { Body, $metadata } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }));
    // What is not read keeps its connection.
    await Body?.transformToByteArray();
    return $metadata.httpStatusCode ?? 0;
  } catch (error) {
    if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode ?? 0;
    throw error;
  }
}
