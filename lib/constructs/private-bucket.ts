import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';

/**
 * The properties of every bucket: reached over TLS, closed to the public, and all that is in it belongs to the
 * account.
 */
export const PRIVATE_BUCKET = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
} as const;

/** A bucket with files of ours: private, and encrypted with the key of the stage. */
export function privateBucket(encryptionKey: IKey) {
  return {
    ...PRIVATE_BUCKET,
    encryption: BucketEncryption.KMS,
    encryptionKey,
    // One data key for many objects: S3 would ask KMS for each.
    bucketKeyEnabled: true,
  } as const;
}
