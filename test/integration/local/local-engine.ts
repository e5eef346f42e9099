import { type Engine, startEngine as startLocalEngine } from '../../../local/engine/engine.ts';
import type { InvocationResult } from '../../../local/functions/function-worker.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import type { QueuedMessage } from '../../../local/queues/queues.ts';
import { Runtime, type RuntimeOptions } from '../../../local/runtime.ts';
import { recordFinding } from '../../canary/record.ts';
import { tracesInTables } from '../../canary/search-tables.ts';

/** What a runtime told while a test ran. */
export interface Told {
  readonly failures: (InvocationResult & { readonly ok: false })[];
  readonly deadLetter: QueuedMessage[];
}

export interface OpenedRuntime {
  readonly runtime: Runtime;
  readonly told: Told;
}

/** The runtime alone, with a model of the test's own: no service, no treasury. */
export async function openRuntime(
  engine: Engine,
  options: Pick<RuntimeOptions, 'model'> & Partial<RuntimeOptions>,
): Promise<OpenedRuntime> {
  const told: Told = { failures: [], deadLetter: [] };
  const runtime = await Runtime.open({
    data: { streams: null, queues: null, objects: null, analytics: null },
    engine,
    overrides: {},
    secretValue: () => null,
    everyMs: null,
    log: () => undefined,
    listeners: {
      functionFailed: (_, result) => told.failures.push(result),
      deadLetter: (message) => told.deadLetter.push(message),
      streamFailed: () => undefined,
      activity: () => undefined,
    },
    ...options,
  });
  return { runtime, told };
}

export async function closeRuntime({ runtime }: OpenedRuntime): Promise<void> {
  await runtime.drain();
  await runtime.close();
}

/** The local stack's engine. Before it ends, all it holds is searched for the token. */
export async function startEngine(file: string | null): Promise<Engine> {
  const engine = await startLocalEngine(file);
  return {
    ...engine,
    stop: async () => {
      try {
        for (const trace of await tracesInTables(clientAt(engine))) {
          recordFinding('the engine', trace);
        }
      } finally {
        await engine.stop();
      }
    },
  };
}
