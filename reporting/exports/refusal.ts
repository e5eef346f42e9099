import { ProblemError } from '../../api/problems/problem.ts';
import { FormatLimitError } from '../formats/report.ts';
import { NotAStatementError } from './render-whole.ts';

/** What a format cannot carry, as a problem; null of anything else. */
export function refusalOf(error: unknown): ProblemError | null {
  if (error instanceof NotAStatementError) return unavailable('only a statement has camt053');
  if (!(error instanceof FormatLimitError)) return null;
  if (error.code === 'part-unknown') return unavailable(`part: ${error.message}`);
  const title = 'The format cannot carry this report';
  return new ProblemError({ status: 422, code: error.code, title, detail: error.message });
}

export function unavailable(detail: string): ProblemError {
  const title = 'There is no such file of this report';
  return new ProblemError({ status: 400, code: 'format-unavailable', title, detail });
}
