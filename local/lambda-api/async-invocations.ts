import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { retry } from '../../treasury/retries/retry.ts';
import type { FunctionModel } from '../assembly/model.ts';
import { EVENT_PATIENCE_MS, TOO_LATE } from '../functions/function-pool.ts';
import type { InvocationResult } from '../functions/function-worker.ts';
import type { Functions } from '../functions/functions.ts';
import type { Queues } from '../queues/queues.ts';

/** Lambda's waits before the first and the second retry of an event. */
export const RETRY_DELAYS_MS: readonly number[] = [60_000, 120_000];

/** Events that wait at once. On one machine, more means that something goes round in a circle. */
const MAX_WAITING = 1_000;

export interface AsyncInvocationsOptions {
  readonly functions: Pick<Functions, 'invoke'>;
  readonly queues: Pick<Queues, 'send'>;
  /** @default RETRY_DELAYS_MS */
  readonly retryDelaysMs?: readonly number[];
  /** @default Date.now */
  readonly now?: () => number;
}

/**
 * Asynchronous events, as Lambda treats them: retried as often and kept as long as the function's configuration says,
 * then put into its failure destination.
 */
export class AsyncInvocations {
  readonly #options: Required<AsyncInvocationsOptions>;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: AsyncInvocationsOptions) {
    this.#options = { retryDelaysMs: RETRY_DELAYS_MS, now: Date.now, ...options };
  }

  /** Takes an event. False if too many wait already. */
  accept(model: FunctionModel, payload: string): boolean {
    if (this.#underWay.size >= MAX_WAITING || this.#stopping.signal.aborted) return false;
    const work = this.#run(model, payload).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    return true;
  }

  get busy(): number {
    return this.#underWay.size;
  }

  /** Takes no more events, gives up waiting retries, and waits for what runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  async #run(model: FunctionModel, payload: string): Promise<void> {
    const { functions, retryDelaysMs, now } = this.#options;
    const { maximumRetryAttempts, maximumEventAgeMs } = model.asyncInvocation;
    const requestId = randomUUID();
    const notAfterMs = now() + maximumEventAgeMs;
    let result: InvocationResult | null = null;
    const invokeOnce = async (attempt: number): Promise<'over' | null> => {
      if (this.#stopping.signal.aborted && attempt > 1) return 'over';
      const options = { requestId, notAfterMs, patienceMs: EVENT_PATIENCE_MS };
      const next = await functions.invoke(model.name, payload, options);
      if (next.ok) return 'over';
      if (next.error.errorType === TOO_LATE) {
        const event = { payload, requestId, attempts: attempt - 1, result };
        this.#giveUp(model, event, 'EventAgeExceeded');
        return 'over';
      }
      result = next;
      return null;
    };
    const attempts = maximumRetryAttempts + 1;
    const pause = (attempt: number) => this.#pause(retryDelaysMs[attempt - 1] ?? 0);
    if ((await retry(invokeOnce, { attempts, pause })) !== null) return;
    this.#giveUp(model, { payload, requestId, attempts, result }, 'RetriesExhausted');
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  /** The record that Lambda sends to a failure destination. */
  #giveUp(
    model: FunctionModel,
    event: {
      readonly payload: string;
      readonly requestId: string;
      readonly attempts: number;
      readonly result: InvocationResult | null;
    },
    condition: 'RetriesExhausted' | 'EventAgeExceeded',
  ): void {
    const { onFailure } = model.asyncInvocation;
    if (onFailure === null) return;
    const { payload, requestId, attempts, result } = event;
    this.#options.queues.send(onFailure, {
      version: '1.0',
      timestamp: new Date(this.#options.now()).toISOString(),
      requestContext: {
        requestId,
        functionArn: `${model.arn}:$LATEST`,
        condition,
        approximateInvokeCount: attempts,
      },
      requestPayload: JSON.parse(payload),
      ...(result !== null && {
        responseContext: {
          statusCode: 200,
          executedVersion: '$LATEST',
          functionError: 'Unhandled',
        },
        responsePayload: JSON.parse(result.payload),
      }),
    });
  }
}
