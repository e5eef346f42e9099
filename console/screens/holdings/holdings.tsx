import { useRead } from '../../api/use-read.ts';
import { AsOf } from '../../display/as-of.tsx';
import { Empty } from '../../display/empty.tsx';
import { Lines, Loaded } from '../../display/loaded.tsx';
import { useTimeZone } from '../../display/time-zone.tsx';
import { formatDay } from '../../display/times.ts';
import { Page } from '../../layout/page.tsx';
import { type Overview, useOverview } from '../../layout/shell-state.tsx';
import { CurrencyChoice } from '../../reports/currency-choice.tsx';
import { DayChoice } from '../../reports/day-choice.tsx';
import type { DayName } from '../../reports/days.ts';
import { endOfDay } from '../../reports/days.ts';
import { useDay } from '../../reports/use-day.ts';
import { queryIn, useValuedIn } from '../../reports/use-valued-in.ts';
import { HoldingsNow } from './holdings-now.tsx';
import { HoldingsThen } from './holdings-then.tsx';

const OFFERED: readonly DayName[] = ['now', 'yesterday', 'week', 'month', 'year'];

/** Every currency with what it is worth: now, or at the end of any day. */
export function Component() {
  const overview = useOverview();
  const chosen = useDay('on');
  const valuedIn = useValuedIn();
  const { day } = chosen;
  const health = overview.data?.data.health;
  return (
    <Page
      title="Holdings"
      subtitle={
        day !== null ? (
          `As of the end of ${formatDay(day)}`
        ) : health?.lastSnapshot == null ? undefined : (
          <AsOf at={health.lastSnapshot.takenAt} everySeconds={health.everySeconds} />
        )
      }
      actions={
        <>
          <CurrencyChoice {...valuedIn} />
          <DayChoice label="As of" offered={OFFERED} {...chosen} />
        </>
      }
    >
      <Loaded query={overview} lines={10}>
        {(data) =>
          data.health.state === 'none' ? (
            <Empty title="There is no snapshot yet">
              The first one is taken within minutes of the start. What is held shows up here.
            </Empty>
          ) : (
            <Content overview={data} day={day} into={valuedIn.into} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface ContentProps {
  readonly overview: Overview;
  readonly day: string | null;
  readonly into: string | null;
}

function Content({ overview, day, into }: ContentProps) {
  const { reporting } = useTimeZone();
  const latest = useRead('/v1/snapshots/latest', { query: queryIn(into) });
  const then = useRead(
    '/v1/snapshots',
    { query: { at: day === null ? '' : endOfDay(day, reporting), ...queryIn(into) } },
    { isPolled: false, isEnabled: day !== null },
  );
  if (day === null) {
    return (
      <Loaded query={latest} lines={10}>
        {(snapshot) => <HoldingsNow overview={overview} snapshot={snapshot} into={into} />}
      </Loaded>
    );
  }
  return (
    <Loaded query={then} lines={10}>
      {(report) => {
        const now = latest.data?.data;
        // What is compared with now waits for now; a now that cannot be read is said below.
        if (now === undefined && latest.error === null) return <Lines count={10} />;
        return <HoldingsThen day={day} report={report} now={now ?? null} />;
      }}
    </Loaded>
  );
}
