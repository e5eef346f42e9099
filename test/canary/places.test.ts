import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { startEngine as startLocalEngine } from '../../local/engine/engine.ts';
import { makeTables } from '../../local/engine/tables.ts';
import { clientAt } from '../../local/network/client-at.ts';
import { startEndpoint } from '../http/endpoint.ts';
import { sampleTable } from '../integration/local/sample-models.ts';
import { startEngine } from '../integration/store/engine.ts';
import { folderForEachTest } from '../lifetimes/temporary-folder.ts';
import { snapshotAt } from '../samples/snapshots.ts';
import { CANARY_TOKEN } from './canary.ts';
import { findings, record } from './record.ts';
import { tracesInFolder } from './search-folder.ts';
import { tracesInTables } from './search-tables.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const BASE64 = Buffer.from(`user:${CANARY_TOKEN}`).toString('base64');

/** Of the nested test run: it starts some small test files. */
const NESTED_TIMEOUT_MS = 60_000;

const folder = folderForEachTest();
beforeEach(() => {
  findings();
});

async function child(source: string, ...args: readonly string[]): Promise<void> {
  const script = path.join(folder(), 'leaks.mjs');
  await writeFile(script, source);
  const started = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.stdout.resume();
  started.stderr.resume();
  await once(started, 'close');
}

describe('a token that gets', () => {
  it.each(['stdout', 'stderr'])('to the %s of a child process is found', async (name) => {
    await child(`process.${name}.write(${JSON.stringify(BASE64)})`);
    expect(findings()).toContainEqual(expect.stringMatching(`^the ${name} of leaks.mjs holds`));
  });

  it('into a file of the data folder of a child process is found, however it ends', async () => {
    const log = path.join(folder(), 'data', 'functions.log');
    await child(
      `import { mkdirSync, writeFileSync } from 'node:fs';
       mkdirSync(${JSON.stringify(path.dirname(log))});
       writeFileSync(${JSON.stringify(log)}, ${JSON.stringify(BASE64)});
       process.kill(process.pid, 'SIGKILL');`,
      ...['--data', path.dirname(log)],
    );
    expect(findings()).toContainEqual(
      expect.stringMatching(/^the data of leaks.mjs holds in the file functions.log: the canary/),
    );
  });

  it.each([
    ['stdout', `process.stdout.write(workerData)`, /^a worker's stdout/],
    ['messages', `parentPort.postMessage({ payload: workerData })`, /^what a worker answered/],
    ['errors', `throw new Error('bad: ' + workerData)`, /^what a worker failed with/],
  ])('into the %s of a worker is found', async (_name, source, where) => {
    const code = `const { parentPort, workerData } = require('node:worker_threads'); ${source}`;
    const worker = new Worker(code, { eval: true, workerData: BASE64, stdout: true });
    worker.stdout.resume();
    worker.on('error', () => undefined);
    await new Promise((resolve) => worker.once('exit', resolve));
    expect(findings()).toContainEqual(expect.stringMatching(where));
  });

  it.each([
    ['the body', {}, BASE64, /^bodies of answers hold/],
    ['a header', { location: `/?token=${encodeURIComponent(CANARY_TOKEN)}` }, '', /^headers of/],
  ])('into %s of an answer is found', async (_name, headers, body, where) => {
    const { url, close } = await startEndpoint((_request, response) => {
      response.writeHead(403, headers).end(body);
    });
    await (await fetch(url)).text();
    await close();
    expect(findings()).toContainEqual(expect.stringMatching(where));
  });

  it('into an item is found, and in the stream also once the item is gone', async () => {
    const engine = await startEngine();
    const { tableName: TableName } = await engine.table();
    const Key = { pk: { S: 'a' }, sk: { S: 'b' } };
    const Item = { ...Key, evidence: { M: { raw: { S: BASE64 } } } };
    await engine.client.send(new PutItemCommand({ TableName, Item }));
    await engine.stop();
    expect(findings()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^the engine holds in the items of/),
        expect.stringMatching(/^the engine holds in the stream of/),
      ]),
    );
    const again = await startEngine();
    const { tableName } = await again.table();
    await again.client.send(new PutItemCommand({ TableName: tableName, Item }));
    await again.client.send(new DeleteItemCommand({ TableName: tableName, Key }));
    await again.stop();
    const found = findings();
    expect(found).toContainEqual(expect.stringMatching(/in the stream of/));
    expect(found.join()).not.toMatch(/in the items of/);
  });

  it('into what is packed away within an item is found unpacked', async () => {
    const engine = await startEngine();
    const table = await engine.table();
    const raw = { rawBalances: JSON.stringify({ echoed: CANARY_TOKEN }) };
    await createSnapshots(table).put(snapshotAt('2026-01-05T09:00:00.000Z', {}, {}, raw));
    await engine.stop();
    expect(findings()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^the engine holds in the items of/),
        expect.stringMatching(/^the engine holds in the stream of/),
      ]),
    );
  });

  it("into the database of a local stack is found in the database's own file", async () => {
    const engine = await startLocalEngine(path.join(folder(), 'tables.db'));
    const client = new DynamoDBClient(clientAt(engine));
    await makeTables(client, [sampleTable('things')]);
    for (let count = 0; count < 40; count++) {
      const raw = `${'x'.repeat(count * 97)}${CANARY_TOKEN}`;
      const Item = { pk: { S: `${count}` }, sk: { S: 'b' }, raw: { S: raw } };
      await client.send(new PutItemCommand({ TableName: 'things', Item }));
    }
    expect(await tracesInTables(clientAt(engine))).not.toEqual([]);
    client.destroy();
    await engine.stop();
    expect(tracesInFolder(folder())).toContainEqual(
      expect.stringMatching(/^in the file tables.db.*the canary, plain/),
    );
  });

  it('into more than is kept at a time is found, also where two parts meet', () => {
    const filler = 'x'.repeat(1024 * 1024 - 20);
    record('a long text', filler);
    for (const part of [CANARY_TOKEN.slice(0, 30), CANARY_TOKEN.slice(30)]) {
      record('a long text', part);
    }
    record('a long text', filler);
    expect(findings()).toContainEqual('a long text holds the canary, plain');
    expect(findings()).toEqual([]);
  });
});

