import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { newSecret } from '../../../adapters/seals/secret-cipher.ts';
import { createPoster } from '../../../adapters/webhooks/post-event.ts';
import { signedHeaders } from '../../../adapters/webhooks/signed-headers.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { watchFor } from '../../canary/canary.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PAGE = path.join(ROOT, 'docs/webhooks.md');
/** The one thing that a test changes of the page: another process may listen there. */
const PAGE_PORT = '.listen(8080)';

let receiver: ChildProcess | undefined;
afterEach(() => {
  receiver?.kill('SIGKILL');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** The receiver of the page, as a process of its own; what it prints, line by line. */
async function receiverOfThePage(secret: string) {
  const page = await readFile(PAGE, 'utf8');
  const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(1);
  const [code = ''] = blocks;
  expect(code).toContain(PAGE_PORT);
  const port = await freePort();
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    cwd: ROOT,
    env: { ...process.env, SLUICE_WEBHOOK_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  receiver = child;
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  child.stdin.end(code.replace(PAGE_PORT, `.listen(${port}, '127.0.0.1')`));
  const url = `http://127.0.0.1:${port}/`;
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => null,
      ),
    )
    .toBe(401);
  return { url, lines: () => printed.split('\n').filter((line) => line !== '') };
}

describe('the receiver of docs/webhooks.md', () => {
  it('takes what Sluice signs, once, and nothing else', async () => {
    const secret = newSecret();
    watchFor(secret);
    const { url, lines } = await receiverOfThePage(secret);
    const post = createPoster({ loopback: true });
    const sent = async (eventId: string, change: object = {}) => {
      const event = { id: eventId, type: 'com.sluice.trade.confirmed', subject: 'Zürich' };
      const posting = { url, eventId, event: JSON.stringify(event), secrets: [secret] };
      const { attempt } = await post({ ...posting, at: instantOf(Date.now()), ...change });
      return attempt.answer;
    };
    expect(await sent('main/trade/1')).toBe(204);
    expect(await sent('main/trade/1')).toBe(204);
    expect(await sent('main/trade/2', { secrets: [newSecret(), secret] })).toBe(204);
    expect(await sent('main/trade/3', { secrets: [newSecret()] })).toBe(401);
    expect(await sent('main/trade/4', { at: instantOf(Date.now() - 360_000) })).toBe(401);
    const at = instantOf(Date.now());
    const headers = signedHeaders({ eventId: 'e', event: '{"a":1}', secrets: [secret], at });
    const altered = await fetch(url, { method: 'POST', headers, body: '{"a":2}' });
    expect(altered.status).toBe(401);
    await expect
      .poll(lines)
      .toEqual(['com.sluice.trade.confirmed Zürich', 'com.sluice.trade.confirmed Zürich']);
  });
});
