import { readFileSync } from 'node:fs';
import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsBucket } from '../../../adapters/analytics/analytics-bucket.ts';
import { connectionTo } from '../../http/endpoint.ts';
import { openedForFile } from '../../lifetimes/opened.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { SESSION } from '../local/sample-endpoints.ts';
import { BUCKET, startBucket } from './bucket.ts';

const MEBIBYTE = 1024 * 1024;
const KEY = 'tables/flows/tenant=main/day=2026-03-30/flows.parquet';
const STATE = 'state/tenant=main.json';

const data = temporaryFolder();
const s3 = openedForFile(
  () => startBucket(data),
  ({ close }) => close(),
);
let bucket: AnalyticsBucket;
beforeAll(() => {
  bucket = new AnalyticsBucket(BUCKET, new S3Client(connectionTo(s3().url, SESSION)));
});

const stored = () => readFileSync(path.join(data, KEY));

describe('a file in the bucket', () => {
  it('goes in one piece where it is small, and in parts where it is not', async () => {
    const small = bucket.file(KEY);
    await small.add(Buffer.from('PAR1'));
    await small.finish();
    expect(stored().toString()).toBe('PAR1');

    const large = bucket.file(KEY);
    const pieces = [5, 5, 9, 1].map((size, index) => Buffer.alloc(size * MEBIBYTE, index));
    for (const piece of pieces) await large.add(piece);
    // Until it is finished, the one before stands.
    expect(stored().toString()).toBe('PAR1');
    await large.finish();
    expect(stored().equals(Buffer.concat(pieces))).toBe(true);
  });

  it('that is abandoned leaves what was there before', async () => {
    const before = stored().length;
    const file = bucket.file(KEY);
    await file.add(Buffer.alloc(9 * MEBIBYTE));
    await file.abandon();
    expect(stored().length).toBe(before);
  });
});

describe('how far the files are', () => {
  it('is nothing at first, and then what was written', async () => {
    expect(await bucket.readState(STATE)).toBeNull();
    const state = {
      through: '2026-03-29',
      flowsOn: null,
      doneAt: '2026-03-30T06:00:00.000Z',
      begunAt: null,
    };
    await bucket.writeState(STATE, state);
    expect(await bucket.readState(STATE)).toEqual(state);
  });
});
