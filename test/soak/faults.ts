import type { FaultInput, RunningSandbox } from '../../sandbox/index.ts';

/** One request in so many meets a fault: 5 %. */
const ONE_IN = 20;
/** How often it is looked at whether the last fault has happened. */
const LOOK_MS = 50;

/** Milliseconds that something hangs: so long that the client gives up first where it is to give up. */
const HANG_MS = 20_000;
const LATE_MS = 2_000;

/** Everything that happens to requests on a bad day. Nothing that a service would have to lie for: that halts
 * everything, as it must, and there would be nothing to watch. */
const FAULTS: readonly FaultInput[] = [
  { kind: 'execute-then-reset-before-headers' },
  { kind: 'execute-then-reset-in-body' },
  { kind: 'execute-then-hang', holdMs: HANG_MS },
  { kind: 'execute-late', delayMs: LATE_MS, connection: 'reset', holdMs: HANG_MS },
  { kind: 'drop-silently' },
  { kind: 'reset-without-execution' },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 429, retryAfterSeconds: 1 },
  { kind: 'status', status: 500, execute: true },
  { kind: 'status', status: 503 },
  { kind: 'empty-200' },
  { kind: 'truncated-200' },
  { kind: 'html-200' },
  { kind: 'slow', delayMs: 700 },
  { kind: 'slow-body', delayMs: 700 },
  { kind: 'split-withdrawals' },
];

/** Keeps one fault waiting in the sandbox, each for a request that chance chooses. Returns what ends it. */
export function keepFaulting(sandbox: RunningSandbox, random: () => number): () => void {
  let turn = 0;
  const timer = setInterval(() => {
    if (sandbox.faultsWaiting() > 0) return;
    const fault = FAULTS[turn % FAULTS.length];
    turn += 1;
    if (fault === undefined) return;
    sandbox.queueFault({ on: '*', fault, after: Math.floor(random() * 2 * ONE_IN) });
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    sandbox.clearFaults();
  };
}
