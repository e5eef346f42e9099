import { randomUUID } from 'node:crypto';
import type { FunctionModel } from '../assembly/model.ts';
import { FunctionWorker, type InvocationResult, type WorkerContext } from './function-worker.ts';

/**
 * Workers of one function at most, where the template reserves no fewer: enough for requests at
 * once by one person and their tests, and little enough for a small machine.
 */
const MAX_WORKERS = 4;

/**
 * Milliseconds for which an idle environment is kept; each is some 20 MB. Longer than from one tick to the next, so that
 * those that each tick needs at once stay; what a start needed at once is gone soon.
 */
const IDLE_MS = 15_000;

/**
 * And for so long the last one of a function: a person who reads in the console goes on with warm functions, and one
 * that runs once in some minutes takes no memory in between. Lambda keeps them for minutes, and says no number. Not
 * after an asynchronous event, which no person waits for.
 */
const LAST_IDLE_MS = 30_000;

/**
 * No caller waits for an asynchronous event: if all environments are busy, it takes the next that is free within this
 * time instead of one more, which takes as long to load and 20 MB. A policy of thirty parts is thirty events at once.
 */
export const EVENT_PATIENCE_MS = 2_000;

export interface InvocationOptions {
  readonly requestId?: string;
  /** No caller waits: it waits so long itself for a busy environment before another is made. @default 0, a caller waits */
  readonly patienceMs?: number;
  /** An invocation that could not begin by then (milliseconds since 1970) does not begin. */
  readonly notAfterMs?: number;
}

/** The error type of an invocation that found no free environment in time. */
export const TOO_LATE = 'EventAgeExceeded';

function tooLate(): InvocationResult {
  const error = { errorType: TOO_LATE, errorMessage: 'the event became too old', trace: [] };
  return { ok: false, error, payload: JSON.stringify(error) };
}

interface Idle {
  readonly worker: FunctionWorker;
  /** Whether it stays longer where it is the last one. */
  readonly mayStay: boolean;
  readonly timer: NodeJS.Timeout;
}

/**
 * All execution environments of one function: made when needed, kept warm for a while, replaced when they end.
 * The one that was used last is used next, so that those too many are idle; the last one of a function stays longer.
 */
export class FunctionPool {
  readonly model: FunctionModel;
  readonly #context: WorkerContext;
  readonly #limit: number;
  readonly #idleMs: number;
  readonly #lastIdleMs: number;
  readonly #idle: Idle[] = [];
  readonly #all = new Set<FunctionWorker>();
  readonly #waiting: ((worker: FunctionWorker) => void)[] = [];
  #isClosed = false;

  constructor(
    model: FunctionModel,
    context: WorkerContext,
    idleMs = IDLE_MS,
    lastIdleMs = LAST_IDLE_MS,
  ) {
    this.model = model;
    this.#context = context;
    this.#idleMs = idleMs;
    this.#lastIdleMs = lastIdleMs;
    this.#limit = Math.min(model.reservedConcurrency ?? MAX_WORKERS, MAX_WORKERS);
  }

  /** Invokes the function with an event as JSON; waits if all its environments are busy. */
  async invoke(
    payload: string,
    {
      requestId = randomUUID(),
      notAfterMs = Number.POSITIVE_INFINITY,
      patienceMs = 0,
    }: InvocationOptions = {},
  ): Promise<InvocationResult> {
    const worker = await this.#take(patienceMs);
    try {
      if (Date.now() > notAfterMs) return tooLate();
      return await worker.invoke(requestId, payload);
    } finally {
      this.#giveBack(worker, patienceMs === 0);
    }
  }

  /** Begins to load an environment, if there is none, for an event that will come. */
  warm(): void {
    if (this.#mayMake && this.#all.size === 0) this.#rest(this.#make(), true);
  }

  /** Environments there are, at work or not. */
  get size(): number {
    return this.#all.size;
  }

  /** Ends the running invocations. Waiting ones go on waiting: nothing is begun any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    await Promise.all([...this.#all].map((worker) => worker.close()));
    this.#all.clear();
  }

  async #take(patienceMs: number): Promise<FunctionWorker> {
    for (let warm = this.#idle.pop(); warm !== undefined; warm = this.#idle.pop()) {
      clearTimeout(warm.timer);
      if (warm.worker.isUsable) return warm.worker;
      this.#all.delete(warm.worker);
    }
    const isPatient = patienceMs > 0 && this.#all.size > 0;
    if (this.#mayMake && !isPatient) return this.#make();
    return await new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (isPatient) setTimeout(() => this.#makeFor(resolve), patienceMs).unref();
    });
  }

  get #mayMake(): boolean {
    return !this.#isClosed && this.#all.size < this.#limit;
  }

  /** One more environment for an invocation that has waited long enough, unless it was given one meanwhile. */
  #makeFor(waiting: (worker: FunctionWorker) => void): void {
    const index = this.#waiting.indexOf(waiting);
    if (index < 0 || !this.#mayMake) return;
    this.#waiting.splice(index, 1);
    waiting(this.#make());
  }

  #make(): FunctionWorker {
    const worker = new FunctionWorker(this.model, this.#context);
    this.#all.add(worker);
    return worker;
  }

  #giveBack(worker: FunctionWorker, mayStay: boolean): void {
    if (this.#isClosed) return;
    if (!worker.isUsable) this.#all.delete(worker);
    const next = this.#waiting.shift();
    if (next !== undefined) next(worker.isUsable ? worker : this.#make());
    else if (worker.isUsable) this.#rest(worker, mayStay);
  }

  #rest(worker: FunctionWorker, mayStay: boolean): void {
    const timer = idleTimer(this.#idleMs, () => this.#retire(worker));
    this.#idle.push({ worker, mayStay, timer });
  }

  #retire(worker: FunctionWorker): void {
    const index = this.#idle.findIndex((each) => each.worker === worker);
    if (index < 0) return;
    if (this.#all.size > 1 || this.#idle[index]?.mayStay !== true) {
      this.#end(worker);
      return;
    }
    const timer = idleTimer(this.#lastIdleMs - this.#idleMs, () => this.#end(worker));
    this.#idle[index] = { worker, mayStay: true, timer };
  }

  #end(worker: FunctionWorker): void {
    const index = this.#idle.findIndex((each) => each.worker === worker);
    if (index < 0) return;
    this.#idle.splice(index, 1);
    this.#all.delete(worker);
    void worker.close();
  }
}

/** The end of the process does not wait for idle environments. */
function idleTimer(afterMs: number, then: () => void): NodeJS.Timeout {
  return setTimeout(then, afterMs).unref();
}
