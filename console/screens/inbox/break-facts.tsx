import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { breakSentence } from '../../../treasury/facts/sentences/say/say-break.ts';
import { listNamedBy, personName } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { capitalised } from '../../display/capitalised.ts';
import { SaidIn } from '../../display/said.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import { useDigest } from '../../printing/use-digest.ts';
import { useTenant } from '../../session/person.tsx';
import type { Break } from './break.ts';
import classes from './inbox.module.css';

const DIRECTION_TEXTS: Readonly<Record<Break['direction'], string>> = {
  inflow: 'Money came in that nothing accounts for',
  outflow: 'Money went out without Sluice',
  unbooked: 'Money did not go that Sluice sent',
};

interface BreakFactsProps {
  readonly shown: Break;
  /** The decision about it. */
  readonly children: ReactNode;
}

/** A difference, how it was worked out, and what happened to it so far. */
export function BreakFacts({ shown, children }: BreakFactsProps) {
  const { id, amount, currency, direction, severity, message, found, status, history, names } =
    shown;
  const tenant = useTenant();
  const digest = useDigest({ id, amount, currency, found, status });
  return (
    <Panel
      title={DIRECTION_TEXTS[direction]}
      aside={
        <span className={classes.aside}>
          <Status state={status.state} />
          <PrintButton />
        </span>
      }
    >
      <p className={classes.big}>
        <Amount amount={amount} currency={currency} isSigned />{' '}
        {severity === 'alarm' && <Status state="alarm" tone="bad" />}
      </p>
      <p>
        <SaidIn say={(language) => breakSentence(shown, shown.found, language)} />
      </p>
      <p className={classes.quiet}>
        Between <When at={shown.sinceReadAt} as="second" /> and{' '}
        <When at={shown.readAt} as="second" />; found <When at={shown.openedAt} />.
      </p>
      <MayBe shown={shown} />
      {children}
      <PrintedRecord
        digest={digest}
        people={history.map(({ by, at, state, message: said }) => ({
          did: capitalised(state),
          // How it was worked out stands above already.
          name: said === message ? personName(names, by) : `${personName(names, by)}: ${said}`,
          at,
        }))}
      />
      <p className="sluice-screen-only">
        <Link to={`/t/${tenant}/breaks/${encodeURIComponent(id)}`}>All of this break</Link>
      </p>
    </Panel>
  );
}

/** Requests that would account for it, to the last digit. */
function MayBe({ shown: { mayBe } }: { readonly shown: Break }) {
  const tenant = useTenant();
  if (mayBe.length === 0) return null;
  return (
    <p>
      It may be{' '}
      {mayBe.map((id) => (
        <Link key={id} to={`/t/${tenant}/${listNamedBy(id)}/${encodeURIComponent(id)}`}>
          <code>{id}</code>{' '}
        </Link>
      ))}
      to the last digit.
    </p>
  );
}
