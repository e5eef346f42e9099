import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../local/engine/engine.ts';
import { makeTables } from '../../../local/engine/tables.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { startEngine } from './local-engine.ts';
import { sampleTable } from './sample-models.ts';

const OUTSIDER = path.join(import.meta.dirname, 'fixtures/outsider.mjs');
const WAITING = { pk: { S: 'instruction' }, state: { S: 'waiting-for-approval' } };
const APPROVED = { ...WAITING, state: { S: 'approved' } };
const PUT = JSON.stringify({ TableName: 'things', Item: APPROVED });

let engine: Engine;
let ours: DynamoDBClient;

beforeAll(async () => {
  engine = await startEngine(null);
  ours = new DynamoDBClient(clientAt(engine));
  await makeTables(ours, [sampleTable()]);
  await ours.send(new PutItemCommand({ TableName: 'things', Item: WAITING }));
});
afterAll(async () => {
  ours.destroy();
  await engine.stop();
});

async function stateNow(): Promise<string | undefined> {
  const key = { TableName: 'things', Key: { pk: { S: 'instruction' } } };
  return (await ours.send(new GetItemCommand(key))).Item?.state?.S;
}

/** A request as nothing but bytes: whoever writes it chooses every header, the host included. */
async function raw(headers: Readonly<Record<string, string>>, body = PUT): Promise<number> {
  const request = http.request(engine.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      ...headers,
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

/** The headers of a request of ours that is rightly signed: what a page or a proxy would have to replay. */
async function signedHeaders(): Promise<Readonly<Record<string, string>>> {
  const seen: Record<string, string>[] = [];
  const spying = new DynamoDBClient(clientAt(engine));
  spying.middlewareStack.add(
    (next) => async (args) => {
      seen.push({ ...(args.request as { headers: Record<string, string> }).headers });
      return await next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await spying.send(new PutItemCommand({ TableName: 'things', Item: WAITING }));
  spying.destroy();
  const [headers] = seen;
  if (headers === undefined) throw new Error('nothing was sent');
  // Whoever sends another body says its own length.
  const { 'content-length': _, ...signed } = headers;
  return signed;
}

describe('the tables are answered to this stack alone', () => {
  it('not to another process with a made-up signature', async () => {
    const child: ChildProcess = spawn(process.execPath, [OUTSIDER, engine.endpoint, PUT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    child.stdout?.on('data', (chunk) => said.push(String(chunk)));
    await once(child, 'close');
    expect(JSON.parse(said.join(''))).toEqual({ madeUp: 403, unsigned: 403, listing: 403 });
    expect(await stateNow()).toBe('waiting-for-approval');
  });

  it.each([
    ['a secret key of its own', { secretAccessKey: 'guessed' }],
    ['a session token of its own', { sessionToken: 'guessed' }],
  ])('not to whoever has %s', async (_, wrong) => {
    const connection = clientAt(engine);
    const credentials = { ...connection.credentials, ...wrong };
    const other = new DynamoDBClient({ ...connection, credentials, maxAttempts: 1 });
    const put = other.send(new PutItemCommand({ TableName: 'things', Item: APPROVED }));
    await expect(put).rejects.toMatchObject({ name: 'AccessDeniedException' });
    other.destroy();
    expect(await stateNow()).toBe('waiting-for-approval');
  });

  it('not to a page in a browser, even with our own signature', async () => {
    const headers = await signedHeaders();
    expect(await raw({ ...headers, origin: 'https://evil.example' })).toBe(403);
    expect(await raw({ ...headers, origin: 'http://localhost:3000' })).toBe(403);
    expect(await raw({ origin: 'null' })).toBe(403);
    expect(await stateNow()).toBe('waiting-for-approval');
  });

  it('not by a foreign name, even with our own signature', async () => {
    const headers = await signedHeaders();
    expect(await raw({ ...headers, host: 'evil.example' })).toBe(403);
    expect(await raw({ ...headers, host: '127.0.0.1.evil.example:80' })).toBe(403);
    expect(await stateNow()).toBe('waiting-for-approval');
  });

  it('not with another body, or another operation, under a signature that was overheard', async () => {
    const headers = await signedHeaders();
    expect(await raw(headers)).toBe(403);
    const target = { 'x-amz-target': 'DynamoDB_20120810.DeleteItem' };
    expect(await raw({ ...headers, ...target })).toBe(403);
    expect(await stateNow()).toBe('waiting-for-approval');
  });

  it('tells a browser that asks beforehand nothing that would let it', async () => {
    const answer = await fetch(engine.endpoint, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
  });

  it('and to this stack whatever its clock shows, again and again', async () => {
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] });
    try {
      expect([await stateNow(), await stateNow()]).toEqual(Array(2).fill('waiting-for-approval'));
    } finally {
      vi.useRealTimers();
    }
  });

  it.runIf(process.platform === 'linux')('and the engine itself listens nowhere', () => {
    const children = readFileSync(
      `/proc/${process.pid}/task/${process.pid}/children`,
      'utf8',
    ).trim();
    const engines = children
      .split(' ')
      // Others of this process are started as a service on a port, for tests that measure.
      .filter((pid) => /dynoxide\0mcp\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
    expect(engines).not.toEqual([]);
    for (const pid of engines) expect(socketsOf(pid)).toEqual([]);
  });
});

/** Everything of a process that another one could connect to. */
function socketsOf(pid: string): readonly string[] {
  const listening = ['tcp', 'tcp6', 'unix'].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1),
  );
  const inodes = readdirSync(`/proc/${pid}/fd`)
    .map((fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1])
    .filter((inode) => inode !== undefined);
  return listening.filter((line) => {
    const isNamed = line.includes('/') || / 0A /.test(line);
    return isNamed && inodes.some((inode) => line.split(/\s+/).includes(inode));
  });
}
