import { useMemo } from 'react';
import type { ReadResult } from '../../api/use-read.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { Amount } from '../../display/amount.tsx';
import { Change } from '../../display/change.tsx';
import { Empty } from '../../display/empty.tsx';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { RangeChoice } from '../../reports/range-choice.tsx';
import type { RangeName } from '../../reports/ranges.ts';
import { type Balances, changeOf, type Totals, totalSeries } from '../../reports/value-points.ts';
import { withoutTexts } from '../../reports/without-text.ts';
import classes from './overview.module.css';

interface ValuePanelProps {
  readonly overview: Overview;
  readonly totals: ReadResult<'/v1/reports/totals'>;
  /** Of each currency over the same range; null until it is known. */
  readonly balances: readonly (Balances | null)[];
  readonly range: RangeName;
  readonly setRange: (range: RangeName) => void;
  /** What one point of the chart stands for. */
  readonly interval: 'hour' | 'day' | 'month';
}

/** What everything is worth, now and over the chosen range. */
export function ValuePanel(props: ValuePanelProps) {
  const { overview, totals, balances, range, setRange, interval } = props;
  const { value, currencies } = overview;
  const unpriced = currencies.filter((each) => each.value === null).map((each) => each.currency);
  const currency = overview.reportingCurrency ?? '';
  return (
    <Panel title="Total value" aside={<RangeChoice range={range} setRange={setRange} />}>
      <span className={classes.total}>
        <Amount amount={value.total ?? value.partialTotal} currency={currency} isRounded />
      </span>
      {withoutTexts(unpriced, overview.notStated).map((text) => (
        <p key={text} className={classes.warning}>
          {text}
        </p>
      ))}
      <Loaded query={totals} lines={8}>
        {(report) => <ValueOverTime {...{ report, balances, currency, range, interval }} />}
      </Loaded>
    </Panel>
  );
}

interface ValueOverTimeProps {
  readonly report: Totals;
  readonly balances: readonly (Balances | null)[];
  readonly currency: string;
  readonly range: RangeName;
  readonly interval: ValuePanelProps['interval'];
}

function ValueOverTime({ report, balances, currency, range, interval }: ValueOverTimeProps) {
  const value = useMemo(() => totalSeries(report, balances), [report, balances]);
  const series = useMemo(() => [{ label: 'Total value', points: value?.points ?? [] }], [value]);
  if (value === null) return <Lines count={8} />;
  const { points, without } = value;
  const change = changeOf(points);
  if (points.length === 0) {
    return <Empty title="Nothing was recorded in this range">Choose a longer one.</Empty>;
  }
  return (
    <>
      <p>
        {change !== null && (
          <>
            <Change {...change} currency={currency} />{' '}
            <span className={classes.quiet}>
              {range === 'all' ? 'over all recorded time' : `over the ${range}`}, a point for each{' '}
              {interval}.
            </span>
          </>
        )}
        {without.length > 0 && (
          <span className={classes.warning}>
            {' '}
            Over this time without {without.join(', ')}: not stated, or without a price.
          </span>
        )}
      </p>
      <SeriesChart label="Total value" series={series} currency={currency} isRounded />
    </>
  );
}
