import { ProblemError, problem } from '../../api/problems/problem.ts';
import { FormatLimitError } from '../formats/report.ts';
import { NotAStatementError } from './render-export.ts';

/** The problem of a content that a format cannot carry; null for any other error. */
export function refusalOf(error: unknown): ProblemError | null {
  if (error instanceof NotAStatementError) return unavailable('only a statement has camt053');
  if (!(error instanceof FormatLimitError)) return null;
  if (error.code === 'part-unknown') return unavailable(`part: ${error.message}`);
  return new ProblemError(problem(error.code, { detail: error.message }));
}

function unavailable(detail: string): ProblemError {
  return new ProblemError(problem('format-unavailable', { detail }));
}
