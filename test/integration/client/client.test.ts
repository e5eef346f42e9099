import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createSluiceClient,
  isProblem,
  type RetryOptions,
  SluiceGatewayError,
  SluiceUnanswered,
} from '@sluice/client';
import { afterEach, expect, it } from 'vitest';

interface Scripted {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Script = (request: IncomingMessage, count: number) => Scripted | 'cut-off';

const TOKEN = 'a-token-of-this-test';
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A client of a server that answers by a script, and the requests that the server saw. */
async function scripted(script: Script, retries: RetryOptions = { firstPauseMs: 1 }) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const said = script(request, seen.length);
    if (said === 'cut-off') {
      request.socket.destroy();
      return;
    }
    const type = said.status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(said.status, { 'content-type': type, ...said.headers });
    response.end(JSON.stringify(said.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sluice = createSluiceClient({ baseUrl, token: () => TOKEN, tenant: 'main', retries });
  return { sluice, seen };
}

const STALE = {
  type: 'urn:sluice:problem:stale',
  code: 'stale',
  title: 'The If-Match is not the current ETag',
  status: 412,
  requestId: 'r-1',
};

const TRADE = { instrument: 'BTC/USD', side: 'Sell', price: '62000', amount: '0.01' } as const;

it('repeats a read that fails for a while, and no longer than it is told to', async () => {
  const passing = await scripted((_, count) =>
    count < 3 ? { status: 503 } : { status: 200, body: { items: [] } },
  );
  expect((await passing.sluice.get('/v1/lanes')).data.items).toEqual([]);
  expect(passing.seen).toHaveLength(3);
  const lasting = await scripted(() => 'cut-off', { firstPauseMs: 1, attempts: 3 });
  const failed = await lasting.sluice.get('/v1/lanes').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SluiceUnanswered);
  expect(failed).toMatchObject({ isWrite: false });
  expect(lasting.seen).toHaveLength(3);
});

it('passes on what asks for more patience than it has', async () => {
  const { sluice, seen } = await scripted(() => ({
    status: 429,
    headers: { 'retry-after': '3600' },
  }));
  const failed = await sluice.get('/v1/lanes').catch((error: unknown) => error);
  expect(failed).toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
  expect(seen).toHaveLength(1);
});

it.each(['cut-off', { status: 503 }, { status: 429 }] as const)(
  'sends a write once, whatever comes of it: %j',
  async (said) => {
    const { sluice, seen } = await scripted(() => said);
    const failed = await sluice
      .post('/v1/trades', { body: TRADE })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(said === 'cut-off' ? SluiceUnanswered : SluiceGatewayError);
    expect(seen).toHaveLength(1);
  },
);

it('makes an idempotency key for every request that takes one, and names it if no answer came', async () => {
  const { sluice, seen } = await scripted(() => 'cut-off');
  const failed = await sluice.post('/v1/trades', { body: TRADE }).catch((error: unknown) => error);
  const key = seen[0]?.headers['idempotency-key'];
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  expect(failed).toMatchObject({ isWrite: true, idempotencyKey: key });
  const again = { body: TRADE, idempotencyKey: String(key) };
  await sluice.post('/v1/trades', again).catch(() => undefined);
  await sluice.post('/v1/trades', { body: TRADE }).catch(() => undefined);
  expect(seen[1]?.headers['idempotency-key']).toBe(key);
  expect(seen[2]?.headers['idempotency-key']).not.toBe(key);
});

it('throws a problem with its code, its fields and what helps', async () => {
  const { sluice } = await scripted(() => ({ status: 412, body: STALE }));
  const failed = await sluice
    .put('/v1/controls', { ifMatch: '"1"', body: {} as never })
    .catch((error: unknown) => error);
  if (!isProblem(failed, 'stale')) throw failed;
  expect(failed).toMatchObject({ code: 'stale', status: 412, requestId: 'r-1', fields: [] });
  expect(failed.help).toMatch(/\w/);
});

it('tells an answer of the gateway from a problem of the API', async () => {
  const { sluice } = await scripted(() => ({ status: 401, body: { message: 'Unauthorized' } }));
  const failed = await sluice.get('/v1/lanes').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SluiceGatewayError);
  expect(String(failed)).toBe('SluiceGatewayError: 401: Unauthorized');
});

it('sends the ETag of what was read with what is decided about it', async () => {
  const { sluice, seen } = await scripted(() => ({
    status: 200,
    body: { id: 'w' },
    headers: { etag: '"7"' },
  }));
  const read = await sluice.get('/v1/withdrawals/{id}', { path: { id: 'a/b' } });
  expect(seen[0]?.url).toBe('/v1/withdrawals/a%2Fb?tenant=main');
  const body = { comment: 'as agreed' };
  await sluice.post('/v1/withdrawals/{id}/approve', { path: { id: 'w' }, ifMatch: read, body });
  expect(seen[1]?.headers['if-match']).toBe('"7"');
  const without = { path: { id: 'w' }, ifMatch: { etag: null }, body };
  await expect(sluice.post('/v1/withdrawals/{id}/approve', without)).rejects.toThrow('has no ETag');
  expect(seen).toHaveLength(2);
});

it('goes through all pages of a list', async () => {
  const pages = [
    { items: [1, 2], next: 'p2' },
    { items: [3], next: 'p3', previous: 'p1' },
    { items: [4] },
  ];
  const { sluice, seen } = await scripted((_, count) => ({ status: 200, body: pages[count - 1] }));
  const items: unknown[] = [];
  for await (const item of sluice.items('/v1/trades', { query: { limit: 2 } })) items.push(item);
  expect(items).toEqual([1, 2, 3, 4]);
  expect(seen.map(({ url }) => url?.split('tenant=main')[1])).toEqual([
    '&limit=2',
    '&limit=2&cursor=p2',
    '&limit=2&cursor=p3',
  ]);
});

it('follows no redirect, and sends its token over https or to this machine alone', async () => {
  const { sluice, seen } = await scripted(
    () => ({ status: 302, headers: { location: '/elsewhere' } }),
    { attempts: 1 },
  );
  const failed = await sluice.get('/v1/lanes').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SluiceUnanswered);
  expect(String(failed)).not.toContain(TOKEN);
  expect(seen).toHaveLength(1);
  const to = (baseUrl: string) => () => createSluiceClient({ baseUrl, token: () => TOKEN });
  expect(to('http://sluice.example')).toThrow('accepted is https');
  expect(to('https://user:secret@sluice.example')).toThrow('no credentials');
});

it('gives up when its caller does', async () => {
  const { sluice, seen } = await scripted(() => ({ status: 503 }), { firstPauseMs: 60_000 });
  const giving = new AbortController();
  const asked = sluice.get('/v1/lanes', { signal: giving.signal });
  await expect.poll(() => seen.length).toBe(1);
  giving.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});
