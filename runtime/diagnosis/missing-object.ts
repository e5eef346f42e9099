import { randomUUID } from 'node:crypto';
import { createS3 } from '../../adapters/objects/bucket.ts';
import { statusOfGet } from '../../adapters/objects/status-of-get.ts';
import type { Diagnoses } from './diagnose.ts';

/** A GET in a bucket of what a tenant has not there; `keyOf` says where the function may look. */
export function missingObjectOf(
  bucket: string,
  keyOf: (tenant: string, id: string) => string,
): Diagnoses {
  return {
    // A tenant of its own, made when it is asked: no start waits for it.
    missingObject: (tenant) =>
      statusOfGet({ client: createS3(), name: bucket }, keyOf(tenant, randomUUID())),
  };
}
