import { Link } from 'react-router';
import { pageOf } from '../../api/report-page.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../display/amount.tsx';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './inbox.module.css';

const SHOWN = 5;

interface EarlierBreaksProps {
  readonly currency: string;
  readonly except: string;
}

/** The last breaks of a currency that were explained, and what they were. */
export function EarlierBreaks({ currency, except }: EarlierBreaksProps) {
  const tenant = useTenant();
  const breaks = useRead('/v1/reports/breaks', {
    query: { currency, state: ['matched', 'explained', 'closed'], limit: SHOWN + 1 },
  });
  return (
    <Panel title={`What became of breaks of ${currency} earlier`}>
      <Loaded query={breaks} lines={3}>
        {(report) => {
          const items = pageOf(report)
            .items.filter(({ id }) => id !== except)
            .slice(0, SHOWN);
          if (items.length === 0) return <p className={classes.quiet}>There was none.</p>;
          return (
            <ul className={classes.earlier}>
              {items.map((each) => (
                <li key={each.id}>
                  <Status state={each.status.state} />
                  <span>
                    <Amount amount={each.amount} currency={each.currency} isSigned />,{' '}
                    <Link to={`/t/${tenant}/breaks/${encodeURIComponent(each.id)}`}>
                      <When at={each.openedAt} as="minute" />
                    </Link>
                    <span className={classes.quiet}>
                      {' '}
                      <bdi>{each.history.at(-1)?.message}</bdi>
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}
