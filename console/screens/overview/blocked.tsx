import { Link } from 'react-router';
import {
  laneStepSentence,
  unbookedNext,
  unbookedWhy,
} from '../../../treasury/facts/sentences/say/lane-step.ts';
import { listNamedBy } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { LaneStop } from '../../display/lane-stop.tsx';
import { SaidIn } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

/** Currencies in which nothing can be sent: since when, why, and what to do next. */
export function Blocked({ overview }: { readonly overview: Overview }) {
  const tenant = useTenant();
  const { blocked } = overview;
  return (
    <Panel title="Blocked">
      {blocked.length === 0 ? (
        <p className={classes.quiet}>No currency is blocked.</p>
      ) : (
        <ul className={classes.cases}>
          {blocked.map(({ currency, state, blockedBy, unbooked }) => (
            <li key={currency}>
              <p className={classes.caseTitle}>
                <Link to={`/t/${tenant}/holdings/${currency}`}>{currency}</Link>
                <Status state={state} />
                {blockedBy !== undefined && (
                  <span className={classes.quiet}>
                    since <When at={blockedBy.since} />
                  </span>
                )}
              </p>
              {blockedBy !== undefined && (
                <>
                  <p>
                    <bdi>{blockedBy.why}</bdi>
                  </p>
                  <p className={classes.quiet}>
                    <SaidIn
                      say={(language) => laneStepSentence(blockedBy.step, undefined, language)}
                    />
                  </p>
                  <Link to={instructionAddress(tenant, blockedBy.instructionId)}>
                    Look at the instruction
                  </Link>
                </>
              )}
              <LaneStop currency={currency} state={state} />
              {unbooked !== undefined && (
                <p className={classes.quiet}>
                  <Amount amount={unbooked.amount} currency={currency} /> held back.{' '}
                  <SaidIn say={(language) => unbookedWhy(unbooked, currency, language)} />{' '}
                  <SaidIn
                    say={(language) => unbookedNext(unbooked, currency, undefined, language)}
                  />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function instructionAddress(tenant: string, id: string): string {
  return `/t/${tenant}/${listNamedBy(id)}/${encodeURIComponent(id)}`;
}
