import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createS3 } from '../../../adapters/objects/bucket.ts';
import { answer } from '../../../functions/deploy-console/answer.ts';
import {
  type ContentProperties,
  type ContentRequest,
  contentRequest,
} from '../../../functions/deploy-console/content-request.ts';
import { writeContent } from '../../../functions/deploy-console/write-content.ts';
import { listen } from '../../../local/network/listen.ts';
import { readBody } from '../../../local/network/read-body.ts';
import { Objects } from '../../../local/s3/objects.ts';
import { folderForEachTest } from '../../lifetimes/temporary-folder.ts';
import { SESSION, startSampleEndpoints } from '../local/sample-endpoints.ts';

const BUCKET = 'console-files';
const SCRIPT = 'console.log(1)';
const build = folderForEachTest();

const PROPERTIES: ContentProperties = {
  stage: 'prod',
  apiUrl: 'https://api.example',
  issuer: 'https://id.example/pool',
  clientId: 'the-console',
  issuerOrigins: ['https://sign-in.example'],
};

/** A bucket behind a real client and a real socket; `objects` is what is in it. */
async function bucket() {
  const objects = new Objects(null);
  const written: string[] = [];
  const put = objects.put.bind(objects);
  objects.put = (place, object) => {
    written.push(place.slice(place.indexOf('/') + 1));
    return put(place, object);
  };
  const s3 = { buckets: [{ name: BUCKET }], objects };
  const listening = await startSampleEndpoints({ s3 });
  for (const [name, value] of Object.entries({
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: SESSION,
    AWS_ENDPOINT_URL_S3: listening.url,
  })) {
    process.env[name] = value;
  }
  const client = createS3();
  onTestFinished(async () => {
    client.destroy();
    await listening.close();
    objects.close();
  });
  const read = (name: string) => objects.get(`${BUCKET}/${name}`);
  return { client, name: BUCKET, read, written };
}

beforeEach(() => {
  mkdirSync(path.join(build(), 'assets'));
  writeFileSync(path.join(build(), 'index.html'), '<!doctype html>');
  writeFileSync(path.join(build(), 'assets', 'index-4f2a.js'), SCRIPT);
  writeFileSync(path.join(build(), 'favicon.svg'), '<svg/>');
});

describe("the console's files in their bucket", () => {
  it('have their types and their caching, and the page its policy', async () => {
    const target = await bucket();
    expect(await writeContent(target, build(), PROPERTIES)).toBe(4);
    expect(target.read('assets/index-4f2a.js')).toMatchObject({
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
      },
      content: Buffer.from(SCRIPT),
    });
    const page = target.read('index.html');
    expect(page?.headers['cache-control']).toBe('no-store');
    expect(page?.headers['x-amz-meta-page-policy']).toContain(
      "connect-src 'self' https://api.example https://id.example https://sign-in.example;",
    );
  });

  it('stand beside the settings of the stage, which have nothing of one machine', async () => {
    const target = await bucket();
    await writeContent(target, build(), { ...PROPERTIES, scope: 'openid api' });
    const settings = target.read('config.json');
    expect(settings?.headers['cache-control']).toBe('no-store');
    expect(JSON.parse(String(settings?.content))).toEqual({
      stage: 'prod',
      apiUrl: 'https://api.example',
      issuer: 'https://id.example/pool',
      clientId: 'the-console',
      scope: 'openid api',
    });
  });

  it('are there before the page that names them, and those of the build before stay', async () => {
    const target = await bucket();
    await writeContent(target, build(), PROPERTIES);
    expect(target.written.slice(-2)).toEqual(['config.json', 'index.html']);
    rmSync(path.join(build(), 'assets', 'index-4f2a.js'));
    writeFileSync(path.join(build(), 'assets', 'index-9999.js'), SCRIPT);
    await writeContent(target, build(), PROPERTIES);
    expect(target.read('assets/index-4f2a.js')).not.toBeNull();
    expect(target.read('assets/index-9999.js')).not.toBeNull();
  });

  it('are not written at all without a build, or with an origin that would open the policy', async () => {
    const target = await bucket();
    const missing = path.join(build(), 'missing');
    await expect(writeContent(target, missing, PROPERTIES)).rejects.toThrow(/no build/);
    const open = { ...PROPERTIES, issuerOrigins: ["https://x.example 'unsafe-inline'"] };
    await expect(writeContent(target, build(), open)).rejects.toThrow(/is no origin/);
    expect(target.read('index.html')).toBeNull();
  });
});

describe('CloudFormation', () => {
  const request: ContentRequest = contentRequest.parse({
    RequestType: 'Create',
    ResponseURL: 'https://answers.example/?signature=secret',
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'content',
    ResourceType: 'Custom::ConsoleContent',
    ServiceToken: 'arn',
    ResourceProperties: { stage: 'dev' },
  });

  async function told(failure: string | null, status = 200) {
    const seen: { body?: unknown; type?: string | undefined; method?: string | undefined } = {};
    const listening = await listen(0, 'a test', async (asked, response) => {
      seen.method = asked.method;
      seen.type = asked.headers['content-type'];
      seen.body = JSON.parse(String(await readBody(asked, 10_000)));
      response.writeHead(status).end();
    });
    onTestFinished(() => listening.close());
    await answer({ ...request, ResponseURL: `${listening.url}/?signature=secret` }, failure);
    return seen;
  }

  it('is told that it is done, for the one resource that there is', async () => {
    expect(await told(null)).toEqual({
      method: 'PUT',
      type: undefined,
      body: {
        Status: 'SUCCESS',
        StackId: 'stack',
        RequestId: 'request',
        LogicalResourceId: 'content',
        PhysicalResourceId: 'console-content',
      },
    });
  });

  it('is told why it failed, in as much as it shows', async () => {
    const { body } = await told('x'.repeat(10_000));
    expect(body).toMatchObject({ Status: 'FAILED', Reason: 'x'.repeat(500) });
  });

  it('that takes no answer is a failure, which names no address', async () => {
    const failing = told(null, 403);
    await expect(failing).rejects.toThrow('CloudFormation took the answer with 403');
  });
});
