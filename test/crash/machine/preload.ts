/*
 * Loaded into the local stack's process before its own first line (`node --import`), and into each of
 * its workers. What it changes is the surroundings only: where the functions find their endpoints (all
 * by way of the proxy, each under its function's name), and what time it is. One thing it does itself:
 * it ends the process where a function is done and nothing of that has been noted yet, a moment that
 * shows nowhere on the wire.
 */
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import worker, { type WorkerOptions } from 'node:worker_threads';
import { PRELOAD_VARIABLES, type PreloadMessage, throughProxy } from './preload-contract.ts';

const CLOCK = 'crash-clock';

/** By then all is loaded. A process that is killed would write nothing for the next one to start from. */
const COMPILED_AFTER_MS = 3_000;

/** Milliseconds that the clock is ahead; shared with every worker. */
const ahead = worker.isMainThread
  ? new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT))
  : sharedClock();

shiftDate();
if (worker.isMainThread) prepareMainThread();

function sharedClock(): BigInt64Array {
  const shared = worker.getEnvironmentData(CLOCK);
  if (!(shared instanceof SharedArrayBuffer)) throw new Error('a worker without the shared clock');
  return new BigInt64Array(shared);
}

function shiftDate(): void {
  const RealDate = globalThis.Date;
  const now = (): number => RealDate.now() + Number(Atomics.load(ahead, 0));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}

function prepareMainThread(): void {
  Atomics.store(ahead, 0, BigInt(process.env[PRELOAD_VARIABLES.clockAheadMs] ?? '0'));
  worker.setEnvironmentData(CLOCK, ahead.buffer);
  worker.Worker = workerThroughProxy(worker.Worker);
  syncBuiltinESMExports();
  setTimeout(flushCompileCache, COMPILED_AFTER_MS).unref();
  process.on('message', ({ clockAheadMs }: PreloadMessage) => {
    Atomics.store(ahead, 0, BigInt(clockAheadMs));
  });
  // Without its parent, no process would ever end it.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel?.unref();
}

function workerThroughProxy(Worker: typeof worker.Worker): typeof worker.Worker {
  const proxy = process.env[PRELOAD_VARIABLES.proxy] ?? '';
  const fatal = fatalOutcome();
  return class extends Worker {
    readonly #function: string;
    #isFatal = false;

    constructor(file: string | URL, options: WorkerOptions = {}) {
      const env = throughProxy(proxy, options.env as Record<string, string>);
      super(file, { ...options, env, execArgv: ['--import', import.meta.url] });
      this.#function = env.POWERTOOLS_SERVICE_NAME ?? '';
    }

    override postMessage(message: unknown): void {
      const { payload } = message as { readonly payload: string };
      this.#isFatal =
        fatal?.function === this.#function && fatal.holds.every((text) => payload.includes(text));
      super.postMessage(message);
    }

    override emit(name: string | symbol, ...args: unknown[]): boolean {
      if (name === 'message' && this.#isFatal) process.kill(process.pid, 'SIGKILL');
      return super.emit(name, ...args);
    }
  };
}

/** The invocation whose outcome ends the process. */
function fatalOutcome(): { readonly function: string; readonly holds: readonly string[] } | null {
  const text = process.env[PRELOAD_VARIABLES.dieWhenDone];
  return text === undefined ? null : JSON.parse(text);
}
