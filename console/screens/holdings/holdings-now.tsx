import { Amount } from '../../display/amount.tsx';
import { Change } from '../../display/change.tsx';
import { Status } from '../../display/status.tsx';
import { isStale } from '../../display/times.ts';
import { useNow } from '../../display/use-now.ts';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { NotStated } from '../../reports/not-stated.tsx';
import { RangeChoice } from '../../reports/range-choice.tsx';
import { RANGES, summaryQuery } from '../../reports/ranges.ts';
import { useBalances } from '../../reports/use-balances.ts';
import { useRange } from '../../reports/use-range.ts';
import { ValueOverRange } from '../../reports/value-over-range.tsx';
import { withoutTexts } from '../../reports/without-text.ts';
import type { Column } from '../../tables/data-table.tsx';
import classes from './holdings.module.css';
import { HoldingsTable, WIDE } from './holdings-table.tsx';
import { type Holding, holdingsOf, type Snapshot, totalOf } from './rows.ts';

interface HoldingsNowProps {
  readonly overview: Overview;
  readonly snapshot: Snapshot;
  /** The currency that values are in; null: the reporting currency. */
  readonly into: string | null;
}

/** What is held by the last snapshot, and how its value moved over the range. */
export function HoldingsNow({ overview, snapshot, into }: HoldingsNowProps) {
  const { range, setRange } = useRange();
  const rows = holdingsOf(snapshot);
  const names = rows.map(({ currency }) => currency);
  const balances = useBalances(names, summaryQuery(range, useNow(), into));
  const reporting = snapshot.valuation.reportingCurrency;
  const columns: readonly Column<Holding>[] = [
    {
      accessor: 'change',
      visibleMediaQuery: WIDE,
      title: `Change of value, ${RANGES[range].text.toLowerCase()}`,
      render: ({ currency }) => (
        <ValueOverRange report={balances[names.indexOf(currency)] ?? null} reporting={reporting} />
      ),
    },
    {
      accessor: 'asOf',
      visibleMediaQuery: WIDE,
      title: 'As of',
      render: () => <When at={snapshot.takenAt} />,
    },
  ];
  return (
    <>
      <TotalNow overview={overview} snapshot={snapshot} />
      <NotStated
        notStated={snapshot.notStated}
        apart={snapshot.valuation.apart}
        reporting={reporting}
      />
      <Panel title="Currencies" isFlush aside={<RangeChoice range={range} setRange={setRange} />}>
        <HoldingsTable
          rows={rows}
          reporting={reporting}
          overview={overview}
          further={columns}
          label="Currencies"
        />
      </Panel>
    </>
  );
}

function TotalNow({ overview, snapshot }: Omit<HoldingsNowProps, 'into'>) {
  const now = useNow();
  const { amount, without } = totalOf(snapshot);
  const { everySeconds, state, lastMiss } = overview.health;
  const reporting = snapshot.valuation.reportingCurrency;
  const isOld = isStale(snapshot.takenAt, everySeconds, now);
  return (
    <Panel
      title="Total value"
      aside={
        <>
          {isOld && <Status state="late" text="stale" />} <When at={snapshot.takenAt} as="minute" />
        </>
      }
    >
      <p className={classes.total}>
        <Amount amount={amount} currency={reporting} isRounded />
      </p>
      <p className={classes.changes}>
        {(['day', 'week'] as const).map((name) => {
          const change = overview.change[name];
          if (change === null || change.amount === null) return null;
          return (
            <span key={name}>
              <Change amount={change.amount} percent={change.percent} currency={reporting} />{' '}
              <span className={classes.quiet}>in a {name}</span>
            </span>
          );
        })}
      </p>
      {withoutTexts(without, snapshot.notStated).map((text) => (
        <p key={text} className={classes.warning}>
          {text}
        </p>
      ))}
      {state === 'missed' && lastMiss !== null && (
        <p className={classes.warning}>
          The last reading failed: {lastMiss.reason} These are the balances before it.
        </p>
      )}
    </Panel>
  );
}
