import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** What functions need to know about whose months are frozen, and when. */
export function statementEnvironment({ books }: StageConfiguration): Record<string, string> {
  return {
    [VARIABLES.reportingTimeZone]: books.reportingTimeZone,
    [VARIABLES.statementGraceHours]: String(books.statementGraceHours),
  };
}
