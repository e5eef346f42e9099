import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** The variables of functions that know whose months are frozen, when, and how many snapshots a month should have. */
export function statementEnvironment({
  books,
  snapshotEveryMinutes,
}: StageConfiguration): Record<string, string> {
  return {
    [VARIABLES.reportingTimeZone]: books.reportingTimeZone,
    [VARIABLES.statementGraceHours]: String(books.statementGraceHours),
    [VARIABLES.snapshotEverySeconds]: `${snapshotEveryMinutes * 60}`,
  };
}
