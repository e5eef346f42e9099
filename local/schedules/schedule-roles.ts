import { VARIABLES } from '../../runtime/environment/names.ts';
import type { LocalModel, ScheduleModel } from '../assembly/model.ts';

type Assembly = Pick<LocalModel, 'functions'>;

/** The function that values balances is the one that takes them. */
export function takesSnapshots(assembly: Assembly, schedule: ScheduleModel): boolean {
  return knows(assembly, schedule, VARIABLES.reportingCurrency);
}

/** The function that knows the analyst's files is the one that writes them: a copy, which no money waits for. */
export function writesAnalytics(assembly: Assembly, schedule: ScheduleModel): boolean {
  return knows(assembly, schedule, VARIABLES.analyticsBucket);
}

function knows({ functions }: Assembly, { functionName }: ScheduleModel, name: string): boolean {
  const target = functions.find((each) => each.name === functionName);
  return target !== undefined && name in target.environment;
}
