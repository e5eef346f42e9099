import { Link } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { columnDecimals, formatPercent, percentOf } from '../../display/amounts.ts';
import { Empty } from '../../display/empty.tsx';
import { Status } from '../../display/status.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { RANGES, type RangeName } from '../../reports/ranges.ts';
import { ValueOverRange } from '../../reports/value-over-range.tsx';
import type { Balances } from '../../reports/value-points.ts';
import { useTenant } from '../../session/person.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import classes from './overview.module.css';
import { type Rule, ThresholdDistance } from './threshold-distance.tsx';

type Currency = Overview['currencies'][number];

interface CurrencyTableProps {
  readonly overview: Overview;
  /** Null until they are known. */
  readonly rules: readonly Rule[] | null;
  readonly range: RangeName;
  /** Of each currency over the range, in their order; null until it is known. */
  readonly balances: readonly (Balances | null)[];
}

/** Every currency: what is held, what it is worth, how that changed, and how far it is from being swept. */
export function CurrencyTable({ overview, rules, range, balances }: CurrencyTableProps) {
  const tenant = useTenant();
  const { currencies } = overview;
  const reporting = overview.reportingCurrency ?? '';
  const decimals = Math.max(
    0,
    ...currencies.map(({ balance, currency }) => columnDecimals([balance], currency)),
  );
  const columns: readonly PlainColumn<Currency>[] = [
    {
      title: 'Currency',
      render: ({ currency, mode }) => (
        <span className={classes.name}>
          <Link to={`/t/${tenant}/holdings/${currency}`}>{currency}</Link>
          {mode !== 'live' && mode !== overview.mode && <Status state={mode} />}
        </span>
      ),
    },
    {
      title: 'Balance',
      align: 'end',
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
      title: `Value in ${reporting}`,
      align: 'end',
      render: ({ value }) => (
        <Amount amount={value} currency={reporting} withCurrency={false} isRounded />
      ),
    },
    {
      isForWide: true,
      title: 'Share',
      align: 'end',
      render: ({ share, value }) => <Share share={share} value={value} overview={overview} />,
    },
    {
      isForWide: true,
      title: `Change of value, ${RANGES[range].text.toLowerCase()}`,
      render: ({ currency }) => (
        <ValueOverRange
          reporting={reporting}
          report={balances[currencies.findIndex((each) => each.currency === currency)] ?? null}
        />
      ),
    },
    {
      isForWide: true,
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
  if (currencies.length === 0) {
    return <Empty title="Nothing is held yet">A deposit at the service shows up here.</Empty>;
  }
  return (
    <PlainTable
      label="Balances of the currencies"
      columns={columns}
      rows={currencies}
      idOf={({ currency }) => currency}
    />
  );
}

interface ShareProps extends Pick<Currency, 'share' | 'value'> {
  readonly overview: Overview;
}

/** Of the total; where something has no price or is not stated, of the rest. */
function Share({ share, value, overview }: ShareProps) {
  const { partialTotal } = overview.value;
  if (share !== null) return formatPercent(share);
  if (value === null || partialTotal === undefined) return <span className={classes.quiet}>–</span>;
  return (
    <span title="Of everything that is stated and has a price">
      {formatPercent(percentOf(value, partialTotal))}
    </span>
  );
}
