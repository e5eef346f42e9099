import { Button, Select } from '@mantine/core';
import { HistoryIcon } from '@primer/octicons-react';
import parts from '../display/parts.module.css';
import { BACKTEST_RANGES, type BacktestRange, isBacktestRange } from './backtest-ranges.ts';

const CHOICES = Object.entries(BACKTEST_RANGES).map(([value, { text }]) => ({
  value,
  label: text,
}));

interface BacktestAsideProps {
  readonly range: BacktestRange;
  readonly setRange: (range: BacktestRange) => void;
  /** Whether the draft is whole. */
  readonly isReady: boolean;
  readonly isRunning: boolean;
  readonly run: () => void;
}

/** Over which past a draft is tried, and the trying. */
export function BacktestAside({ range, setRange, isReady, isRunning, run }: BacktestAsideProps) {
  return (
    <div className={parts.buttons}>
      <Select
        size="xs"
        aria-label="Range of the backtest"
        data={CHOICES}
        value={range}
        allowDeselect={false}
        onChange={(chosen) => {
          if (isBacktestRange(chosen)) setRange(chosen);
        }}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<HistoryIcon size={14} />}
        disabled={!isReady}
        loading={isRunning}
        onClick={run}
      >
        Run the backtest
      </Button>
    </div>
  );
}
