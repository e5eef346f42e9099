import type { components } from '@sluice/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { unbookedSentence } from '../../../treasury/facts/sentences/say/lane-step.ts';
import { listNamedBy, personName } from '../../approving/instruction.ts';
import { Amount } from '../../display/amount.tsx';
import { SaidIn } from '../../display/said.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { PrintButton } from '../../printing/print-button.tsx';
import { PrintedRecord } from '../../printing/printed-record.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './inbox.module.css';
import type { UnbookedView } from './unbooked.ts';

interface UnbookedFactsProps {
  readonly shown: UnbookedView;
  readonly unbooked: components['schemas']['Unbooked'];
  /** The decision about it. */
  readonly children: ReactNode;
}

/** What is held back: all of it, the part that is overdue, each reason, and the requests it consists of. */
export function UnbookedFacts({ shown, unbooked, children }: UnbookedFactsProps) {
  const { currency, said, names } = shown;
  const { amount, overdue, entries, parts, concludableFrom, digest, since } = unbooked;
  return (
    <Panel title={`${currency} that no balance shows`} aside={<PrintButton />}>
      <p className={classes.big}>
        <Amount amount={overdue?.amount ?? amount} currency={currency} />
      </p>
      <p className={classes.quiet}>
        {overdue !== null ? (
          <>
            Overdue since <When at={overdue.since} />;{' '}
            <Amount amount={amount} currency={currency} /> in all.
          </>
        ) : (
          <>
            Since <When at={since} />.
          </>
        )}
        {concludableFrom !== null && (
          <>
            {' '}
            Two people can conclude it from <When at={concludableFrom} as="second" /> on.
          </>
        )}
      </p>
      {parts.map((each) => (
        <p key={each.part} className={classes.quiet}>
          <SaidIn say={(language) => unbookedSentence(each, currency, language)} />
        </p>
      ))}
      <Entries currency={currency} entries={entries} />
      {children}
      <PrintedRecord
        digest={digest}
        people={
          said === null
            ? []
            : [{ did: `Said “${said.outcome}”`, name: personName(names, said.by), at: said.at }]
        }
      />
      {said !== null && said.earlier.length > 0 && (
        <p className={classes.quiet}>
          Earlier conclusions of {currency}:{' '}
          {said.earlier.map(({ at, outcome }) => (
            <span key={at}>
              {outcome.replace('-', ' ')} <When at={at} as="minute" />;{' '}
            </span>
          ))}
        </p>
      )}
    </Panel>
  );
}

interface EntriesProps {
  readonly currency: string;
  readonly entries: components['schemas']['Unbooked']['entries'];
}

function Entries({ currency, entries }: EntriesProps) {
  const tenant = useTenant();
  return (
    <ul className={classes.earlier} aria-label="Requests">
      {entries.map(({ instructionId, amount, at }) => (
        <li key={instructionId}>
          <Amount amount={amount} currency={currency} />
          <span>
            <When at={at} as="minute" />,{' '}
            <Link
              to={`/t/${tenant}/${listNamedBy(instructionId)}/${encodeURIComponent(instructionId)}`}
            >
              <code>{instructionId}</code>
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
