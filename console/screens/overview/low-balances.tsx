import { Link } from 'react-router';
import { Amount } from '../../display/amount.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

/** Balances below the low of a target balance, and what would fill them. Without any there is nothing to show. */
export function LowBalances({ overview }: { readonly overview: Overview }) {
  const tenant = useTenant();
  const { low } = overview;
  if (low.length === 0) return null;
  return (
    <Panel title="Below their low">
      <ul className={classes.cases}>
        {low.map(({ ruleId, currency, balance, low: least, missing }) => (
          <li key={ruleId}>
            <p className={classes.caseTitle}>
              <Link to={`/t/${tenant}/holdings/${currency}`}>{currency}</Link>
            </p>
            <p>
              <Amount amount={balance} currency={currency} /> is below{' '}
              <Amount amount={least} currency={currency} />.{' '}
              {missing !== null && (
                <>
                  <Amount amount={missing} currency={currency} /> would fill it to its target.
                </>
              )}{' '}
              Nothing buys it by itself.
            </p>
            <Link to={`/t/${tenant}/rules/${ruleId}`}>Look at the rule</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
