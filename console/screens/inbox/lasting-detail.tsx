import { Link } from 'react-router';
import { Empty } from '../../display/empty.tsx';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './inbox.module.css';
import { type InboxItem, KINDS } from './kinds.ts';

/** What takes no approval: it is over once the balance, or the calendar, is as it should be. */
export function LastingDetail({ item }: { readonly item: InboxItem | undefined }) {
  const tenant = useTenant();
  if (item === undefined) return <Empty title="It is over: nothing waits here any more." />;
  const { kind, id, message, since } = item;
  return (
    <section aria-label={KINDS[kind].one}>
      <h2 className={classes.heading}>{KINDS[kind].one}</h2>
      <p>
        <bdi>{message}</bdi>
      </p>
      <p>
        Since <When at={since} />.
      </p>
      <p>
        {kind === 'calendar-ending' ? (
          <Link to={`/t/${tenant}/calendars/${encodeURIComponent(id)}`}>Open the calendar</Link>
        ) : (
          <Link to={`/t/${tenant}/rules/${encodeURIComponent(id)}`}>Open the rule</Link>
        )}
      </p>
    </section>
  );
}
