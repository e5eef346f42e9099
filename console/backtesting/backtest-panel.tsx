import { Progress } from '@mantine/core';
import { useState } from 'react';
import parts from '../display/parts.module.css';
import { Problem } from '../display/problem.tsx';
import { useNow } from '../display/use-now.ts';
import { When } from '../display/when.tsx';
import { Panel } from '../layout/page.tsx';
import { BacktestAside } from './backtest-aside.tsx';
import { type BacktestRange, progressOf, rangeOf } from './backtest-ranges.ts';
import { BacktestReport } from './backtest-report.tsx';
import type { BacktestDraft } from './types.ts';
import { useBacktest } from './use-backtest.ts';

/** The draft over the recorded past, beside the rules as they stand; null: it is not whole yet. */
export function BacktestPanel({ draft }: { readonly draft: BacktestDraft | null }) {
  const now = useNow();
  const { state, run } = useBacktest();
  const [name, setName] = useState<BacktestRange>('month');
  const [tried, setTried] = useState<{ readonly draft: string; readonly from: string } | null>(
    null,
  );
  const start = () => {
    if (draft === null) return;
    const range = rangeOf(name, now);
    setTried({ draft: JSON.stringify(draft), from: range.from });
    run(draft, range);
  };
  const isOld = tried !== null && tried.draft !== JSON.stringify(draft);
  return (
    <Panel
      title="Backtest"
      aside={
        <BacktestAside
          range={name}
          setRange={setName}
          isReady={draft !== null}
          isRunning={state.state === 'running'}
          run={start}
        />
      }
    >
      {state.state === 'none' && (
        <p className={parts.quiet}>
          {draft === null
            ? 'Fill in what is needed; then the draft can be tried on the recorded balances.'
            : 'Tries the draft on the recorded balances, beside the rules as they stand. Nothing is changed by it.'}
        </p>
      )}
      {state.state === 'running' && tried !== null && (
        <div role="status">
          <Progress
            aria-label="Backtest"
            value={progressOf(tried.from, state.until, now)}
            animated
            size="sm"
          />
          <p className={parts.quiet}>
            {state.until === null ? (
              'Reading the recorded balances …'
            ) : (
              <>
                Until <When at={state.until} as="minute" /> …
              </>
            )}
          </p>
        </div>
      )}
      {state.state === 'failed' && <Problem error={state.error} onRetry={start} />}
      {state.state === 'done' && (
        <>
          {isOld && (
            <p className={parts.warning}>
              The draft has changed since: this is what it would have done before. Run it again.
            </p>
          )}
          <BacktestReport report={state.report} balances={state.balances} />
        </>
      )}
    </Panel>
  );
}
