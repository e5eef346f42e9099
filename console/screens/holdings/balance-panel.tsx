import { useMemo } from 'react';
import { pageOf } from '../../api/report-page.ts';
import { type ReadResult, useRead } from '../../api/use-read.ts';
import type { ChartMark, SeriesPoint } from '../../charts/series.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { Amount } from '../../display/amount.tsx';
import { formatPercent } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Problem } from '../../display/problem.tsx';
import { useNow } from '../../display/use-now.ts';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { NotStatedSentence } from '../../reports/not-stated.tsx';
import { RangeChoice } from '../../reports/range-choice.tsx';
import { reportQuery } from '../../reports/ranges.ts';
import { SERIES_MS } from '../../reports/use-balances.ts';
import { useRange } from '../../reports/use-range.ts';
import type { Balances } from '../../reports/value-points.ts';
import classes from './currency.module.css';
import { MovementTable } from './movement-table.tsx';
import { countsOf, KINDS, type Movement, marksOf } from './movements.ts';
import { useMovements } from './use-movements.ts';

interface BalancePanelProps {
  readonly currency: string;
  readonly overview: ReadResult<'/v1/overview'>;
}

const NO_MARKS: readonly ChartMark[] = [];

/** What is held, over time, with what moved it as marks; and the same as a table below. */
export function BalancePanel({ currency, overview }: BalancePanelProps) {
  const { range, setRange } = useRange();
  const query = reportQuery(range, useNow());
  const report = useRead(
    '/v1/reports/balances',
    { query: { ...query, currency } },
    { everyMs: SERIES_MS, keepsPrevious: true },
  );
  const movements = useMovements(currency, query.from);
  const known = movements.data?.data.movements;
  return (
    <>
      <Panel title="Balance" aside={<RangeChoice range={range} setRange={setRange} />}>
        {overview.data !== undefined && <Held currency={currency} overview={overview.data.data} />}
        <Loaded query={report} lines={9}>
          {(data) => <BalanceChart currency={currency} report={data} movements={known} />}
        </Loaded>
        {known !== undefined && <Legend movements={known} />}
        {known === undefined && movements.error !== null && (
          <Problem error={movements.error} onRetry={() => void movements.refetch()} />
        )}
      </Panel>
      <Panel title="What moved it" isFlush>
        <Loaded query={movements} lines={5}>
          {(data) => <MovementTable currency={currency} from={query.from} {...data} />}
        </Loaded>
      </Panel>
    </>
  );
}

/** The balance of the last snapshot; a currency that its answer left out is not known, and one that it never had is not held. */
function Held({ currency, overview }: { readonly currency: string; readonly overview: Overview }) {
  const held = overview.currencies.find((each) => each.currency === currency);
  const reporting = overview.reportingCurrency ?? '';
  const absent = overview.notStated?.[currency];
  if (absent !== undefined) {
    const value = overview.apart?.[currency]?.value;
    return (
      <p>
        <NotStatedSentence {...{ currency, absent, value, reporting }} />
      </p>
    );
  }
  if (held === undefined) {
    return <p className={classes.quiet}>The last snapshot holds none of it.</p>;
  }
  return (
    <p className={classes.held}>
      <span className={classes.balance}>
        <Amount amount={held.balance} currency={currency} />
      </span>
      <span className={classes.quiet}>
        {held.value === null ? (
          'without a price'
        ) : (
          <>
            worth <Amount amount={held.value} currency={reporting} isRounded />
          </>
        )}
        {held.share !== null && <>, {formatPercent(held.share)} of everything</>}
      </span>
    </p>
  );
}

interface BalanceChartProps {
  readonly currency: string;
  readonly report: Balances;
  /** Undefined until they are known: the chart does not wait for its marks. */
  readonly movements: readonly Movement[] | undefined;
}

function BalanceChart({ currency, report, movements }: BalanceChartProps) {
  const series = useMemo(
    () => [{ label: `${currency} held`, points: pointsOf(report) }],
    [report, currency],
  );
  const marks = useMemo(
    () => (movements === undefined ? NO_MARKS : marksOf(movements)),
    [movements],
  );
  if (series[0]?.points.length === 0) {
    return <Empty title="Nothing was recorded in this range">Choose a longer one.</Empty>;
  }
  return (
    <SeriesChart
      label={`Balance of ${currency}`}
      series={series}
      currency={currency}
      marks={marks}
      height={260}
    />
  );
}

function pointsOf(report: Balances): readonly SeriesPoint[] {
  return pageOf(report).items.map((item) =>
    'close' in item
      ? { at: item.lastAt, amount: item.close }
      : { at: item.at, amount: item.balance },
  );
}

/** The letters of the marks, and how many there are of each. */
function Legend({ movements }: { readonly movements: readonly Movement[] }) {
  const counts = countsOf(movements);
  if (counts.length === 0) return null;
  return (
    <ul className={classes.legend} aria-label="Marks of the chart">
      {counts.map(({ kind, count }) => {
        const { letter, tone, text, several } = KINDS[kind];
        return (
          <li key={kind}>
            <span className={classes.letter} data-tone={tone} aria-hidden="true">
              {letter}
            </span>
            {count} {count === 1 ? text.toLowerCase() : several.toLowerCase()}
          </li>
        );
      })}
    </ul>
  );
}
