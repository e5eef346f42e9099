import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useRead, useReads } from '../../api/use-read.ts';
import { AsOf } from '../../display/as-of.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { useNow } from '../../display/use-now.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { type Overview, useOverview } from '../../layout/shell-state.tsx';
import { isRangeName, type RangeName, reportQuery } from '../../reports/ranges.ts';
import type { Balances } from '../../reports/value-points.ts';
import { Blocked } from './blocked.tsx';
import { CurrencyTable } from './currency-table.tsx';
import { Health } from './health.tsx';
import { LastRuns } from './last-runs.tsx';
import classes from './overview.module.css';
import { ValuePanel } from './value-panel.tsx';
import { WaitingForMe } from './waiting-for-me.tsx';

const RANGE = 'range';

/** The front page: what all of it is worth, what each currency holds, and what needs a person. */
export function Component() {
  const overview = useOverview();
  const health = overview.data?.data.health;
  return (
    <Page
      title="Overview"
      subtitle={
        health?.lastSnapshot == null ? undefined : (
          <AsOf at={health.lastSnapshot.takenAt} everySeconds={health.everySeconds} />
        )
      }
    >
      <Loaded query={overview} lines={12}>
        {(data) => <Content overview={data} />}
      </Loaded>
    </Page>
  );
}

function Content({ overview }: { readonly overview: Overview }) {
  const { range, setRange } = useRange();
  const query = reportQuery(range, useNow());
  const totals = useRead('/v1/reports/totals', { query }, { keepsPrevious: true });
  const balances = useBalances(overview.currencies, query);
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  return (
    <div className={classes.grid}>
      <div className={classes.wide}>
        <ValuePanel
          overview={overview}
          totals={totals}
          balances={balances}
          range={range}
          setRange={setRange}
        />
        <Panel title="Currencies" isFlush>
          <CurrencyTable
            overview={overview}
            rules={rules.data?.data.items ?? null}
            range={range}
            balances={balances}
          />
        </Panel>
      </div>
      <div>
        <WaitingForMe overview={overview} />
        <Blocked overview={overview} />
        <LastRuns overview={overview} />
        <Health overview={overview} />
      </div>
    </div>
  );
}

/** Milliseconds between two looks at a series: its points come by the hour. */
const SERIES_MS = 60_000;

/** The report of each currency over the range, in the order of the currencies; null until it has arrived. */
function useBalances(
  currencies: Overview['currencies'],
  query: ReturnType<typeof reportQuery>,
): readonly (Balances | null)[] {
  const inputs = currencies.map(({ currency }) => ({ query: { ...query, currency } }));
  const results = useReads('/v1/reports/balances', inputs, {
    everyMs: SERIES_MS,
    keepsPrevious: true,
  });
  const reports = results.map(({ data }) => data?.data ?? null);
  // The same reports are the same array, so that the chart is drawn once for them.
  const kept = useRef(reports);
  const isSame =
    kept.current.length === reports.length &&
    kept.current.every((report, index) => report === reports[index]);
  if (!isSame) kept.current = reports;
  return kept.current;
}

function useRange(): { readonly range: RangeName; readonly setRange: (range: RangeName) => void } {
  const [search, setSearch] = useSearchParams();
  const asked = search.get(RANGE);
  return {
    range: isRangeName(asked) ? asked : 'month',
    setRange: (range) =>
      setSearch(
        (now) => {
          now.set(RANGE, range);
          return now;
        },
        { replace: true },
      ),
  };
}
