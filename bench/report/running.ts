/** Seconds between two lines about something that goes on for long. */
const EVERY_SECONDS = 10;

/** Says on the standard error what is measured now: the standard output is for the results. */
export function sayRunning(what: string): void {
  process.stderr.write(`${what}\n`);
}

/** Says every so often how far a measurement of known length is. Returns what ends it. */
export function sayHowFar(seconds: number, what: () => string): () => void {
  const begun = performance.now();
  const timer = setInterval(() => {
    const passed = Math.round((performance.now() - begun) / 1_000);
    sayRunning(`${passed} of ${seconds} s: ${what()}`);
  }, EVERY_SECONDS * 1_000);
  return () => clearInterval(timer);
}
