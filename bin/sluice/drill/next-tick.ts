interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Waits until the tick after a given one has begun. A timer may fire a moment early, so the clock has the last word. */
export async function untilTickAfter(
  tickMs: number,
  everyMs: number,
  { now, sleep }: Clock,
): Promise<void> {
  const nextMs = tickMs + everyMs;
  for (let left = nextMs - now(); left > 0; left = nextMs - now()) await sleep(left);
}
