import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { inspect } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { record, recordFinding } from './record.ts';
import { tracesInFolder } from './search-folder.ts';

/**
 * Puts on record, without changing any of it, what comes out of this process: both outputs, the
 * console, the answers to `fetch`; out of every child process: both outputs and, when it ends, the
 * files of its `--data` folder; out of every worker: both outputs, and what it posts.
 */
export function tap(): { readonly untap: () => void } {
  const undo = [
    tapOutput('stdout'),
    tapOutput('stderr'),
    ...(['debug', 'log', 'info', 'warn', 'error', 'trace', 'dir'] as const).map(tapConsole),
    tapChildren(),
    tapWorkers(),
    tapAnswers(),
  ];
  return { untap: () => undo.forEach((each) => void each()) };
}

type Undo = () => void;

function tapOutput(name: 'stdout' | 'stderr'): Undo {
  const output = process[name];
  const { write } = output;
  output.write = ((chunk: string | Uint8Array, ...rest: []) => {
    record(`this process's ${name}`, textOf(chunk));
    return write.call(output, chunk, ...rest);
  }) as typeof write;
  return () => {
    output.write = write;
  };
}

/** The test runner's console goes past the outputs of the process. */
function tapConsole(name: 'debug' | 'log' | 'info' | 'warn' | 'error' | 'trace' | 'dir'): Undo {
  const held = globalThis.console as unknown as Record<string, (...values: unknown[]) => void>;
  const original = held[name];
  held[name] = (...values) => {
    for (const value of values) {
      record(`console.${name}`, `${typeof value === 'string' ? value : inspect(value)}\n`);
    }
    original?.apply(held, values);
  };
  return () => {
    if (original !== undefined) held[name] = original;
  };
}

interface Spawning {
  spawn: (options: { readonly args?: readonly string[] }) => unknown;
}

/** Every way to start a child process goes through this one method. */
function tapChildren(): Undo {
  const prototype = ChildProcess.prototype as unknown as Spawning;
  const { spawn } = prototype;
  prototype.spawn = function (this: ChildProcess, options) {
    const result = spawn.call(this as never, options);
    const args = options.args ?? [];
    const name = childName(args);
    tapStream(this.stdout, `the stdout of ${name}`);
    tapStream(this.stderr, `the stderr of ${name}`);
    const folder = args[args.indexOf('--data') + 1];
    if (args.includes('--data') && folder !== undefined) {
      this.once('exit', () => {
        for (const trace of tracesInFolder(folder)) recordFinding(`the data of ${name}`, trace);
      });
    }
    return result;
  };
  return () => {
    prototype.spawn = spawn;
  };
}

function childName(args: readonly string[]): string {
  const script = args.find((arg) => /\.m?[jt]s$/.test(arg)) ?? args[0] ?? 'a child';
  return path.basename(script);
}

function tapWorkers(): Undo {
  const onWorker = (worker: Worker) => {
    tapStream(worker.stdout, "a worker's stdout");
    tapStream(worker.stderr, "a worker's stderr");
    worker.on('message', (message) => record('what a worker answered', textOf(message)));
    worker.on('error', (error) => record('what a worker failed with', inspect(error)));
  };
  process.on('worker', onWorker);
  return () => {
    process.off('worker', onWorker);
  };
}

function tapAnswers(): Undo {
  const onHeaders = (message: unknown) => {
    const { response } = message as { readonly response: { readonly headers: readonly Buffer[] } };
    record('headers of an answer', `${response.headers.map(textOf).join('\n')}\n`);
  };
  const onBody = (message: unknown) => {
    const { chunk } = message as { readonly chunk: Uint8Array };
    record('bodies of answers', textOf(chunk));
  };
  subscribe('undici:request:headers', onHeaders);
  subscribe('undici:request:bodyChunkReceived', onBody);
  return () => {
    unsubscribe('undici:request:headers', onHeaders);
    unsubscribe('undici:request:bodyChunkReceived', onBody);
  };
}

interface Pushable {
  push: (chunk: unknown, encoding?: BufferEncoding) => boolean;
}

/** Sees what goes into a stream, whether or not a reader takes it, and without making it flow. */
function tapStream(stream: unknown, place: string): void {
  if (stream === null || stream === undefined) return;
  const pushable = stream as Pushable;
  const { push } = pushable;
  pushable.push = (chunk, encoding) => {
    if (chunk !== null) record(place, textOf(chunk));
    return push.call(stream, chunk, encoding);
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  // One character per byte: a token is ASCII, and nothing else has to be readable.
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return JSON.stringify(value) ?? '';
}
