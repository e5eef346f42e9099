import { alarmKinds } from '../../../lib/observability/alarms.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import type { AlarmNamed } from './bundle.ts';

/** An alarm by its name, as the stacks declare it: the names and texts are the same in every stage. */
export const alarmNamed: AlarmNamed = async (name) => {
  const alarm = alarmKinds(readStage('dev')).find((each) => each.name === name);
  if (alarm === undefined) return null;
  const { description, next } = alarm;
  return { description, next, runbook: `docs/operations.md#${name}` };
};
