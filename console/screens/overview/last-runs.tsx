import { Link } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

/** How many runs are shown: those of the last while, not the history. */
const MOST_RUNS = 6;

/** What the last runs decided: what was swept, and why the rest was not. */
export function LastRuns({ overview }: { readonly overview: Overview }) {
  const tenant = useTenant();
  const { lastRuns, names } = overview;
  return (
    <Panel title="Last runs">
      {lastRuns.length === 0 && (
        <p className={classes.quiet}>No run yet: the first follows the first snapshot.</p>
      )}
      <ul className={classes.runs}>
        {lastRuns.slice(0, MOST_RUNS).map(({ snapshot, rules, swept, notSwept }) => (
          <li key={snapshot}>
            <span className={classes.quiet}>
              <When at={snapshot} as="minute" />
            </span>
            <div>
              {swept.map(({ ruleId, currency, amount, instructionId }) => (
                <p key={ruleId}>
                  <Amount amount={amount} currency={currency} /> by{' '}
                  <Link to={`/t/${tenant}/rules/${ruleId}`}>
                    <bdi>{names?.rules[ruleId] ?? ruleId}</bdi>
                  </Link>
                  {instructionId !== null && (
                    <>
                      {' '}
                      (
                      <Link to={`/t/${tenant}/withdrawals/${encodeURIComponent(instructionId)}`}>
                        withdrawal
                      </Link>
                      )
                    </>
                  )}
                </p>
              ))}
              {swept.length === 0 && <p>{rules === 1 ? '1 rule' : `${rules} rules`}, no sweep</p>}
              <p className={classes.quiet}>
                {Object.entries(notSwept)
                  .map(([reason, count]) => `${count} × ${reason.replaceAll('-', ' ')}`)
                  .join(', ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
