import { useSearchParams } from 'react-router';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { useTimeZone } from '../../display/time-zone.tsx';
import { useNow } from '../../display/use-now.ts';
import { Page } from '../../layout/page.tsx';
import { dayOf, formatMonth } from '../../reports/days.ts';
import { monthsOf, useMonths } from '../../reports/use-months.ts';
import { MonthList } from './month-list.tsx';
import { StatementView } from './statement-view.tsx';
import classes from './statements.module.css';

const MONTH = 'month';

/** The books, month by month: what each opened and closed with, what moved in between, and whether it is final. */
export function Component() {
  const [search] = useSearchParams();
  const { reporting } = useTimeZone();
  const current = dayOf(useNow(), reporting).slice(0, 'YYYY-MM'.length);
  const months = useMonths();
  const known = months.data === undefined ? [] : monthsOf(months.data.data);
  // The last month that is over is what a statement is mostly asked for.
  const month = search.get(MONTH) ?? known.find((each) => each < current) ?? known[0];
  return (
    <Page title={month === undefined ? 'Statements' : `Statement of ${formatMonth(month)}`}>
      <Loaded query={months} lines={8}>
        {() =>
          month === undefined ? (
            <Empty title="There is no month yet">
              The first statement begins with the first snapshot.
            </Empty>
          ) : (
            <div className={classes.grid}>
              <MonthList months={known} chosen={month} current={current} />
              <StatementView key={month} month={month} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
