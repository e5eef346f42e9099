import { Link } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { valuedWith } from '../../display/manual-rates.ts';
import parts from '../../display/parts.module.css';
import { formatDay } from '../../display/times.ts';
import { useTenant } from '../../session/person.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import classes from './forecast.module.css';
import { type Forecast, type LeavingRow, remarkOf } from './remarks.ts';

interface LeavingTableProps {
  readonly forecast: Forecast;
  readonly rows: readonly LeavingRow[];
}

/** Each day and rule, and what was decided before and has not left. */
export function LeavingTable({ forecast, rows }: LeavingTableProps) {
  const tenant = useTenant();
  const { names, already, reportingCurrency } = forecast;
  const rates = valuedWith(forecast.manualRates);
  const columns: readonly PlainColumn<LeavingRow>[] = [
    { title: 'Day', render: ({ day }) => formatDay(day) },
    {
      title: 'Rule',
      render: ({ ruleId }) => (
        <Link to={`/t/${tenant}/rules/${ruleId}`}>
          <bdi>{names?.rules[ruleId] ?? ruleId}</bdi>
        </Link>
      ),
    },
    {
      title: 'To',
      isForWide: true,
      render: ({ withdrawalAccountId: id, accounts, currency }) =>
        accounts === undefined ? (
          <bdi>{names?.accounts[id] ?? id}</bdi>
        ) : (
          accounts.map(({ withdrawalAccountId: to, amount }) => (
            <div key={to}>
              <bdi>{names?.accounts[to] ?? to}</bdi>: <Amount amount={amount} currency={currency} />
            </div>
          ))
        ),
    },
    {
      title: 'Amount',
      align: 'end',
      render: ({ amount, currency }) => <Amount amount={amount} currency={currency} />,
    },
    {
      title: `Value in ${reportingCurrency}`,
      align: 'end',
      render: ({ value, manualRate }) => (
        <>
          <Amount amount={value} currency={reportingCurrency} withCurrency={false} isRounded />
          {manualRate !== undefined && <div className={parts.small}>by a manual rate</div>}
        </>
      ),
    },
    { title: 'Before it leaves', render: (row) => remarkOf(row) },
  ];
  return (
    <>
      {already.length > 0 && (
        <ul className={classes.already}>
          {already.map(({ instructionId, amount, currency, state }) => (
            <li key={instructionId}>
              <Link to={`/t/${tenant}/withdrawals/${instructionId}`}>Decided before</Link>:{' '}
              <Amount amount={amount} currency={currency} /> {ALREADY[state]}
            </li>
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <PlainTable
          label="What leaves, by day and rule"
          columns={columns}
          rows={rows}
          idOf={({ day, ruleId, waits }) => `${day} ${ruleId} ${waits === true}`}
        />
      )}
      {rates !== null && <p className={classes.rates}>{rates}</p>}
      <UnknownDays days={forecast.days} />
    </>
  );
}

/** Days of which nothing, or not all, was decided: an empty line would read as nothing. */
function UnknownDays({ days }: Pick<Forecast, 'days'>) {
  const open = days.filter(({ decided }) => decided !== 'all');
  if (open.length === 0) return null;
  return (
    <ul className={classes.unknown} aria-label="Days that are not known">
      {open.map(({ day, decided }) => (
        <li key={day}>
          {formatDay(day)}: {decided === 'part' ? 'known in part' : 'not known'}
        </li>
      ))}
    </ul>
  );
}

const ALREADY: Readonly<Record<Forecast['already'][number]['state'], string>> = {
  leaves: 'leaves at once',
  sending: 'is being sent',
  waits: 'waits; its amount stays reserved',
};
