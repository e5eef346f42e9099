/** The outcome of one piece of work: its result, or the error that it threw. */
export type Settled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

/**
 * Pieces of work under way at the same time. Of the sealing keys: fifty sweeps are sealed within seven round trips, and a
 * run takes a thousandth of the requests that an account may make in a second.
 */
const MAX_AT_ONCE = 8;

/** Carries out work on each item, some of it at the same time. The results are in the order of the items. */
export async function settleAll<Item, T>(
  items: readonly Item[],
  work: (item: Item) => Promise<T>,
): Promise<readonly Settled<T>[]> {
  const results: Settled<T>[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await settled(() => work(items[index] as Item));
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_AT_ONCE, items.length) }, worker));
  return results;
}

async function settled<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The result of work, or the error that it threw. */
export function attempted<T>(work: () => T): Settled<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** @throws the error of work that failed */
export function resultOf<T>(settled: Settled<T>): T {
  if (!settled.ok) throw settled.error;
  return settled.value;
}
