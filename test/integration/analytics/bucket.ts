import { Objects } from '../../../local/s3/objects.ts';
import { startSampleEndpoints } from '../local/sample-endpoints.ts';

export const BUCKET = 'sluice-test-analytics';

/** The S3 of one machine with one bucket, its Parquet files plainly in a folder. */
export async function startBucket(folder: string) {
  const objects = new Objects(null, folder);
  const listening = await startSampleEndpoints({ s3: { buckets: [{ name: BUCKET }], objects } });
  const close = async () => {
    await listening.close();
    objects.close();
  };
  return { ...listening, close };
}
