import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { PEOPLE } from '../../local/identity/people.ts';
import { openStack, type Stack } from '../../local/stack.ts';
import { synthesise } from '../../local/synthesis/synthesise.ts';
import { serveConsole } from './serve-console.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** As the deployed one: within a run nothing changes by itself, so that what is looked at stays what it is. */
const EVERY_MS = 5 * 60_000;

export interface ConsoleUnderTest {
  /** Where the console is served. */
  readonly url: string;
  readonly apiUrl: string;
  readonly issuer: string;
  readonly stack: Stack;
  readonly close: () => Promise<void>;
}

export interface ConsoleOptions {
  /** Interval of the ticks. @default five minutes */
  readonly everyMs?: number;
  /** @default true */
  readonly demoData?: boolean;
  /** A folder that holds the built console already; without it, it is built now. */
  readonly built?: string | undefined;
}

/** The local stack in this process, with a console that was built now and is served from a port of its own. */
export async function openConsole({
  everyMs = EVERY_MS,
  demoData = true,
  built,
}: ConsoleOptions = {}): Promise<ConsoleUnderTest> {
  const own = built === undefined ? mkdtempSync(path.join(tmpdir(), 'sluice-console-')) : null;
  const [stack] = await Promise.all([
    openLocalStack({ everyMs, demoData }),
    own === null ? null : buildConsole(own),
  ]);
  const { issuer, commandLineClient } = stack.identity;
  const served = await serveConsole(built ?? own ?? '', {
    ...{ stage: 'local', apiUrl: stack.url, issuer },
    ...{ clientId: commandLineClient, people: builtInPeople() },
  });
  return {
    ...{ url: served.url, apiUrl: stack.url, issuer, stack },
    close: async () => {
      await served.close();
      await stack.stop();
      if (own !== null) rmSync(own, { recursive: true, force: true });
    },
  };
}

async function openLocalStack(options: { everyMs: number; demoData: boolean }): Promise<Stack> {
  const silent = () => undefined;
  const stack = await openStack(
    {
      ...{ port: 0, sandboxPort: 0, dataFolder: null, upstream: null, tokenFile: null },
      ...{ live: false, policyFile: null, activity: false, ...options },
      unthrottled: true,
    },
    () => synthesise(ROOT, silent),
    { feed: silent, notice: silent, log: silent },
  );
  await stack.start();
  return stack;
}

export async function buildConsole(outDir: string): Promise<void> {
  await build({
    configFile: path.join(ROOT, 'console/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  });
}

function builtInPeople(): readonly object[] {
  return PEOPLE.map(({ username, displayName, groups }) => ({
    ...{ id: username, name: displayName, roles: groups },
  }));
}
