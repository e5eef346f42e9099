import { type ReadResult, useRead } from '../../api/use-read.ts';
import { AsOf } from '../../display/as-of.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { useNow } from '../../display/use-now.ts';
import { Page, Panel } from '../../layout/page.tsx';
import { type Overview, useOverview } from '../../layout/shell-state.tsx';
import { CurrencyChoice } from '../../reports/currency-choice.tsx';
import { NotStated } from '../../reports/not-stated.tsx';
import { summaryQuery } from '../../reports/ranges.ts';
import { useBalances } from '../../reports/use-balances.ts';
import { useRange } from '../../reports/use-range.ts';
import { queryIn, useValuedIn } from '../../reports/use-valued-in.ts';
import { Blocked } from './blocked.tsx';
import { CurrencyTable } from './currency-table.tsx';
import { FailingRules } from './failing-rules.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import { Health } from './health.tsx';
import { LastRuns } from './last-runs.tsx';
import { LowBalances } from './low-balances.tsx';
import classes from './overview.module.css';
import { Unreadable } from './unreadable.tsx';
import { ValuePanel } from './value-panel.tsx';
import { WaitingForMe } from './waiting-for-me.tsx';

/** The front page: what all of it is worth, what each currency holds, and what needs a person. */
export function Component() {
  const valuedIn = useValuedIn();
  const { into } = valuedIn;
  const recorded = useOverview();
  const valued = useRead('/v1/overview', { query: queryIn(into) }, { isEnabled: into !== null });
  const overview = into === null ? recorded : valued;
  const { range, setRange } = useRange();
  const query = summaryQuery(range, useNow(), into);
  // Neither rests on the overview: they are asked for beside it, and not after it.
  const totals = useRead('/v1/reports/totals', { query }, { keepsPrevious: true });
  const rules = useRead('/v1/sweep-rules', { query: { limit: 200 } });
  const health = overview.data?.data.health;
  return (
    <Page
      title="Overview"
      subtitle={
        health?.lastSnapshot == null ? undefined : (
          <AsOf at={health.lastSnapshot.takenAt} everySeconds={health.everySeconds} />
        )
      }
      actions={<CurrencyChoice {...valuedIn} />}
    >
      <Loaded query={overview} lines={12}>
        {(data) => <Content overview={data} {...{ range, setRange, query, totals, rules }} />}
      </Loaded>
    </Page>
  );
}

interface ContentProps extends ReturnType<typeof useRange> {
  readonly overview: Overview;
  readonly query: ReturnType<typeof summaryQuery>;
  readonly totals: ReadResult<'/v1/reports/totals'>;
  readonly rules: ReadResult<'/v1/sweep-rules'>;
}

function Content({ overview, range, setRange, query, totals, rules }: ContentProps) {
  const balances = useBalances(
    overview.currencies.map(({ currency }) => currency),
    query,
  );
  return (
    <div className={classes.grid}>
      <div className={classes.wide}>
        <ValuePanel
          overview={overview}
          totals={totals}
          balances={balances}
          range={range}
          setRange={setRange}
          interval={query.interval}
        />
        <NotStated
          notStated={overview.notStated}
          apart={overview.apart}
          reporting={overview.reportingCurrency ?? ''}
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
        <FailingRules overview={overview} />
        <FailingWebhooks overview={overview} />
        <Unreadable overview={overview} />
        <LowBalances overview={overview} />
        <LastRuns overview={overview} />
        <Health overview={overview} />
      </div>
    </div>
  );
}
