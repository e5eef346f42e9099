import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { doublingPauseMs, repeat } from '../../treasury/retries/retry.ts';
import type { StreamDeliveryModel } from '../assembly/model.ts';
import type { InvocationResult } from '../functions/function-worker.ts';
import type { StreamRecord } from './stream-event.ts';

/** Waits between attempts of one batch: from the first, doubling, to the last. */
const BACKOFF = { firstMs: 200, maximumMs: 30_000 } as const;

const UNLIMITED = -1;

export interface BatchDeliveryOptions {
  readonly model: StreamDeliveryModel;
  readonly invoke: (payload: string) => Promise<InvocationResult>;
  /** Called with the abandoned records, and the reason. */
  readonly giveUp: (batch: readonly StreamRecord[], failure: GivenUp) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

export interface GivenUp {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly attempts: number;
}

const itemFailures = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })),
});

/**
 * Delivers one batch until the function took it, or until the delivery's limits say to give it up. Returns false if
 * the stack stops before either: the batch is then delivered again at the next start.
 */
export async function deliverBatch(
  options: BatchDeliveryOptions,
  batch: readonly StreamRecord[],
  attempts = 0,
): Promise<boolean> {
  const { model, signal } = options;
  let rest = batch;
  const deliverOnce = async (attempt: number): Promise<boolean | null> => {
    const fresh = withoutOld(options, rest, attempt - 1);
    if (fresh.length === 0) return true;
    if (signal.aborted) return false;
    const failed = await attemptBatch(options, fresh);
    if (failed.length === 0) return true;
    if (model.bisectOnError && failed.length > 1) {
      return await deliverHalves(options, failed, attempts);
    }
    if (model.maximumRetryAttempts !== UNLIMITED && attempt > model.maximumRetryAttempts) {
      options.giveUp(failed, { condition: 'RetryAttemptsExhausted', attempts: attempt });
      return true;
    }
    rest = failed;
    return null;
  };
  return await repeat(
    (attempt) => deliverOnce(attempts + attempt),
    async (attempt) => {
      const ms = doublingPauseMs(attempts + attempt, BACKOFF);
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    },
  );
}

/** Halving finds the record that fails; it does not count as a retry. */
async function deliverHalves(
  options: BatchDeliveryOptions,
  batch: readonly StreamRecord[],
  attempts: number,
): Promise<boolean> {
  const middle = Math.ceil(batch.length / 2);
  const first = await deliverBatch(options, batch.slice(0, middle), attempts);
  return first && (await deliverBatch(options, batch.slice(middle), attempts));
}

/** The records still to be delivered after one attempt: none, all, or everything from a failed record. */
async function attemptBatch(
  { model, invoke }: BatchDeliveryOptions,
  batch: readonly StreamRecord[],
): Promise<readonly StreamRecord[]> {
  const result = await invoke(JSON.stringify({ Records: batch.map(({ event }) => event) }));
  if (!result.ok) return batch;
  if (!model.reportsItemFailures) return [];
  const parsed = itemFailures.safeParse(JSON.parse(result.payload));
  if (!parsed.success) return [];
  const failed = parsed.data.batchItemFailures.map(({ itemIdentifier }) =>
    batch.findIndex(({ sequenceNumber }) => sequenceNumber === itemIdentifier),
  );
  if (failed.length === 0) return [];
  // An identifier that is none of the batch's means that all of it failed.
  return batch.slice(Math.max(0, Math.min(...failed)));
}

function withoutOld(
  { model, giveUp, now }: BatchDeliveryOptions,
  batch: readonly StreamRecord[],
  attempts: number,
): readonly StreamRecord[] {
  const { maximumRecordAgeMs } = model;
  if (maximumRecordAgeMs === null) return batch;
  const oldest = now() - maximumRecordAgeMs;
  const old = batch.filter(({ createdAtMs }) => createdAtMs < oldest);
  if (old.length > 0) giveUp(old, { condition: 'RecordAgeExceeded', attempts });
  return batch.filter(({ createdAtMs }) => createdAtMs >= oldest);
}
