import { Button } from '@mantine/core';
import type { components } from '@sluice/client';
import { useState } from 'react';
import { Link } from 'react-router';
import { useReads } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Panel } from '../../layout/page.tsx';
import { formatMonth } from '../../reports/days.ts';
import { useTenant } from '../../session/person.tsx';
import { StatementState } from './statement-state.tsx';
import classes from './statements.module.css';

/** Months that are listed at first, and with each click more: each asks the API for its state. */
const STEP = 12;

/** Milliseconds between two looks at the state of a month, which changes twice in its life. */
const STATE_MS = 300_000;

type Totals = components['schemas']['TotalReportHour']['items'][number];

interface MonthListProps {
  /** Newest first. */
  readonly months: readonly string[];
  readonly totals: readonly (Totals | components['schemas']['TotalPoint'])[];
  readonly chosen: string;
  readonly current: string;
}

/** Every month with its state and what everything was worth at its end. */
export function MonthList({ months, totals, chosen, current }: MonthListProps) {
  const [shown, setShown] = useState(STEP);
  const tenant = useTenant();
  const listed = months.slice(0, shown);
  const statements = useReads(
    '/v1/reports/statement',
    listed.map((month) => ({ query: { month } })),
    { everyMs: STATE_MS },
  );
  return (
    <div className={classes.months}>
      <Panel title="Months">
        <ul className={classes.monthList}>
          {listed.map((month, index) => {
            const answer = statements[index]?.data?.data;
            const total = totals.find((each) => 'period' in each && each.period === month);
            return (
              <li key={month}>
                <Link
                  to={`/t/${tenant}/statements?month=${month}`}
                  aria-current={month === chosen ? 'true' : undefined}
                >
                  <span className={classes.monthName}>{formatMonth(month)}</span>
                  {answer !== undefined && 'statement' in answer && (
                    <StatementState statement={answer} />
                  )}
                  {statements[index]?.error != null && (
                    <span className={classes.warning}>state unknown</span>
                  )}
                  <ClosingValue total={total} isOver={month < current} />
                </Link>
              </li>
            );
          })}
        </ul>
        {listed.length < months.length && (
          <Button size="compact-sm" variant="default" onClick={() => setShown(shown + STEP)}>
            Show earlier months
          </Button>
        )}
      </Panel>
    </div>
  );
}

interface ClosingValueProps {
  readonly total: Totals | components['schemas']['TotalPoint'] | undefined;
  readonly isOver: boolean;
}

/** What everything was worth; left out where something had no price, since the statement says what of it. */
function ClosingValue({ total, isOver }: ClosingValueProps) {
  if (total === undefined || !('close' in total) || total.close === null) return null;
  return (
    <span className={classes.quiet}>
      <Amount amount={total.close} currency={total.reportingCurrency} isRounded />
      {isOver ? '' : ' so far'}
    </span>
  );
}
