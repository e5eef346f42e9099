import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { reasonText } from '../../decisions/reasons.ts';
import { Amount } from '../../display/amount.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './currency.module.css';

type Decision = components['schemas']['Decision'];
type Check = Decision['decision']['checks'][number];

/** Names of checks that are not plain with their hyphens taken out. */
const CHECKS: Readonly<Record<string, string>> = {
  'balance-age': 'age of the balance',
  'budget-24h': 'budget for 24 hours',
  'budget-30d': 'budget for 30 days',
  minimum: 'smallest sweep',
  maximum: 'largest sweep',
  keep: 'what stays',
  version: 'version of the rule',
};

/** One run's decision about a rule: what, why, and every check with what was found and what is accepted. */
export function DecisionFacts({
  decision: { decision, snapshot, instructionId },
}: {
  decision: Decision;
}) {
  const tenant = useTenant();
  const isSweep = decision.outcome === 'sweep';
  const { short, tone } = reasonText(isSweep ? 'sweep' : decision.reason);
  return (
    <section className={classes.decision} aria-label="A run, with its checks">
      <p className={classes.caseTitle}>
        <Status state={isSweep ? 'sweep' : decision.reason} tone={tone} text={short} />
        <span className={classes.quiet}>
          run on the snapshot of <When at={snapshot} as="minute" />
        </span>
      </p>
      <p>{decision.explanation}</p>
      {isSweep && (
        <p>
          <Amount amount={decision.amount} currency={decision.currency} />
          {instructionId !== undefined && (
            <>
              {' '}
              <Link to={`/t/${tenant}/withdrawals/${encodeURIComponent(instructionId)}`}>
                Look at the withdrawal
              </Link>
            </>
          )}
        </p>
      )}
      <Checks checks={decision.checks} />
    </section>
  );
}

function Checks({ checks }: { readonly checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <div className={classes.scroll}>
      <table className={classes.checks}>
        <caption>Checks, in their order</caption>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Found</th>
            <th scope="col">Accepted</th>
            <th scope="col">Holds</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ limit, holds, seen, accepted }) => (
            <tr key={limit}>
              <th scope="row">{CHECKS[limit] ?? limit.replaceAll('-', ' ')}</th>
              <td>{seen}</td>
              <td>{accepted}</td>
              <td>
                {holds ? (
                  <Status state="ok" text="yes" />
                ) : (
                  <Status state="no" tone="warn" text="no" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
