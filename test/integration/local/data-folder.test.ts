import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DescribeTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  DATA_FORMAT,
  type DataFolder,
  openDataFolder,
} from '../../../local/data-folder/data-folder.ts';
import { type Engine, foreignEngine, startEngine } from '../../../local/engine/engine.ts';
import { engineBinary } from '../../../local/engine/engine-binary.ts';
import { makeTables } from '../../../local/engine/tables.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { Queues } from '../../../local/queues/queues.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { SAMPLE_QUEUE, sampleTable } from './sample-models.ts';

const temporary = temporaryFolder();
let folder: string;
let count = 0;

beforeEach(() => {
  count += 1;
  folder = path.join(temporary, String(count));
});

/** Opened and made the service's, as by a start that nothing refuses. */
async function claimed(service: string): Promise<DataFolder> {
  const data = await openDataFolder(folder, service);
  data.claim();
  return data;
}

type Address = Pick<Engine, 'endpoint' | 'credentials'>;

function dynamoAt(engine: Address): DynamoDBClient {
  return new DynamoDBClient({ ...clientAt(engine), maxAttempts: 1 });
}

/** A process that holds the folder and runs an engine in it. */
async function holder(): Promise<{ readonly child: ChildProcess; readonly held: Address }> {
  const script = path.join(import.meta.dirname, 'fixtures/hold-engine.mjs');
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, held: JSON.parse(String(line)) };
}

describe('a data folder', () => {
  it('is for one process at a time, and free again when that one ends', async () => {
    const data = await openDataFolder(folder, 'a service');
    await expect(openDataFolder(folder, 'a service')).rejects.toThrow(/in use by process \d+/);
    data.close();
    (await openDataFolder(folder, 'a service')).close();
  });

  it('is taken over from a process that was killed, whose engine has ended too', async () => {
    const { child, held } = await holder();
    await expect(openDataFolder(folder, 'a service')).rejects.toThrow(`process ${child.pid}`);
    const before = dynamoAt(held);
    await makeTables(before, [sampleTable()]);
    await before.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: 'kept' } } }));
    const identity = await tableId(before);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => answers(held.endpoint), { timeout: 10_000 }).toBe(false);

    const data = await openDataFolder(folder, 'a service');
    const engine = await startEngine(data.tables);
    expect(await tableId(dynamoAt(engine))).toBe(identity);
    await engine.stop();
    data.close();
  });

  it('is not taken over where only its lock file is broken', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'lock'), '{"holder":');
    (await openDataFolder(folder, 'a service')).close();
  });

  it('belongs to one service', async () => {
    (await claimed('https://one.example')).close();
    await expect(openDataFolder(folder, 'https://two.example')).rejects.toThrow(
      /belongs to https:\/\/one\.example, not to https:\/\/two\.example/,
    );
    (await openDataFolder(folder, 'https://one.example')).close();
  });

  it('belongs to no service until it is claimed, and gone again where it was new', async () => {
    (await openDataFolder(folder, 'https://one.example')).close();
    expect(existsSync(folder)).toBe(false);
    const made = path.join(folder, 'made');
    mkdirSync(made, { recursive: true, mode: 0o755 });
    const mode = statSync(made).mode;
    (await openDataFolder(made, 'https://one.example')).close();
    expect([readdirSync(made), statSync(made).mode]).toEqual([[], mode]);
    const data = await openDataFolder(made, 'https://two.example');
    data.claim();
    data.close();
    await expect(openDataFolder(made, 'https://one.example')).rejects.toThrow(/belongs to/);
  });

  it.each([
    ['of an earlier format', { format: 2 }, 'an earlier format'],
    ['of a later version', { format: 99 }, 'format 99'],
  ])('%s is refused in one line that says how to start anew', async (_, format, seen) => {
    mkdirSync(folder, { recursive: true });
    const service = 'https://one.example';
    writeFileSync(path.join(folder, 'service.json'), JSON.stringify({ service, ...format }));
    await expect(openDataFolder(folder, service)).rejects.toThrow(
      `the data folder ${folder} is of ${seen}, and this version of Sluice reads format ${DATA_FORMAT}; to start anew, move it away or name another one with --data`,
    );
    // Nothing in it was touched, and no process holds it.
    expect(readdirSync(folder)).toEqual(['service.json']);
  });

  it('is readable by its owner only', async () => {
    const data = await claimed('a service');
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(path.join(folder, 'service.json')).mode & 0o077).toBe(0);
    data.close();
  });

  it('is taken from everybody else, with all that a person or an earlier version left open', async () => {
    const outside = path.join(temporary, 'outside');
    writeFileSync(outside, '', { mode: 0o644 });
    mkdirSync(path.join(folder, 'streams'), { recursive: true, mode: 0o755 });
    for (const name of ['tables.db', 'tables.db-wal', 'functions.log', 'streams/one.jsonl']) {
      writeFileSync(path.join(folder, name), '', { mode: 0o644 });
    }
    symlinkSync(outside, path.join(folder, 'link'));
    const data = await claimed('a service');
    data.close();
    for (const place of ['', 'streams', ...readdirSync(folder, { recursive: true })]) {
      if (place === 'link') continue;
      expect([place, statSync(path.join(folder, String(place))).mode & 0o077]).toEqual([place, 0]);
    }
    expect(statSync(outside).mode & 0o777).toBe(0o644);
  });

  it("keeps the engine's files from everybody else, whatever the shell's own mask", async () => {
    const data = await claimed('a service');
    const engine = await startEngine(data.tables);
    await makeTables(dynamoAt(engine), [sampleTable()]);
    const files = readdirSync(folder).filter((name) => name.startsWith('tables.db'));
    expect(files).toContain('tables.db-wal');
    for (const name of files) {
      expect([name, statSync(path.join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    await engine.stop();
    data.close();
  });

  it('that is a file, or below one, is said in one line', async () => {
    writeFileSync(folder, '');
    await expect(openDataFolder(folder, 'a service')).rejects.toThrow(/cannot be used \(EEXIST\)/);
    const below = path.join(folder, 'below');
    await expect(openDataFolder(below, 'a service')).rejects.toThrow(/cannot be used \(ENOTDIR\)/);
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
    const dynamo = dynamoAt(engine);
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
