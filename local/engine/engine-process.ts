import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { engineFullLine, isEngineFull } from '../fatal-condition.ts';
import { engineBinary } from './engine-binary.ts';
import type { Tool } from './operations.ts';

/** The engine's reply to one call: an answer of DynamoDB's, as JSON, or one of its errors. */
export type EngineAnswer =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly type: string; readonly message: string };

/** How long the engine may take to answer the first call. It takes 30 ms; a busy machine may need seconds. */
const READY_TIMEOUT_MS = 15_000;
/** How long the engine may take to close its file before it is ended the hard way. */
const PATIENCE_MS = 1_500;
/** Characters of the engine's other output that are kept: only the end, for the case that it ends. */
const MAX_OUTPUT_CHARACTERS = 2_000;

const PROTOCOL = '2025-03-26';

/** A line of the engine's: JSON-RPC, as the Model Context Protocol has it. */
interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
  };
}

/**
 * The engine as a child process that is spoken to over its standard input and output, and in no other
 * way: it listens on no port and no socket, so no other program of this machine can reach it. Whatever
 * ends this process, kill -9 included, closes its input, and then it ends too.
 */
export class EngineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  /** Settles with the engine's last output. */
  readonly ended: Promise<string>;
  readonly #full = Promise.withResolvers<string>();
  #calls = 0;
  #said = '';
  #isStopped = false;
  #hasEnded = false;

  /** Starts it on a file, or in memory. @throws Error with its output, if it does not answer. */
  static async start(file: string | null): Promise<EngineProcess> {
    const engine = new EngineProcess(file);
    const greeting = engine.#ask('initialize', {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'sluice', version: '1' },
    });
    const late = new Promise<'late'>((resolve) => {
      setTimeout(() => resolve('late'), READY_TIMEOUT_MS).unref();
    });
    const ready = await Promise.race([greeting, engine.ended, late]);
    if (typeof ready === 'object' && ready.result !== undefined) {
      engine.#write({ method: 'notifications/initialized' });
      return engine;
    }
    await engine.stop();
    throw new Error(typeof ready === 'string' && ready !== 'late' ? ready : 'it does not answer');
  }

  private constructor(file: string | null) {
    const args = file === null ? ['mcp'] : ['mcp', '--db-path', file];
    this.#child = spawn(engineBinary(), args, {
      // A process group of its own: a terminal's Ctrl-C is for the stack, which ends the engine last.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#said = `${this.#said}${chunk}`.slice(-MAX_OUTPUT_CHARACTERS);
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#heard(line));
    this.ended = once(this.#child, 'close')
      .then(([code, signal]) => lastLine(this.#said) || `it ended with ${code ?? signal}`)
      .catch((error: Error) => error.message)
      .finally(() => this.#abandon());
  }

  /** Settles, with one line, when it says that it can write no more: its file's disk is full. */
  get cannotWrite(): Promise<string> {
    return this.#full.promise;
  }

  /** True once it was told to end: that it ended is then no failure. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** One call of one of its tools. @throws Error where the engine ended before it answered. */
  async call(tool: Tool, input: object): Promise<EngineAnswer> {
    const { result, error } = await this.#ask('tools/call', { name: tool, arguments: input });
    const text = result?.content?.[0]?.text;
    if (text === undefined) {
      return { ok: false, type: 'ValidationException', message: error?.message ?? 'no answer' };
    }
    if (result?.isError !== true) return { ok: true, json: text };
    const failed = failure(text);
    if (isEngineFull(failed.message)) this.#full.resolve(engineFullLine(failed.message));
    return failed;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#child.stdin.end();
    const hard = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS);
    await this.ended;
    clearTimeout(hard);
  }

  async #ask(method: string, params: object): Promise<Reply> {
    // Not by its exit code: whatever a signal ended has none.
    if (this.#hasEnded || this.#isStopped) throw new Error('the engine has ended');
    this.#calls += 1;
    const id = this.#calls;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.#waiting.set(id, resolve);
    this.#write({ id, method, params });
    const reply = await promise;
    if (reply.result === undefined && reply.error === undefined) throw new Error(LOST);
    return reply;
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #heard(line: string): void {
    const reply = JSON.parse(line) as Reply;
    if (reply.id === undefined) return;
    this.#waiting.get(reply.id)?.(reply);
    this.#waiting.delete(reply.id);
  }

  /** Callers that wait for an answer of an engine that ended would wait for ever. */
  #abandon(): void {
    this.#hasEnded = true;
    for (const give of this.#waiting.values()) give({});
    this.#waiting.clear();
  }
}

const LOST = 'the engine ended before it answered';

/** The engine's own words for an error of DynamoDB's. */
function failure(text: string): EngineAnswer & { readonly ok: false } {
  const { error_type: type, message } = JSON.parse(text) as {
    readonly error_type: string;
    readonly message: string;
  };
  return { ok: false, type, message };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
