import { useSyncExternalStore } from 'react';

/** How often what is said relative to now is said anew. */
const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let current = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all that is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    current = new Date();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => current);
}
