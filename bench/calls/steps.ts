import type { RecordedCall } from './recorder.ts';

/**
 * The calls in the order of a recording: those of one step were under way at once, and a step begins when
 * the one before it has ended.
 */
export function stepsOf(calls: readonly RecordedCall[]): readonly (readonly RecordedCall[])[] {
  const steps: RecordedCall[][] = [];
  let endedMs = Number.NEGATIVE_INFINITY;
  for (const call of calls) {
    if (call.beganMs >= endedMs) steps.push([]);
    steps.at(-1)?.push(call);
    endedMs = Math.max(endedMs, call.endedMs);
  }
  return steps;
}

/** How often an invocation is recorded before its calls are repeated. */
export const RECORDINGS = 8;

/**
 * Of several recordings of one thing, that with the fewest calls, and of these that with the fewest steps: the
 * sandbox answers some withdrawals in parts, and of two quick calls that are made at once the first may have ended
 * before the second is seen.
 */
export function plainestOf<T extends { readonly calls: readonly RecordedCall[] }>(
  recordings: readonly T[],
): T {
  const [plainest] = recordings.toSorted(
    (one, other) =>
      one.calls.length - other.calls.length ||
      stepsOf(one.calls).length - stepsOf(other.calls).length,
  );
  if (plainest === undefined) throw new Error('nothing was recorded');
  return plainest;
}

/** `GetItem, Query + Query, POST`: one step after the other, with + between what was under way at once. */
export function formatCalls(calls: readonly RecordedCall[]): string {
  return stepsOf(calls)
    .map((step) => step.map(({ operation, method }) => operation ?? method).join(' + '))
    .join(', ');
}

/** Where the time of an invocation went, in milliseconds, as its calls show it. */
export interface Phases {
  /** From the invocation until the first call is seen. */
  readonly before: number;
  /** At least one call is under way: the engine, or the service, is at work. */
  readonly waiting: number;
  /** None is, and another one follows. */
  readonly between: number;
  /** From the last answer until the invocation ends. */
  readonly after: number;
}

export function phasesOf(calls: readonly RecordedCall[], beganMs: number, endedMs: number): Phases {
  const steps = stepsOf(calls);
  const first = calls[0]?.beganMs ?? endedMs;
  const last = Math.max(first, ...calls.map((call) => call.endedMs));
  const waiting = steps.reduce((sum, step) => {
    const [{ beganMs: stepBegan = 0 } = {}] = step;
    return sum + Math.max(...step.map((call) => call.endedMs)) - stepBegan;
  }, 0);
  return {
    before: first - beganMs,
    waiting,
    between: last - first - waiting,
    after: endedMs - last,
  };
}