describe('a test file that leaks', () => {
  it(
    'fails, though its tests pass',
    async () => {
      const config = 'test/canary/leaking/vitest.config.ts';
      const report = path.join(folder(), 'report.json');
      const args = ['run', '--config', config, '--reporter', 'default', '--reporter', 'json'];
      const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
      const nested = run(process.execPath, [vitest, ...args, `--outputFile.json=${report}`], {
        cwd: ROOT,
      });
      await expect(nested).rejects.toMatchObject({ code: 1 });
      const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
        readonly testResults: readonly {
          readonly name: string;
          readonly status: string;
          readonly message: string;
        }[];
      };
      const results = testResults.map(({ name, status, message }) => [
        path.basename(name, '.leak.ts'),
        status,
        message,
      ]);
      const found = expect.stringMatching(/the token came out: .* holds the (next )?canary/s);
      expect(Object.fromEntries(results.map(([name, ...rest]) => [name, rest]))).toEqual({
        'by-console': ['failed', found],
        'by-fixture': ['failed', expect.stringMatching(/the engine holds in the items of/)],
        'by-name': ['failed', found],
        'by-stderr': ['failed', found],
        'by-stdout': ['failed', found],
        'by-webhook': ['failed', expect.stringContaining("holds a webhook's signing secret")],
        nothing: ['passed', ''],
      });
      // What the nested run printed was a child's output: found here, too.
      expect(findings()).toContainEqual(expect.stringMatching(/^the stdout of vitest.mjs holds/));
    },
    NESTED_TIMEOUT_MS,
  );
});
