import { Link } from 'react-router';
import { reasonText } from '../../decisions/reasons.ts';
import { Amount } from '../../display/amount.tsx';
import { Status } from '../../display/status.tsx';
import { useTenant } from '../../session/person.tsx';
import { type PlainColumn, PlainTable } from '../../tables/plain-table.tsx';
import classes from './forecast.module.css';
import { type Forecast, reasonOf } from './remarks.ts';

type Rule = Forecast['rules'][number];

/** Every rule: when it falls next, what it would send, and why it sends nothing. */
export function RuleTable({ forecast }: { readonly forecast: Forecast }) {
  const tenant = useTenant();
  const columns: readonly PlainColumn<Rule>[] = [
    {
      title: 'Rule',
      render: ({ ruleId, label }) => (
        <Link to={`/t/${tenant}/rules/${ruleId}`}>
          <bdi>{label}</bdi>
        </Link>
      ),
    },
    {
      title: 'Next runs',
      // Its own page has them; on a telephone the amount and the reason matter more.
      isForWide: true,
      render: ({ nextRuns, schedule }) =>
        schedule === 'every snapshot' ? (
          'with every snapshot'
        ) : nextRuns.length === 0 ? (
          'none'
        ) : (
          <ul className={classes.runs}>
            {nextRuns.map(({ at, local }) => (
              <li key={at}>
                <time dateTime={at}>{local}</time>
              </li>
            ))}
          </ul>
        ),
    },
    {
      title: 'Leaves',
      align: 'end',
      render: ({ amount, currency }) => <Amount amount={amount} currency={currency} />,
    },
    {
      title: 'Times',
      align: 'end',
      isForWide: true,
      render: ({ sweeps }) => sweeps ?? 'not known',
    },
    {
      title: 'Why not',
      render: (rule) => {
        const reason = reasonOf(rule);
        return (
          <>
            {rule.stopped !== undefined && <Status state={rule.stopped} />}{' '}
            {reason === null ? '' : reasonText(reason).short}
            {rule.waiting !== undefined && (
              <>
                <Amount amount={rule.waiting.amount} currency={rule.currency} /> waits for an
                approval
              </>
            )}
          </>
        );
      },
    },
  ];
  return (
    <PlainTable
      label="Next runs of each rule"
      columns={columns}
      rows={forecast.rules}
      idOf={({ ruleId }) => ruleId}
    />
  );
}
