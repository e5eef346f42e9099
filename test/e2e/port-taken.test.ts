import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { stackForEachTest } from './started-stack.ts';

const SLOW_MS = 120_000;

const { port, running, start } = stackForEachTest();

it(
  'npm start says in one line that its port is taken',
  async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port(), '127.0.0.1', resolve));
    start('--memory');
    const { code, stderr } = await running().finished;
    await new Promise((resolve) => server.close(resolve));
    expect(code).not.toBe(0);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(String(port()));
  },
  SLOW_MS,
);
