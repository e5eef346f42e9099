import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import { Loaded } from '../../display/loaded.tsx';
import parts from '../../display/parts.module.css';
import { Panel } from '../../layout/page.tsx';
import { TooMuch } from '../../reports/too-much.tsx';
import { useFullReport } from '../../reports/use-full-report.ts';
import { queryIn } from '../../reports/use-valued-in.ts';
import { useTenant } from '../../session/person.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import { classText, type SumRow, sumRowsOf } from './sums.ts';

type Report = components['schemas']['FullReport'];

/** Milliseconds between two looks, as at the statement that they tie to. */
const SUMS_MS = 60_000;

interface SumsPanelProps {
  readonly month: string;
  readonly into: string | null;
}

/** What moved in the month, by account and class: with the opening, it comes to the closing of the statement. */
export function SumsPanel({ month, into }: SumsPanelProps) {
  const tenant = useTenant();
  const query = { firstMonth: month, lastMonth: month, ...queryIn(into) };
  const sums = useFullReport('/v1/reports/sums', { query }, { everyMs: SUMS_MS });
  return (
    <Panel title="Sums by account and class" isFlush>
      <Loaded query={sums} lines={6}>
        {(report: Partial<Report>) => <SumsTable rows={sumRowsOf(report)} tenant={tenant} />}
      </Loaded>
    </Panel>
  );
}

interface SumsTableProps {
  readonly rows: readonly SumRow[] | null;
  readonly tenant: string;
}

function SumsTable({ rows, tenant }: SumsTableProps) {
  if (rows === null) return <TooMuch />;
  if (rows.length === 0)
    return <Empty title="Nothing moved in this month">There are no sums.</Empty>;
  return (
    <PlainTable
      label="Sums of the month"
      columns={columnsOf(tenant, rows)}
      rows={rows}
      idOf={({ id }) => id}
    />
  );
}

function columnsOf(tenant: string, rows: readonly SumRow[]): readonly PlainColumn<SumRow>[] {
  const decimals = Math.max(
    ...rows.map(({ amount, currency }) => columnDecimals([amount], currency)),
  );
  return [
    {
      title: 'Account or class',
      render: (row) =>
        row.accountId === null ? (
          <bdi>{classText(row)}</bdi>
        ) : (
          <>
            {classText(row)} to{' '}
            <Link to={`/t/${tenant}/accounts/${encodeURIComponent(row.accountId)}`}>
              <bdi>{row.accountLabel ?? row.accountId}</bdi>
            </Link>
          </>
        ),
    },
    { title: 'Movements', align: 'end', isForWide: true, render: ({ movements }) => movements },
    {
      title: 'Amount',
      align: 'end',
      render: ({ amount, currency }) => (
        <Amount amount={amount} currency={currency} isSigned columnDecimals={decimals} />
      ),
    },
    {
      title: 'Value',
      align: 'end',
      isForWide: true,
      render: ({ value, reporting }) =>
        value === null ? (
          <span className={parts.quiet}>no price</span>
        ) : (
          <Amount amount={value} currency={reporting} isRounded isSigned />
        ),
    },
  ];
}
