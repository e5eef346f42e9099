import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import type { ReadResult } from '../../api/use-read.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { Amount } from '../../display/amount.tsx';
import { Change } from '../../display/change.tsx';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import classes from './overview.module.css';
import { isRangeName, RANGES, type RangeName } from './ranges.ts';
import { changeOf, totalPoints } from './value-points.ts';

const CHOICES = Object.entries(RANGES).map(([value, { text }]) => ({ value, label: text }));

interface ValuePanelProps {
  readonly overview: Overview;
  readonly totals: ReadResult<'/v1/reports/totals'>;
  readonly range: RangeName;
  readonly setRange: (range: RangeName) => void;
}

/** What everything is worth, now and over the chosen range. */
export function ValuePanel({ overview, totals, range, setRange }: ValuePanelProps) {
  const { value, reportingCurrency } = overview;
  const currency = reportingCurrency ?? '';
  const report = totals.data?.data;
  const points = useMemo(() => (report === undefined ? [] : totalPoints(report)), [report]);
  const series = useMemo(() => [{ label: 'Total value', points }], [points]);
  const change = changeOf(points);
  return (
    <Panel
      title="Total value"
      aside={
        <SegmentedControl
          size="xs"
          aria-label="Range"
          data={CHOICES}
          value={range}
          onChange={(chosen) => {
            if (isRangeName(chosen)) setRange(chosen);
          }}
        />
      }
    >
      <div className={classes.value}>
        <span className={classes.total}>
          <Amount amount={value.total ?? value.partialTotal} currency={currency} isRounded />
        </span>
        {change !== null && (
          <span>
            <Change {...change} currency={currency} />{' '}
            <span className={classes.quiet}>
              {range === 'all' ? 'over all recorded time' : `over the ${range}`}
            </span>
          </span>
        )}
      </div>
      {value.total === null && value.partialTotal !== undefined && (
        <p className={classes.warning}>Not everything has a price: this is the part that has.</p>
      )}
      <Loaded query={totals} lines={8}>
        {() =>
          points.length === 0 ? (
            <Empty title="Nothing was recorded in this range">Choose a longer one.</Empty>
          ) : (
            <SeriesChart label="Total value" series={series} currency={currency} isRounded />
          )
        }
      </Loaded>
    </Panel>
  );
}
