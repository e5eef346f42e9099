import { startServiceEndpoints } from '../../../local/network/service-endpoints.ts';
import { Objects } from '../../../local/s3/objects.ts';
import { Secrets } from '../../../local/secrets/secrets.ts';
import { NO_EVENTS } from '../local/sample-models.ts';

export const BUCKET = 'sluice-test-analytics';

/** The S3 of one machine with one bucket, its Parquet files plainly in a folder. */
export async function startBucket(folder: string) {
  return await startServiceEndpoints({
    secrets: new Secrets([]),
    functions: { find: () => undefined, invoke: async () => ({ ok: true, payload: '{}' }) },
    asyncInvocations: { accept: () => true },
    events: NO_EVENTS,
    s3: { buckets: [{ name: BUCKET }], objects: new Objects(null, folder) },
    credentials: { sessionToken: 'session', secretKey: 'local' },
  });
}
