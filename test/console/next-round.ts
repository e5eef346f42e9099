import { setTimeout as sleep } from 'node:timers/promises';
import { untilTickAfter } from '../../bin/sluice/drill/next-tick.ts';
import { runRound } from '../../local/report/run-round.ts';
import { tickOf } from '../../local/schedules/occurrences.ts';
import type { Stack } from '../../local/stack.ts';

/** Milliseconds between the ticks of rounds that a test asks for: the stack's own are five minutes apart. */
const TICK_MS = 1_000;

/**
 * A round of a tick that no round before it had. The same tick again is the same snapshot, so one that begins in the
 * second of the last would see nothing of what happened between them.
 */
export async function runNextRound(stack: Stack): Promise<void> {
  await untilTickAfter(tickOf(TICK_MS, Date.now()), TICK_MS, { now: Date.now, sleep });
  await runRound(stack, TICK_MS);
}
