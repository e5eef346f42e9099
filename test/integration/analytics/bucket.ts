import { Objects } from '../../../local/s3/objects.ts';
import { startSampleEndpoints } from '../local/sample-endpoints.ts';

export const BUCKET = 'sluice-test-analytics';

/** The S3 of one machine with one bucket, its Parquet files plainly in a folder. */
export async function startBucket(folder: string) {
  const s3 = { buckets: [{ name: BUCKET }], objects: new Objects(null, folder) };
  return await startSampleEndpoints({ s3 });
}
