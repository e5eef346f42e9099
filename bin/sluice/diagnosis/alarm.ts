import { alarmKinds } from '../../../lib/observability/alarms.ts';
import { readStage } from '../../../lib/stages/read-stage.ts';
import type { AlarmNamed } from './bundle.ts';

/**
 * An alarm as the stacks declare it, by its short name or as CloudWatch calls it (sluice-STAGE-NAME-ABOUT). The names
 * and texts are the same in every stage.
 */
export const alarmNamed: AlarmNamed = async (given) => {
  const short = given.replace(/^sluice-(dev|staging|prod)-/, '');
  const isWhole = short !== given;
  const alarm = alarmKinds(readStage('dev')).find(
    ({ name }) => name === short || (isWhole && short.startsWith(`${name}-`)),
  );
  if (alarm === undefined) return null;
  const { name, description, next } = alarm;
  return { name, description, next };
};
