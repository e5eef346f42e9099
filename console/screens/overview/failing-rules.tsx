import { Link } from 'react-router';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

/** Rules of which nothing leaves, with what the service said. Without any there is nothing to show. */
export function FailingRules({ overview }: { readonly overview: Overview }) {
  const tenant = useTenant();
  const { failing } = overview;
  if (failing.length === 0) return null;
  return (
    <Panel title="Nothing leaves">
      <ul className={classes.cases}>
        {failing.map(({ ruleId, currency, summary, since }) => (
          <li key={ruleId}>
            <p className={classes.caseTitle}>
              <Link to={`/t/${tenant}/holdings/${currency}`}>{currency}</Link>
            </p>
            <p>
              <bdi>{summary}</bdi>. The first was <When at={since} />.
            </p>
            <Link to={`/t/${tenant}/rules/${ruleId}`}>Look at the rule</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
