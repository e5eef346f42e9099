import { VARIABLES } from '../../runtime/environment/names.ts';
import { instantOf } from '../../treasury/time/instant.ts';
import type { ScheduleModel } from '../assembly/model.ts';
import { tickOf } from '../schedules/occurrences.ts';
import { scheduleInput } from '../schedules/schedule-input.ts';
import type { Stack } from '../stack.ts';
import { LocalStackError } from '../stack-error.ts';
import { readRound } from './read-round.ts';
import type { RoundReport } from './round-report.ts';

/** How long one round may take: a send may take two minutes before its outcome is unknown. */
const ROUND_TIMEOUT_MS = 180_000;

/**
 * One round of the stack, now: the snapshot of the present tick, the sweeps, their sends, and the
 * watchdog. The same tick again is the same snapshot, and nothing is decided or sent twice.
 */
export async function runRound(stack: Stack, everyMs: number): Promise<RoundReport> {
  const tickMs = tickOf(everyMs, Date.now());
  const { schedules } = stack.model;
  const first = schedules.filter((schedule) => takesSnapshots(stack, schedule));
  if (first.length === 0) throw new LocalStackError('no schedule of the assembly takes snapshots');
  for (const schedule of [...first, ...schedules.filter((each) => !first.includes(each))]) {
    const { functions } = stack.runtime;
    const result = await functions.invoke(schedule.functionName, scheduleInput(schedule, tickMs));
    if (!result.ok) throw new LocalStackError(`the round failed: ${result.error.errorMessage}`);
    await stack.runtime.settle(ROUND_TIMEOUT_MS);
  }
  return await readRound(stack.tables, instantOf(tickMs));
}

/** The function that values balances is the one that takes them. */
function takesSnapshots({ model }: Stack, { functionName }: ScheduleModel): boolean {
  const target = model.functions.find(({ name }) => name === functionName);
  return target !== undefined && VARIABLES.reportingCurrency in target.environment;
}
