import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { ListedEvent } from '../../../bin/sluice/listen/listen.ts';
import { ListenState } from '../../../bin/sluice/listen/position.ts';
import { postEvent, receiverUrl } from '../../../bin/sluice/listen/post.ts';
import { watchFor } from '../../canary/canary.ts';
import { startEndpoint } from '../../http/endpoint.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';

const EVENT: ListedEvent = {
  id: 'main/rule/btc-käl/2',
  type: 'com.sluice.rule.changed',
  subject: 'btc-käl',
  time: '2026-01-05T09:00:03.000Z',
  sequence: '1767603603000001',
};

/** A receiver that answers with a status, or not at all. */
async function receiver(status: number | 'silence', headers: Record<string, string> = {}) {
  const seen: { headers: Record<string, string>; body: string }[] = [];
  const endpoint = await startEndpoint((request, response, body) => {
    seen.push({ headers: request.headers as Record<string, string>, body: body.toString() });
    if (status === 'silence') return;
    response.writeHead(status, headers);
    response.end('thanks');
  });
  return { ...endpoint, seen };
}

describe('an event that listen forwards', () => {
  const folder = temporaryFolder();
  const stateOf = (url: string) => {
    const state = new ListenState(folder, { api: 'http://127.0.0.1:4400', tenant: 'main', url });
    watchFor(state.secret);
    return state;
  };

  it('is verified by the library of the specification, and by its own receiver only', async () => {
    const { url, seen, close } = await receiver(204);
    try {
      const state = stateOf(url);
      expect(await postEvent(url, EVENT, state)).toMatchObject({ failure: null, answer: 204 });
      const [request] = seen;
      if (request === undefined) throw new Error('nothing came');
      const verified = new Webhook(state.secret).verify(request.body, request.headers);
      expect(verified).toEqual(EVENT);
      expect(decodeURI(String(request.headers['webhook-id']))).toBe(EVENT.id);
      const another = stateOf(`${url}/other`);
      expect(() => new Webhook(another.secret).verify(request.body, request.headers)).toThrow();
    } finally {
      await close();
    }
  });

  it.each([
    [500, 'answer'],
    [404, 'answer'],
    [302, 'answer'],
  ])('is not delivered with %i, and follows no redirect', async (status, failure) => {
    const { url, seen, close } = await receiver(status, { location: 'http://127.0.0.1:9/' });
    try {
      expect(await postEvent(url, EVENT, stateOf(url))).toMatchObject({ failure, answer: status });
      expect(seen).toHaveLength(1);
    } finally {
      await close();
    }
  });

  it('is not delivered to a receiver that says nothing in time', async () => {
    const { url, close } = await receiver('silence');
    try {
      const { secret } = stateOf(url);
      const result = await postEvent(url, EVENT, { secret, timeoutMs: 50 });
      expect(result).toMatchObject({ failure: 'timeout', answer: null });
    } finally {
      await close();
    }
  });

  it('is not delivered to a receiver that has gone away', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const url = `http://127.0.0.1:${port}/`;
    expect(await postEvent(url, EVENT, stateOf(url))).toMatchObject({ failure: 'not-reached' });
  });

  it('leaves its place and its secret for the next start, each receiver its own', () => {
    const url = 'http://127.0.0.1:3000/hooks';
    const state = stateOf(url);
    state.moveTo(EVENT.sequence);
    const again = stateOf(url);
    expect(again.position).toBe(EVENT.sequence);
    expect(again.secret).toBe(state.secret);
    expect(stateOf(`${url}/2`).position).toBeNull();
    expect(stateOf(`${url}/2`).secret).not.toBe(state.secret);
  });

  it.each(['http://example.com/', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/', 'nothing'])(
    'is forwarded to no %s',
    (url) => {
      expect(() => receiverUrl(url)).toThrow(/--forward-to/);
    },
  );
});
