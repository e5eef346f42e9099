import { instantOf } from '../../treasury/time/instant.ts';
import type { ScheduleModel } from '../assembly/model.ts';
import { tickOf } from '../schedules/occurrences.ts';
import { scheduleInput } from '../schedules/schedule-input.ts';
import { takesSnapshots, writesAnalytics } from '../schedules/schedule-roles.ts';
import type { Stack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import { readRound } from './read-round.ts';
import type { RoundReport } from './round-report.ts';

/** How long one round may take: a send may take two minutes before its outcome is unknown. */
const ROUND_TIMEOUT_MS = 180_000;

/**
 * One round of the stack, now: the snapshot of the present tick, the sweeps, their sends, then at once the watchdog and
 * whatever else is scheduled, except the analyst's files. The same tick again is the same snapshot, and nothing is
 * decided or sent twice.
 */
export async function runRound(stack: Stack, everyMs: number): Promise<RoundReport> {
  const tickMs = tickOf(everyMs, Date.now());
  const { model, runtime } = stack;
  const schedules = model.schedules.filter((schedule) => !writesAnalytics(model, schedule));
  const first = schedules.filter((schedule) => takesSnapshots(model, schedule));
  if (first.length === 0) throw new LocalStackError('no schedule of the assembly takes snapshots');
  for (const together of [first, schedules.filter((each) => !first.includes(each))]) {
    await Promise.all(together.map((schedule) => runSchedule(stack, schedule, tickMs)));
    await runtime.settle(ROUND_TIMEOUT_MS);
  }
  return await readRound(stack.tables, instantOf(tickMs));
}

async function runSchedule(
  { runtime }: Stack,
  schedule: ScheduleModel,
  tickMs: number,
): Promise<void> {
  const input = scheduleInput(schedule, tickMs);
  const result = await runtime.functions.invoke(schedule.functionName, input);
  if (!result.ok) throw new LocalStackError(`the round failed: ${result.error.errorMessage}`);
}
