import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../api/use-read.ts';
import classes from './display.module.css';
import { Problem } from './problem.tsx';
import { When } from './when.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Answer<Data>>;
  /** Lines of the skeleton while nothing has arrived. @default 4 */
  readonly lines?: number;
  readonly children: (data: Data, answer: Answer<Data>) => ReactNode;
}

/**
 * What was read; a skeleton before it arrives, and the problem where it does not. A later failure leaves what is there
 * and says how old it is: it never becomes zero, and never looks fresh.
 */
export function Loaded<Data>({ query, lines = 4, children }: LoadedProps<Data>) {
  const { data, error, dataUpdatedAt, refetch } = query;
  if (data === undefined) {
    if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
    return <Lines count={lines} />;
  }
  return (
    <>
      {error !== null && (
        <div className={classes.stale} data-stale>
          <Problem error={error} onRetry={() => void refetch()} />
          <p>
            What follows was read <When at={new Date(dataUpdatedAt).toISOString()} />.
          </p>
        </div>
      )}
      {children(data.data, data)}
    </>
  );
}

/** Grey lines in the place of what is on its way. */
export function Lines({ count }: { readonly count: number }) {
  const lines = Array.from({ length: count }, (_, index) => index);
  return (
    <div role="status" aria-busy="true" aria-label="Loading" className={classes.lines}>
      {lines.map((line) => (
        <Skeleton key={line} height={18} radius="sm" />
      ))}
    </div>
  );
}
