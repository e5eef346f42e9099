import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useReads } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Panel } from '../../layout/page.tsx';
import { formatMonth } from '../../reports/days.ts';
import { useTenant } from '../../session/person.tsx';
import type { StatementOfMonth } from './lines.ts';
import { StatementState } from './statement-state.tsx';
import classes from './statements.module.css';

/** Months that are listed at first, and with each click more: each asks the API for its state. */
const STEP = 12;

/** Milliseconds between two looks at the state of a month, which changes twice in its life. */
const STATE_MS = 300_000;

interface MonthListProps {
  /** Newest first. */
  readonly months: readonly string[];
  readonly chosen: string;
  readonly current: string;
}

/** Every month with its state and what everything was worth at its end. */
export function MonthList({ months, chosen, current }: MonthListProps) {
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
            const statement = answer !== undefined && 'statement' in answer ? answer : null;
            return (
              <li key={month}>
                <Link
                  to={`/t/${tenant}/statements?month=${month}`}
                  aria-current={month === chosen ? 'true' : undefined}
                >
                  <span className={classes.monthName}>{formatMonth(month)}</span>
                  {statement !== null && <StatementState statement={statement} />}
                  {statements[index]?.error != null && (
                    <span className={classes.warning}>state unknown</span>
                  )}
                  {statement !== null && (
                    <ClosingValue statement={statement.statement} isOver={month < current} />
                  )}
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
  readonly statement: Pick<StatementOfMonth['statement'], 'totals' | 'reportingCurrency'>;
  readonly isOver: boolean;
}

/** What the statement closes with: of a frozen month that is what was frozen, whatever values it today. */
function ClosingValue({ statement, isOver }: ClosingValueProps) {
  const { totals, reportingCurrency } = statement;
  return (
    <span className={classes.quiet}>
      <Amount amount={totals.closing} currency={reportingCurrency} isRounded />
      {isOver ? '' : ' so far'}
    </span>
  );
}
