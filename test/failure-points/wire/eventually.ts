import { setTimeout } from 'node:timers/promises';

/** Longer than a busy machine takes for anything in here. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 10;

/** Waits for what the other side of a socket does in its own time. */
export async function eventually(holds: () => boolean): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!holds()) {
    if (Date.now() > until) throw new Error(`it did not happen within ${PATIENCE_MS} ms`);
    await setTimeout(LOOK_EVERY_MS);
  }
}
