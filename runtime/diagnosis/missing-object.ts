import { randomUUID } from 'node:crypto';
import { createS3 } from '../../adapters/objects/bucket.ts';
import { statusOfGet } from '../../adapters/objects/status-of-get.ts';
import type { Diagnoses } from './diagnose.ts';

/** A GET of a missing object in a tenant's part of a bucket; `keyOf` says where the function may look. */
export function missingObjectOf(
  bucket: string,
  keyOf: (tenant: string, id: string) => string,
): Diagnoses {
  return {
    // A tenant of its own, made at the diagnosis: no start waits for it.
    missingObject: (tenant) =>
      statusOfGet({ client: createS3(), name: bucket }, keyOf(tenant, randomUUID())),
  };
}
