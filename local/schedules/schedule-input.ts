import { randomUUID } from 'node:crypto';
import type { ScheduleModel } from '../assembly/model.ts';

/** EventBridge Scheduler's placeholders within a schedule's input, filled for one occurrence. */
export function scheduleInput({ name, input }: ScheduleModel, scheduledAtMs: number): string {
  // The scheduler writes seconds, not milliseconds.
  const scheduledTime = new Date(scheduledAtMs).toISOString().replace(/\.\d+Z$/, 'Z');
  const values: Readonly<Record<string, string>> = {
    'scheduled-time': scheduledTime,
    'schedule-arn': `arn:aws:scheduler:local:000000000000:schedule/default/${name}`,
    'execution-id': randomUUID(),
    'attempt-number': '1',
  };
  return input.replaceAll(
    /<aws\.scheduler\.([a-z-]+)>/g,
    (whole, attribute: string) => values[attribute] ?? whole,
  );
}
