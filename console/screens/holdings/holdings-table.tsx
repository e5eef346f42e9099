import { Link, useNavigate } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals, formatPercent } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import { Price } from '../../display/price.tsx';
import { priceDecimals } from '../../display/prices.ts';
import { Status } from '../../display/status.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import { type Column, DataTable } from '../../tables/data-table.tsx';
import classes from './holdings.module.css';
import type { Holding } from './rows.ts';

/** On a telephone a table has room for what is held and what it is worth. */
export const WIDE = '(min-width: 48rem)';

interface HoldingsTableProps {
  readonly label: string;
  readonly rows: readonly Holding[];
  /** The currency that values are in. */
  readonly reporting: string;
  /** What is blocked and what does not move; absent for a moment of the past. */
  readonly overview?: Overview;
  /** Columns behind those that every table of holdings has. */
  readonly further: readonly Column<Holding>[];
}

export function HoldingsTable({ label, rows, reporting, overview, further }: HoldingsTableProps) {
  const navigate = useNavigate();
  const tenant = useTenant();
  return (
    <DataTable
      label={label}
      columns={[...columnsOf(rows, reporting, tenant, overview), ...further]}
      rows={rows}
      idOf={({ currency }) => currency}
      onRow={({ currency }) => void navigate(`/t/${tenant}/holdings/${currency}`)}
      empty={<Empty title="Nothing was held">A deposit at the service shows up here.</Empty>}
    />
  );
}

function columnsOf(
  rows: readonly Holding[],
  reporting: string,
  tenant: string,
  overview: Overview | undefined,
): readonly Column<Holding>[] {
  const decimals = Math.max(
    0,
    ...rows.map(({ balance, currency }) => columnDecimals([balance], currency)),
  );
  const widest = Math.max(
    0,
    ...rows.map(({ price }) => (price === null ? 0 : priceDecimals(price, reporting))),
  );
  const isPartlyAvailable = rows.some(
    ({ available, balance }) => available !== null && available !== balance,
  );
  return [
    {
      accessor: 'currency',
      title: 'Currency',
      render: ({ currency }) => (
        <span className={classes.name}>
          <Link to={`/t/${tenant}/holdings/${currency}`}>{currency}</Link>
          {overview !== undefined && <CurrencyState currency={currency} overview={overview} />}
        </span>
      ),
    },
    {
      accessor: 'balance',
      title: 'Balance',
      textAlign: 'right',
      render: ({ balance, currency }) => (
        <Amount {...inColumn(currency, decimals)} amount={balance} />
      ),
    },
    {
      accessor: 'available',
      hidden: !isPartlyAvailable,
      visibleMediaQuery: WIDE,
      title: 'Available',
      textAlign: 'right',
      render: ({ available, currency }) => (
        <Amount {...inColumn(currency, decimals)} amount={available} />
      ),
    },
    {
      accessor: 'price',
      visibleMediaQuery: WIDE,
      title: `Price in ${reporting}`,
      textAlign: 'right',
      render: ({ price }) =>
        price === null ? (
          <span className={classes.quiet}>no price</span>
        ) : (
          <Price {...inColumn(reporting, widest)} price={price} />
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
      visibleMediaQuery: WIDE,
      title: 'Share',
      textAlign: 'right',
      render: ({ share }) => (share === null ? '–' : formatPercent(share)),
    },
  ];
}

function inColumn(currency: string, decimals: number) {
  return { currency, withCurrency: false, columnDecimals: decimals } as const;
}

/** Blocked, or in another mode than the rest. */
function CurrencyState({ currency, overview }: { currency: string; overview: Overview }) {
  const blocked = overview.blocked.find((each) => each.currency === currency);
  const mode = overview.currencies.find((each) => each.currency === currency)?.mode;
  if (blocked !== undefined) return <Status state={blocked.state} tone="bad" text="blocked" />;
  if (mode === undefined || mode === 'live' || mode === overview.mode) return null;
  return <Status state={mode} />;
}
