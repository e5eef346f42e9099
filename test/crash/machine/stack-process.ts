import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiAddressIn } from '../../waiting/api-address.ts';
import { killGroup } from './engine-process.ts';
import { PRELOAD_VARIABLES, type PreloadMessage } from './preload-contract.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PRELOAD = pathToFileURL(path.join(import.meta.dirname, 'preload.ts')).href;

/**
 * Between ticks. At a tick a second several machines on two cores meet the next one before they are done with the
 * last, start further workers for it, and are slower for that.
 */
const EVERY = '2s';

/** What node compiled is kept for the next start, unless whoever runs this chose a place: dozens of starts. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/node-compile');

export interface StackOptions {
  readonly dataFolder: string;
  readonly policyFile: string;
  readonly tokenFile: string;
  readonly serviceUrl: string;
  readonly proxyUrl: string;
  readonly clockAheadMs: number;
  /** The function, and what its event holds, whose end is to be the end of everything. */
  readonly dieWhenDone?: { readonly function: string; readonly holds: readonly string[] };
}

export interface StackProcess {
  /** Settles with the API's address. Rejects where the process ends before. */
  readonly listening: Promise<string>;
  /** Settles when it ended, whoever ended it, with what ended it. */
  readonly ended: Promise<string>;
  readonly kill: () => void;
  readonly setClockAhead: (clockAheadMs: number) => void;
  readonly output: () => string;
}

/** Starts `npm start` as a process of its own, on these data, against this service. */
export function startStackProcess(options: StackOptions): StackProcess {
  const { dataFolder, policyFile, tokenFile, serviceUrl } = options;
  const child = spawn(
    process.execPath,
    [
      ...['--import', PRELOAD, path.join(ROOT, 'bin', 'start.ts')],
      ...['--port', '0', '--every', EVERY, '--live', '--yes'],
      ...['--data', dataFolder, '--policy', policyFile],
      ...['--upstream', serviceUrl, '--token-file', tokenFile],
    ],
    {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: environmentOf(options),
    },
  );
  child.on('error', () => undefined);
  const said = collect(child);
  const ended = once(child, 'close').then(([code, signal]) => String(signal ?? code));
  return {
    listening: addressIn(child, said, ended),
    ended,
    kill: () => killGroup(child),
    setClockAhead: (clockAheadMs) => {
      const message: PreloadMessage = { clockAheadMs };
      if (child.connected) child.send(message, () => undefined);
    },
    output: said,
  };
}

function environmentOf(options: StackOptions): NodeJS.ProcessEnv {
  const { proxyUrl, clockAheadMs, dieWhenDone } = options;
  return {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    AWS_ENDPOINT_URL_DYNAMODB: proxyUrl,
    [PRELOAD_VARIABLES.proxy]: proxyUrl,
    [PRELOAD_VARIABLES.clockAheadMs]: String(clockAheadMs),
    ...(dieWhenDone === undefined
      ? {}
      : { [PRELOAD_VARIABLES.dieWhenDone]: JSON.stringify(dieWhenDone) }),
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  const listen = (chunk: Buffer): void => {
    text += String(chunk);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  return () => text;
}

function addressIn(
  child: ChildProcess,
  said: () => string,
  ended: Promise<string>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on('data', () => {
    const url = apiAddressIn(said());
    if (url !== null) resolve(url);
  });
  void ended.then((how) => reject(new Error(`the stack ended (${how}) before it listened`)));
  // Some points are about a death at the start: then no caller waits for the address.
  promise.catch(() => undefined);
  return promise;
}
