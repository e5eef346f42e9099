import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { HeadObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ExportStore } from '../../../adapters/exports/export-store.ts';
import type { Listening } from '../../../local/network/listen.ts';
import { Objects } from '../../../local/s3/objects.ts';
import { connectionTo } from '../../http/endpoint.ts';
import { folderForEachTest, temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { SESSION, startSampleEndpoints } from './sample-endpoints.ts';

const BUCKET = 'sluice-dev-api-ExportsBucket1A2B';
const PLACE = { tenant: 'main', id: '20260402T080000Z-00' };
const KIND = { contentType: 'text/csv; charset=utf-8', contentDisposition: 'attachment' };
const SECRET_KEY = 'only-signs';

const data = temporaryFolder();
const temporary = folderForEachTest();
let listening: Listening;
let objects: Objects;

function s3(credentials: { secretAccessKey?: string; sessionToken?: string } = {}): S3Client {
  const connection = connectionTo(listening.url, SESSION);
  const ours = { ...connection.credentials, secretAccessKey: SECRET_KEY };
  return new S3Client({ ...connection, credentials: { ...ours, ...credentials } });
}

async function serve(
  folder: string | null,
  missing: 'not-found' | 'denied' = 'not-found',
): Promise<ExportStore> {
  objects = new Objects(folder);
  listening = await startSampleEndpoints({
    s3: { buckets: [{ name: BUCKET }], objects, missing },
    credentials: { sessionToken: SESSION, secretKey: SECRET_KEY },
  });
  return new ExportStore(BUCKET, s3());
}

afterEach(async () => {
  await listening.close();
  objects.close();
  vi.unstubAllEnvs();
});

describe('the S3 endpoint', () => {
  it.each([
    ['in a folder of their own', null],
    ['in a folder', data],
  ])('keeps objects %s, whole and in parts, with their headers', async (_, folder) => {
    const store = await serve(folder);
    await store.putFile(PLACE, KIND, Buffer.from('a,b\r\n'));
    const first = await fetch(await store.addressOf(PLACE, 60));
    expect([first.status, await first.text()]).toEqual([200, 'a,b\r\n']);
    expect(first.headers.get('content-disposition')).toBe('attachment');

    const upload = await store.beginFile(PLACE, KIND);
    await store.addPart(upload, Buffer.from([0, 1, 255]));
    await store.addPart(upload, Buffer.from([10, 0xe2]));
    const meanwhile = await fetch(await store.addressOf(PLACE, 60));
    expect(await meanwhile.text()).toBe('a,b\r\n');
    await store.completeFile(upload);
    const second = await fetch(await store.addressOf(PLACE, 60));
    expect([...new Uint8Array(await second.arrayBuffer())]).toEqual([0, 1, 255, 10, 0xe2]);
  });

  it.each([
    ['a folder of their own', null],
    ['a folder', temporary],
  ])('keeps the parts of an upload in %s, in files that go with it', async (_, given) => {
    vi.stubEnv('TMPDIR', temporary());
    const folder = temporary();
    const store = await serve(given === null ? null : folder);
    const contents = () =>
      filesBelow(folder).map((file) => [path.basename(file), readFileSync(file, 'latin1')]);
    const left = await store.beginFile(PLACE, KIND);
    await store.addPart(left, Buffer.from('left'));
    const upload = await store.beginFile({ ...PLACE, id: 'complete' }, KIND);
    // More than nine: numbers in the order of their text would be others.
    for (let part = 1; part <= 11; part++) await store.addPart(upload, Buffer.from(`<${part}>`));
    expect(contents()).toHaveLength(12);
    expect(contents()).toContainEqual(['11', '<11>']);
    expect(filesBelow(folder).every((file) => (statSync(file).mode & 0o077) === 0)).toBe(true);
    await store.completeFile(upload);
    const whole = await fetch(await store.addressOf({ ...PLACE, id: 'complete' }, 60));
    expect(await whole.text()).toBe('<1><2><3><4><5><6><7><8><9><10><11>');
    expect(contents().map(([, content]) => content)).toEqual([
      expect.stringContaining('<1><2>'),
      'left',
    ]);
    await listening.close();
    objects.close();
    // Killed, it would leave the part; the next start takes it away.
    const next = await serve(given === null ? null : folder);
    await expect(next.completeFile(left)).rejects.toMatchObject({ name: 'NoSuchUpload' });
    expect(contents().map(([, content]) => content)).not.toContain('left');
    expect(contents()).toHaveLength(given === null ? 0 : 1);
  });

  it('keeps what is in a folder beyond its own end', async () => {
    const store = await serve(data);
    await store.putProgress(PLACE, { state: 'writing', bytes: 7 });
    await listening.close();
    const again = await serve(data);
    expect(await again.progress(PLACE)).toEqual({ state: 'writing', bytes: 7 });
  });

  it('answers NoSuchKey and forgets an upload that was abandoned', async () => {
    const store = await serve(null);
    expect(await store.request(PLACE)).toBeNull();
    const upload = await store.beginFile(PLACE, KIND);
    await store.addPart(upload, Buffer.from('x'));
    await store.abandonFile(upload);
    await expect(store.completeFile(upload)).rejects.toMatchObject({ name: 'NoSuchUpload' });
    const key = `${PLACE.tenant}/${PLACE.id}/file`;
    const head = s3().send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }));
    await expect(head).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
  });

  it('what is denied is absent only where the list says so', async () => {
    const store = await serve(null, 'denied');
    expect(await store.request(PLACE)).toBeNull();
    await store.putProgress(PLACE, { state: 'writing', bytes: 7 });
    expect(await store.progress(PLACE)).toEqual({ state: 'writing', bytes: 7 });
    // A list that is denied as well says nothing.
    const stranger = new ExportStore(BUCKET, s3({ secretAccessKey: 'other' }));
    await expect(stranger.request(PLACE)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });

  it.each([null, 'a folder'])(
    'lists what a caller asked for, newest first, in %s',
    async (kind) => {
      const store = await serve(kind === null ? null : data);
      const ask = async (id: string, askedBy: string, requestedAt: string) => {
        const request = { routeKey: 'GET /v1/x', query: {}, format: 'csv', fileName: 'x' } as const;
        await store.putRequest({ tenant: 'main', id }, { ...request, askedBy, requestedAt });
      };
      await ask('first', 'ann/../tom', '2026-04-02T08:00:00.000Z');
      await ask('second', 'ann/../tom', '2026-12-31T23:59:59.999Z');
      await ask('of-another', 'tom', '2026-04-02T08:00:01.000Z');
      expect(await store.newestOf('main', 'ann/../tom', 10)).toEqual(['second', 'first']);
      expect(await store.newestOf('main', 'ann/../tom', 1)).toEqual(['second']);
      expect(await store.newestOf('other', 'tom', 10)).toEqual([]);
    },
  );

  it('names what it does not serve', async () => {
    await serve(null);
    const listed = s3().send(new ListObjectsV2Command({ Bucket: BUCKET }));
    await expect(listed).rejects.toMatchObject({ name: 'NotImplemented' });
  });

  it('refuses a caller without the session and the key', async () => {
    await serve(null);
    for (const wrong of [{ sessionToken: 'other' }, { secretAccessKey: 'other' }]) {
      const refused = new ExportStore(BUCKET, s3(wrong)).request(PLACE);
      await expect(refused).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    }
  });

  it('an address is good for its object and its time, and for nothing else', async () => {
    const store = await serve(null);
    await store.putFile(PLACE, KIND, Buffer.from('mine'));
    await store.putFile({ ...PLACE, tenant: 'other' }, KIND, Buffer.from('theirs'));
    const address = await store.addressOf(PLACE, 60);
    expect((await fetch(address.replace('/main/', '/other/'))).status).toBe(403);
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await fetch(address.replace('Expires=60', 'Expires=90'))).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
    const past = await expiredAddress(store);
    expect((await fetch(past)).status).toBe(403);
    // The session token is in the address. It opens nothing by itself.
    const token = new URL(address).searchParams.get('X-Amz-Security-Token') ?? '';
    expect(token).toBe('session');
    const headers = { 'x-amz-security-token': token };
    expect((await fetch(`${listening.url}/${BUCKET}/main/x`, { headers })).status).toBe(403);
  });
});

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.join(each.parentPath, each.name))
    .sort();
}

/** An address that was good until a second ago: of no time at all, a moment later. */
async function expiredAddress(store: ExportStore): Promise<string> {
  const address = await store.addressOf(PLACE, 0);
  const seconds = Date.now() / 1_000;
  await expect.poll(() => Date.now() / 1_000 - Math.floor(seconds)).toBeGreaterThan(1);
  return address;
}
