import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** The variables of functions that know whose months are frozen, and when. */
export function statementEnvironment({ books }: StageConfiguration): Record<string, string> {
  return {
    [VARIABLES.reportingTimeZone]: books.reportingTimeZone,
    [VARIABLES.statementGraceHours]: String(books.statementGraceHours),
  };
}
