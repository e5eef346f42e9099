import path from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FunctionModel } from '../assembly/model.ts';
import type { FunctionError, InvocationMessage, OutcomeMessage, WorkerTask } from './messages.ts';

/** The result of an invocation. The payload is JSON, of the answer or of the error. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly payload: string; readonly error: FunctionError };

export interface WorkerContext {
  /** Called when a worker is made: by then the endpoints are known. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** Receives every line that the function writes. */
  readonly log: (functionName: string, line: string) => void;
}

/**
 * Young objects are collected within so many MB. By itself a heap takes 48 before its first collection, and most of
 * them in vain: with some twenty environments that is a gigabyte.
 */
const YOUNG_GENERATION_MB = 8;

/** Lambda's own limit on what a function answers, as JSON. */
const MAX_ANSWER_BYTES = 6_291_556;

const WORKER = path.join(import.meta.dirname, 'worker.mjs');

/** One execution environment of a function. Serves one invocation at a time, like Lambda's. */
export class FunctionWorker {
  readonly #model: FunctionModel;
  readonly #worker: Worker;
  #running: {
    readonly requestId: string;
    readonly done: (result: InvocationResult) => void;
  } | null = null;
  #gone = false;

  constructor(model: FunctionModel, { environment, log }: WorkerContext) {
    this.#model = model;
    this.#worker = new Worker(WORKER, {
      env: { ...environment() },
      workerData: { bundleFolder: model.assetFolder, handler: model.handler } satisfies WorkerTask,
      // Memory is Lambda's to limit; here it only keeps a leak from taking the machine.
      resourceLimits: {
        maxOldGenerationSizeMb: model.memoryMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
      stdout: true,
      stderr: true,
    });
    readLines(this.#worker.stdout, (line) => log(model.name, line));
    readLines(this.#worker.stderr, (line) => log(model.name, line));
    this.#worker.on('message', (message: OutcomeMessage) => this.#answered(message));
    this.#worker.on('error', (error) => this.#ended(errorOf(error)));
    this.#worker.on('exit', (code) => {
      this.#ended(failure('Runtime.ExitError', `the function exited with ${code}`));
    });
  }

  /** False once it ended; it is then replaced. */
  get isUsable(): boolean {
    return !this.#gone;
  }

  /** Runs one invocation. One that outlasts its timeout is ended with its worker, as in Lambda. */
  async invoke(requestId: string, payload: string): Promise<InvocationResult> {
    if (this.#running !== null) throw new Error(`${this.#model.name} is asked twice at once`);
    const { name, arn, memoryMb, timeoutMs } = this.#model;
    const { promise, resolve } = Promise.withResolvers<InvocationResult>();
    this.#running = { requestId, done: resolve };
    const message: InvocationMessage = {
      requestId,
      payload,
      deadlineMs: Date.now() + timeoutMs,
      context: { functionName: name, functionArn: arn, memoryMb },
    };
    const timer = setTimeout(() => this.#timedOut(requestId), timeoutMs);
    this.#worker.postMessage(message);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#gone = true;
    await this.#worker.terminate();
  }

  #answered(message: OutcomeMessage): void {
    if (this.#running?.requestId !== message.requestId) return;
    this.#finish('error' in message ? failed(message.error) : answered(message.payload));
  }

  #timedOut(requestId: string): void {
    const seconds = (this.#model.timeoutMs / 1_000).toFixed(2);
    const text = `${requestId} Task timed out after ${seconds} seconds`;
    this.#ended(failure('Sandbox.Timedout', text));
    void this.#worker.terminate();
  }

  #ended(error: FunctionError): void {
    this.#gone = true;
    this.#finish(failed(error));
  }

  #finish(result: InvocationResult): void {
    const running = this.#running;
    this.#running = null;
    running?.done(result);
  }
}

function answered(payload: string): InvocationResult {
  if (Buffer.byteLength(payload) <= MAX_ANSWER_BYTES) return { ok: true, payload };
  const text = `Response payload size exceeded maximum allowed payload size (${MAX_ANSWER_BYTES} bytes).`;
  return failed(failure('Function.ResponseSizeTooLarge', text));
}

/** Settles a failure as Lambda words it. */
function failed(error: FunctionError): InvocationResult {
  return { ok: false, error, payload: JSON.stringify(error) };
}

function failure(errorType: string, errorMessage: string): FunctionError {
  return { errorType, errorMessage, trace: [] };
}

function errorOf(error: unknown): FunctionError {
  return error instanceof Error
    ? failure(error.name, error.message)
    : failure('Runtime.Unknown', String(error));
}

function readLines(stream: Readable, say: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') say(line);
  });
  stream.on('end', () => {
    if (rest.trim() !== '') say(rest);
  });
}
