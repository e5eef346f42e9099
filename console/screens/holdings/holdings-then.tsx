import { pageOf } from '../../api/report-page.ts';
import type { ReadResult } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Change } from '../../display/change.tsx';
import { Empty } from '../../display/empty.tsx';
import { useTimeZone } from '../../display/time-zone.tsx';
import { formatDay } from '../../display/times.ts';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { endOfDay } from '../../reports/days.ts';
import { NotStated } from '../../reports/not-stated.tsx';
import { withoutTexts } from '../../reports/without-text.ts';
import type { Column } from '../../tables/data-table.tsx';
import classes from './holdings.module.css';
import { HoldingsTable, WIDE } from './holdings-table.tsx';
import {
  changeBetween,
  changeOfTotals,
  type Holding,
  holdingsOf,
  type Snapshot,
  totalOf,
} from './rows.ts';

type Snapshots = NonNullable<ReadResult<'/v1/snapshots'>['data']>['data'];

interface HoldingsThenProps {
  readonly day: string;
  readonly report: Snapshots;
  /** The last snapshot, to compare with; null where it cannot be read. */
  readonly now: Snapshot | null;
}

/** Milliseconds: a snapshot of then that is older tells of another day. */
const A_DAY = 86_400_000;

/** What was held at the end of a day, by the last snapshot of then, beside what is held now. */
export function HoldingsThen({ day, report, now }: HoldingsThenProps) {
  const { reporting: zone } = useTimeZone();
  const snapshot = pageOf(report).items.find((each): each is Snapshot => each.kind === 'taken');
  if (snapshot === undefined) {
    return (
      <Empty title={`No snapshot had been taken by the end of ${formatDay(day)}`}>
        Choose a later day: the chart of each currency shows how far back its history goes.
      </Empty>
    );
  }
  const isOlder = Date.parse(endOfDay(day, zone)) - Date.parse(snapshot.takenAt) > A_DAY;
  return (
    <>
      <TotalThen snapshot={snapshot} day={day} now={now} isOlder={isOlder} />
      <NotStated
        notStated={snapshot.notStated}
        apart={snapshot.valuation.apart}
        reporting={snapshot.valuation.reportingCurrency}
      />
      <Panel
        title={`Currencies at the end of ${formatDay(day)}`}
        isFlush
        aside={<When at={snapshot.takenAt} as="minute" />}
      >
        <HoldingsTable
          label={`Currencies at the end of ${formatDay(day)}`}
          rows={holdingsOf(snapshot)}
          reporting={snapshot.valuation.reportingCurrency}
          further={now === null ? [] : comparedWith(now, snapshot)}
        />
      </Panel>
    </>
  );
}

interface TotalThenProps {
  readonly snapshot: Snapshot;
  readonly day: string;
  readonly now: Snapshot | null;
  readonly isOlder: boolean;
}

function TotalThen({ snapshot, day, now, isOlder }: TotalThenProps) {
  const { amount, without } = totalOf(snapshot);
  const reporting = snapshot.valuation.reportingCurrency;
  const change = now === null ? null : changeOfTotals(snapshot, now);
  return (
    <Panel
      title={`Total value at the end of ${formatDay(day)}`}
      aside={<When at={snapshot.takenAt} as="minute" />}
    >
      <p className={classes.total}>
        <Amount amount={amount} currency={reporting} isRounded />
      </p>
      {now !== null && (
        <p className={classes.changes}>
          <span>
            <Amount amount={totalOf(now).amount} currency={reporting} isRounded />{' '}
            <span className={classes.quiet}>now</span>
          </span>
          {change !== null && <Change {...change} currency={reporting} />}
        </p>
      )}
      {now === null && (
        <p className={classes.warning}>What it is worth now cannot be read at the moment.</p>
      )}
      {withoutTexts(without, snapshot.notStated).map((text) => (
        <p key={text} className={classes.warning}>
          {text}
        </p>
      ))}
      {isOlder && (
        <p className={classes.warning}>
          The last snapshot before then is of <When at={snapshot.takenAt} as="minute" />. Later ones
          were missed, or have expired: the charts of the currencies keep the days of all of them.
        </p>
      )}
    </Panel>
  );
}

function comparedWith(now: Snapshot, then: Snapshot): readonly Column<Holding>[] {
  const reporting = now.valuation.reportingCurrency;
  const valueNow = ({ currency }: Holding) => now.valuation.values[currency]?.value;
  return [
    {
      accessor: 'valueNow',
      visibleMediaQuery: WIDE,
      title: `Value now in ${reporting}`,
      textAlign: 'right',
      render: (holding) => (
        <Amount amount={valueNow(holding)} currency={reporting} withCurrency={false} isRounded />
      ),
    },
    {
      accessor: 'change',
      visibleMediaQuery: WIDE,
      title: 'Change of value since',
      render: (holding) => {
        const change = changeBetween(holding.value, valueNow(holding), then.takenAt);
        if (change === null) return <span className={classes.quiet}>–</span>;
        return <Change {...change} currency={reporting} />;
      },
    },
  ];
}
