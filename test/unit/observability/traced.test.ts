import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import middy from '@middy/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { annotate, traced } from '../../../runtime/observability/tracing.ts';

const TRACE = 'Root=1-5f84c7a1-0123456789abcdef01234567;Parent=53995c3f42cd8ad8;Sampled=1';

let daemon: Socket;
let received: string[];
let service: Server;

beforeEach(async () => {
  received = [];
  daemon = createSocket('udp4', (message) => received.push(message.toString()));
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  service = createServer((_, response) => response.writeHead(429).end('later'));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', `127.0.0.1:${daemon.address().port}`);
  vi.stubEnv('POWERTOOLS_SERVICE_NAME', 'take-snapshot');
  vi.stubEnv('_X_AMZN_TRACE_ID', TRACE);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  daemon.close();
  service.close();
});

/** Calls the service as the adapters do: by Node's own client. */
async function ask(path: string): Promise<void> {
  const { port } = service.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
}

async function invoke(work: () => Promise<void>): Promise<void> {
  await middy(async () => await work()).use(traced())({}, {} as never);
}

/** The documents that came to the daemon, without their header. */
async function documents(): Promise<readonly Record<string, unknown>[]> {
  await vi.waitFor(() => expect(received).not.toEqual([]), { timeout: 10_000 });
  return received.map((text) => JSON.parse(text.split('\n')[1] ?? ''));
}

describe('what an invocation adds to its trace', () => {
  it('is where it stands, what it was about, and each request that it made', async () => {
    await invoke(async () => {
      annotate('tenant', 'main');
      await ask('/balances?token=hidden');
    });
    const [document] = await documents();
    expect(document).toMatchObject({
      trace_id: '1-5f84c7a1-0123456789abcdef01234567',
      parent_id: '53995c3f42cd8ad8',
      type: 'subsegment',
      annotations: { tenant: 'main', Service: 'take-snapshot' },
      subsegments: [
        {
          name: '127.0.0.1',
          namespace: 'remote',
          throttle: true,
          http: { response: { status: 429 } },
        },
      ],
    });
    expect(received.join()).not.toMatch(/hidden|balances/);
  });

  it("names an error's kind and repeats none of its words", async () => {
    const failing = invoke(async () => {
      throw new TypeError('3.25 BTC are gone');
    });
    await expect(failing).rejects.toThrow('3.25 BTC');
    const [document] = await documents();
    expect(document).toMatchObject({ fault: true, cause: { exceptions: [{ type: 'TypeError' }] } });
    expect(received.join()).not.toContain('BTC');
  });

  it('keeps nothing of the invocation before', async () => {
    await invoke(async () => {
      annotate('instructionId', 'first');
      await ask('/');
    });
    await invoke(async () => undefined);
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 10_000 });
    expect(received[1]).not.toMatch(/first|subsegments/);
    expect(received[1]).toContain('"ColdStart":false');
  });

  it('is nothing where the trace is not kept', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', TRACE.replace('Sampled=1', 'Sampled=0'));
    await invoke(async () => await ask('/'));
    vi.stubEnv('_X_AMZN_TRACE_ID', TRACE);
    await invoke(async () => undefined);
    expect(await documents()).toHaveLength(1);
  });
});
