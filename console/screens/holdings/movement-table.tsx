import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import classes from './currency.module.css';
import { KINDS, type Movement } from './movements.ts';
import type { Movements } from './use-movements.ts';

/** Rows that are shown at first, and with each click more; never more than a page of the document should have. */
const STEP = 25;
const MOST_ROWS = 300;

const WIDE = '(min-width: 48rem)';

interface MovementTableProps extends Movements {
  readonly currency: string;
  readonly from: string;
}

/** Everything that moved a balance, newest first: the table beside the chart's marks. */
export function MovementTable({ currency, from, movements, hasMore }: MovementTableProps) {
  const [shown, setShown] = useState(STEP);
  const tenant = useTenant();
  const navigate = useNavigate();
  const rows = movements.slice(0, Math.min(shown, MOST_ROWS));
  const isAllShown = rows.length === Math.min(movements.length, MOST_ROWS);
  const exportAddress = `/t/${tenant}/exports?${new URLSearchParams({ report: 'flows', currency, from: from.slice(0, 10) })}`;
  return (
    <>
      <DataTable
        label="What moved it"
        columns={columnsOf(movements, currency, tenant)}
        rows={rows}
        idOf={({ id }) => id}
        onRow={({ to }) => {
          if (to !== null) void navigate(`/t/${tenant}/${to}`);
        }}
        empty={<Empty title="Nothing moved it in this range">Choose a longer one.</Empty>}
      />
      <div className={classes.more}>
        {!isAllShown && (
          <Button size="compact-sm" variant="default" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, movements.length - rows.length)} more
          </Button>
        )}
        {isAllShown && (hasMore || movements.length > MOST_ROWS) && (
          <span className={classes.quiet}>These are the newest {rows.length}.</span>
        )}
        {rows.length > 0 && <Link to={exportAddress}>Export all of them</Link>}
      </div>
    </>
  );
}

function columnsOf(
  movements: readonly Movement[],
  currency: string,
  tenant: string,
): readonly Column<Movement>[] {
  const decimals = columnDecimals(
    movements.flatMap(({ amount, balance }) => [amount, balance]),
    currency,
  );
  const figures = { currency, withCurrency: false, columnDecimals: decimals } as const;
  return [
    { accessor: 'at', title: 'Time', render: ({ at }) => <When at={at} as="minute" /> },
    {
      accessor: 'kind',
      title: 'What',
      render: ({ kind, to, description, isInFlight }) => (
        <span className={classes.movement}>
          <span className={classes.letter} data-tone={KINDS[kind].tone} aria-hidden="true">
            {KINDS[kind].letter}
          </span>
          <span>
            {to === null ? (
              KINDS[kind].text
            ) : (
              <Link to={`/t/${tenant}/${to}`}>{KINDS[kind].text}</Link>
            )}{' '}
            <bdi className={classes.quiet}>{description}</bdi>
            {isInFlight && <Status state="unknown" text="outcome not known" />}
          </span>
        </span>
      ),
    },
    {
      accessor: 'reference',
      hidden: movements.every(({ reference }) => reference === null),
      visibleMediaQuery: WIDE,
      title: 'Reference',
      render: ({ reference }) => (reference === null ? '' : <bdi>{reference}</bdi>),
    },
    {
      accessor: 'amount',
      title: 'Amount',
      textAlign: 'right',
      render: ({ amount }) => <Amount {...figures} amount={amount} isSigned />,
    },
    {
      accessor: 'balance',
      visibleMediaQuery: WIDE,
      title: 'Balance then',
      textAlign: 'right',
      render: ({ balance }) => <Amount {...figures} amount={balance} />,
    },
  ];
}
