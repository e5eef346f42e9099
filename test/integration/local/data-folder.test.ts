import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DescribeTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../../local/data-folder/data-folder.ts';
import { foreignEngine, startEngine } from '../../../local/engine/engine.ts';
import { engineBinary } from '../../../local/engine/engine-binary.ts';
import { makeTables } from '../../../local/engine/tables.ts';
import { Queues } from '../../../local/queues/queues.ts';
import { SAMPLE_QUEUE, sampleTable, temporaryFolder } from './sample-models.ts';

const temporary = temporaryFolder();
let folder: string;
let count = 0;

beforeEach(() => {
  count += 1;
  folder = path.join(temporary.folder, String(count));
});
afterAll(temporary.remove);

function dynamoAt(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 });
}

/** A process that holds the folder and runs an engine in it. */
async function holder(): Promise<{ readonly child: ChildProcess; readonly endpoint: string }> {
  const script = path.join(import.meta.dirname, 'fixtures/hold-engine.mjs');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, endpoint: String(line).trim() };
}

describe('a data folder', () => {
  it('is for one process at a time, and free again when that one ends', async () => {
    const data = await openDataFolder(folder, 'a service');
    await expect(openDataFolder(folder, 'a service')).rejects.toThrow(/in use by process \d+/);
    data.close();
    (await openDataFolder(folder, 'a service')).close();
  });

  it('is taken over from a process that was killed, whose engine has ended too', async () => {
    const { child, endpoint } = await holder();
    await expect(openDataFolder(folder, 'a service')).rejects.toThrow(`process ${child.pid}`);
    const before = dynamoAt(endpoint);
    await makeTables(before, [sampleTable()]);
    await before.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: 'kept' } } }));
    const identity = await tableId(before);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => answers(endpoint), { timeout: 10_000 }).toBe(false);

    const data = await openDataFolder(folder, 'a service');
    const engine = await startEngine(data.tables);
    expect(await tableId(dynamoAt(engine.endpoint))).toBe(identity);
    await engine.stop();
    data.close();
  });

  it('is not taken over where only its lock file is broken', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'lock'), '{"holder":');
    (await openDataFolder(folder, 'a service')).close();
  });

  it('belongs to one service', async () => {
    (await openDataFolder(folder, 'https://one.example')).close();
    await expect(openDataFolder(folder, 'https://two.example')).rejects.toThrow(
      /belongs to https:\/\/one\.example, not to https:\/\/two\.example/,
    );
    (await openDataFolder(folder, 'https://one.example')).close();
  });

  it('is readable by its owner only', async () => {
    const data = await openDataFolder(folder, 'a service');
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(path.join(folder, 'service.json')).mode & 0o077).toBe(0);
    data.close();
  });

  it('that is a file, or below one, is said in one line', async () => {
    writeFileSync(folder, '');
    await expect(openDataFolder(folder, 'a service')).rejects.toThrow(/can not be used \(EEXIST\)/);
    const below = path.join(folder, 'below');
    await expect(openDataFolder(below, 'a service')).rejects.toThrow(/can not be used \(ENOTDIR\)/);
  });
});

describe('the queue file', () => {
  it('keeps messages, also when the process died in the middle of a line', () => {
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'queues.jsonl');
    new Queues([SAMPLE_QUEUE], file).send(SAMPLE_QUEUE.arn, { n: 1 });
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"queue":"undel`);
    const again = new Queues([SAMPLE_QUEUE], file);
    again.send(SAMPLE_QUEUE.arn, { n: 2 });
    const bodies = new Queues([SAMPLE_QUEUE], file).messages().map(({ body }) => body);
    expect(bodies).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe('the engine', () => {
  it('ends when it is told to', async () => {
    const engine = await startEngine(null);
    expect(await answers(engine.endpoint)).toBe(true);
    await engine.stop();
    expect(await answers(engine.endpoint)).toBe(false);
  });

  it('says which one command helps where there is none for the platform', () => {
    expect(() => engineBinary('sunos', 'x64')).toThrow(
      /no database engine for sunos-x64.*docker run .*AWS_ENDPOINT_URL_DYNAMODB=/,
    );
  });

  it('of the person is used as it is, once it answers', async () => {
    const engine = await startEngine(null);
    expect((await foreignEngine(`${engine.endpoint}/`)).endpoint).toBe(engine.endpoint);
    await engine.stop();
    await expect(foreignEngine(engine.endpoint)).rejects.toThrow(/does not answer/);
    await expect(foreignEngine('127.0.0.1:8000')).rejects.toThrow(/not an address/);
  });

  it('whose tables have other keys than the template is refused', async () => {
    const engine = await startEngine(null);
    const dynamo = dynamoAt(engine.endpoint);
    await makeTables(dynamo, [sampleTable()]);
    await makeTables(dynamo, [sampleTable()]);
    const other = { ...sampleTable(), streamViewType: 'KEYS_ONLY' };
    await expect(makeTables(dynamo, [other])).rejects.toThrow(/choose another --data/);
    await engine.stop();
  });
});

async function tableId(client: DynamoDBClient): Promise<string | undefined> {
  return (await client.send(new DescribeTableCommand({ TableName: 'things' }))).Table?.TableId;
}

async function answers(endpoint: string): Promise<boolean> {
  return await fetch(endpoint).then(
    () => true,
    () => false,
  );
}
