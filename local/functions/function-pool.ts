import { randomUUID } from 'node:crypto';
import type { FunctionModel } from '../assembly/model.ts';
import {
  FunctionWorker,
  type InvocationResult,
  type WorkerSurroundings,
} from './function-worker.ts';

/**
 * Workers of one function at most, where the template reserves no fewer: enough for requests at
 * once by one person and their tests, and little enough for a small machine.
 */
const MAX_WORKERS = 4;

export interface InvocationOptions {
  readonly requestId?: string;
  /** An invocation that could not begin by then (milliseconds since 1970) does not begin. */
  readonly notAfterMs?: number;
}

/** The error type of an invocation that found no free environment in time. */
export const TOO_LATE = 'EventAgeExceeded';

function tooLate(): InvocationResult {
  const error = { errorType: TOO_LATE, errorMessage: 'the event became too old', trace: [] };
  return { ok: false, error, payload: JSON.stringify(error) };
}

/** All execution environments of one function: made when needed, kept warm, replaced when they end. */
export class FunctionPool {
  readonly model: FunctionModel;
  readonly #surroundings: WorkerSurroundings;
  readonly #limit: number;
  readonly #idle: FunctionWorker[] = [];
  readonly #all = new Set<FunctionWorker>();
  readonly #waiting: ((worker: FunctionWorker) => void)[] = [];
  #isClosed = false;

  constructor(model: FunctionModel, surroundings: WorkerSurroundings) {
    this.model = model;
    this.#surroundings = surroundings;
    this.#limit = Math.min(model.reservedConcurrency ?? MAX_WORKERS, MAX_WORKERS);
  }

  /** Invokes the function with an event as JSON; waits where all its environments are busy. */
  async invoke(
    payload: string,
    { requestId = randomUUID(), notAfterMs = Number.POSITIVE_INFINITY }: InvocationOptions = {},
  ): Promise<InvocationResult> {
    const worker = await this.#take();
    try {
      if (Date.now() > notAfterMs) return tooLate();
      return await worker.invoke(requestId, payload);
    } finally {
      this.#giveBack(worker);
    }
  }

  /** Ends what runs. What waited goes on waiting: nothing is begun any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((worker) => worker.close()));
    this.#all.clear();
  }

  async #take(): Promise<FunctionWorker> {
    for (let warm = this.#idle.pop(); warm !== undefined; warm = this.#idle.pop()) {
      if (warm.isUsable) return warm;
      this.#all.delete(warm);
    }
    if (!this.#isClosed && this.#all.size < this.#limit) return this.#make();
    return await new Promise((resolve) => this.#waiting.push(resolve));
  }

  #make(): FunctionWorker {
    const worker = new FunctionWorker(this.model, this.#surroundings);
    this.#all.add(worker);
    return worker;
  }

  #giveBack(worker: FunctionWorker): void {
    if (this.#isClosed) return;
    if (!worker.isUsable) this.#all.delete(worker);
    const next = this.#waiting.shift();
    if (next !== undefined) next(worker.isUsable ? worker : this.#make());
    else if (worker.isUsable) this.#idle.push(worker);
  }
}
