import { Link, useNavigate } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals, formatPercent } from '../../display/amounts.ts';
import { Change } from '../../display/change.tsx';
import { Empty } from '../../display/empty.tsx';
import { Status } from '../../display/status.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import classes from './overview.module.css';
import { RANGES, type RangeName, type reportQuery } from './ranges.ts';
import { type Rule, ThresholdDistance } from './threshold-distance.tsx';
import { changeOf, valuePoints } from './value-points.ts';

type Currency = Overview['currencies'][number];

/** Milliseconds between two looks at a series: its points come by the hour. */
const SERIES_MS = 60_000;

interface CurrencyTableProps {
  readonly overview: Overview;
  /** Null until they are known. */
  readonly rules: readonly Rule[] | null;
  readonly range: RangeName;
  readonly query: ReturnType<typeof reportQuery>;
}

/** Every currency: what is held, what it is worth, how that changed, and how far it is from being swept. */
export function CurrencyTable({ overview, rules, range, query }: CurrencyTableProps) {
  const navigate = useNavigate();
  const tenant = useTenant();
  const { currencies } = overview;
  const reporting = overview.reportingCurrency ?? '';
  const decimals = Math.max(
    0,
    ...currencies.map(({ balance, currency }) => columnDecimals([balance], currency)),
  );
  const columns: readonly Column<Currency>[] = [
    {
      accessor: 'currency',
      title: 'Currency',
      render: ({ currency, mode }) => (
        <span className={classes.name}>
          <Link to={`/t/${tenant}/holdings/${currency}`}>{currency}</Link>
          {mode !== 'live' && mode !== overview.mode && <Status state={mode} />}
        </span>
      ),
    },
    {
      accessor: 'balance',
      title: 'Balance',
      textAlign: 'right',
      render: ({ balance, currency }) => (
        <Amount
          amount={balance}
          currency={currency}
          withCurrency={false}
          columnDecimals={decimals}
        />
      ),
    },
    {
      accessor: 'value',
      title: `Value in ${reporting}`,
      textAlign: 'right',
      render: ({ value }) => (
        <Amount amount={value} currency={reporting} withCurrency={false} isRounded />
      ),
    },
    {
      accessor: 'share',
      title: 'Share',
      textAlign: 'right',
      render: ({ share }) => (share === null ? 'unknown' : formatPercent(share)),
    },
    {
      accessor: 'change',
      title: `Change of value, ${RANGES[range].text.toLowerCase()}`,
      render: ({ currency }) => (
        <ValueOverRange currency={currency} reporting={reporting} query={query} />
      ),
    },
    {
      accessor: 'threshold',
      title: 'To the threshold',
      render: ({ currency, balance }) => (
        <ThresholdDistance
          currency={currency}
          balance={balance}
          rules={rules?.filter((rule) => rule.currency === currency) ?? null}
        />
      ),
    },
  ];
  return (
    <DataTable
      label="Currencies"
      columns={columns}
      rows={currencies}
      idOf={({ currency }) => currency}
      onRow={({ currency }) => void navigate(`/t/${tenant}/holdings/${currency}`)}
      empty={<Empty title="Nothing is held yet">A deposit at the service shows up here.</Empty>}
    />
  );
}

interface ValueOverRangeProps {
  readonly currency: string;
  readonly reporting: string;
  readonly query: ReturnType<typeof reportQuery>;
}

/** The value of a currency over the range: a line, and what it comes to. */
function ValueOverRange({ currency, reporting, query }: ValueOverRangeProps) {
  const report = useRead(
    '/v1/reports/balances',
    { query: { ...query, currency } },
    { everyMs: SERIES_MS, keepsPrevious: true },
  );
  if (report.data === undefined) {
    return <span className={classes.quiet}>{report.error === null ? '…' : 'not known'}</span>;
  }
  const points = valuePoints(report.data.data);
  const change = changeOf(points);
  return (
    <span className={classes.trend}>
      <Sparkline points={points} />
      {change !== null && <Change {...change} currency={reporting} isShort />}
    </span>
  );
}
