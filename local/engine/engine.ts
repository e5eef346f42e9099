import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../network/free-port.ts';
import { LocalStackError } from '../stack-error.ts';
import { ENGINE_VARIABLE, engineBinary } from './engine-binary.ts';

/** DynamoDB on the wire, on this machine. */
export interface Engine {
  readonly endpoint: string;
  /** Settles when the engine ended although nobody stopped it; carries what it said last. */
  readonly failed: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** How long the engine may take to answer. It takes 30 ms; a busy machine may need seconds. */
const READY_TIMEOUT_MS = 15_000;
const READY_POLL_MS = 15;

/** Another program may take the port between finding it free and using it. */
const PORT_ATTEMPTS = 3;

/** Of what the engine says, only the end is kept, for the case that it ends. */
const MAX_OUTPUT_CHARACTERS = 2_000;

const KEEPER = path.join(import.meta.dirname, 'keeper.ts');

/** An engine that somebody else runs: it is neither started nor stopped here. */
export async function foreignEngine(endpoint: string): Promise<Engine> {
  const url = URL.parse(endpoint);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new LocalStackError(`${ENGINE_VARIABLE}: ${endpoint} is not an address`);
  }
  try {
    await fetch(url, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  } catch (cause) {
    const hint = `start it, or unset ${ENGINE_VARIABLE} to use the built-in one`;
    throw new LocalStackError(`the database engine at ${endpoint} does not answer; ${hint}`, {
      cause,
    });
  }
  return {
    endpoint: url.origin,
    failed: new Promise(() => undefined),
    stop: async () => undefined,
  };
}

/** Starts the engine on a free port; with a file it keeps everything there, else in memory. */
export async function startEngine(file: string | null): Promise<Engine> {
  const binary = engineBinary();
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const args = ['--host', '127.0.0.1', '--port', String(port)];
    const run = runKept(binary, file === null ? args : [...args, '--db-path', file]);
    const ready = await Promise.race([answers(port), run.ended]);
    if (ready === true) return { endpoint: `http://127.0.0.1:${port}`, ...kept(run) };
    await run.stop();
    if (attempt === PORT_ATTEMPTS) {
      const said = ready === false ? 'it does not answer' : ready;
      throw new LocalStackError(`the database engine did not start: ${said}`);
    }
  }
}

interface Run {
  readonly ended: Promise<string>;
  readonly stop: () => Promise<void>;
  readonly wasStopped: () => boolean;
}

function kept(run: Run): Pick<Engine, 'failed' | 'stop'> {
  return {
    stop: run.stop,
    failed: run.ended.then((said) => (run.wasStopped() ? new Promise<string>(() => {}) : said)),
  };
}

function runKept(binary: string, args: readonly string[]): Run {
  const child: ChildProcess = spawn(process.execPath, [KEEPER, binary, ...args], {
    // A process group of its own: a terminal's Ctrl-C is for the stack, which ends the engine last.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {},
  });
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk}`.slice(-MAX_OUTPUT_CHARACTERS);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.stdin?.on('error', () => undefined);
  let stopped = false;
  const ended = once(child, 'exit').then(([code]) => lastLine(said) || `it ended with ${code}`);
  return {
    ended,
    wasStopped: () => stopped,
    stop: async () => {
      stopped = true;
      child.stdin?.end();
      await ended;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const until = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < until) {
    if (await accepts(port)) return true;
    await sleep(READY_POLL_MS);
  }
  return false;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
