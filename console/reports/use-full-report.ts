import type { InputOf } from '@sluice/client';
import { useState } from 'react';
import { type ReadOptions, type ReadResult, useRead } from '../api/use-read.ts';

type FullReportPath = '/v1/reports/access' | '/v1/reports/roll-forward' | '/v1/reports/sums';

/**
 * A report that has no pages. One that is too much for an answer is being written as a file, which each further request would
 * do again: it is not asked for any more.
 */
export function useFullReport<P extends FullReportPath>(
  path: P,
  input: Omit<InputOf<P, 'get'>, 'signal'>,
  options: Pick<ReadOptions, 'everyMs' | 'keepsPrevious'>,
): ReadResult<P> {
  const [isPolled, setPolled] = useState(true);
  const report = useRead(path, input, { ...options, isPolled });
  const isWritten = report.data !== undefined && !('parts' in report.data.data);
  if (isWritten === isPolled) setPolled(!isWritten);
  return report;
}
