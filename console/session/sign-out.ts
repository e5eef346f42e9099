/** The path whose answer has the browser forget what it kept of this origin (runtime/console/console-files.ts). */
const SIGNED_OUT_PATH = '/signed-out';

/** Milliseconds that a person who signs out waits for it at most. */
const FORGET_MS = 2_000;

/** Before the page is left for the issuer. What the API answered is kept in the page alone, and goes with it. */
export async function forgetKept(): Promise<void> {
  const signal = AbortSignal.timeout(FORGET_MS);
  // The person signs out even where this cannot be asked for.
  await fetch(SIGNED_OUT_PATH, { cache: 'no-store', signal }).catch(() => undefined);
}
