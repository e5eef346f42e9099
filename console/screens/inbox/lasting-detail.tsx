import { Link } from 'react-router';
import { capitalised } from '../../display/capitalised.ts';
import { Empty } from '../../display/empty.tsx';
import { INBOX_KIND_TEXTS } from '../../display/inbox-kinds.ts';
import { When } from '../../display/when.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './inbox.module.css';
import type { InboxItem } from './kinds.ts';

/** Where it is mended. */
function placeOf({ kind, id }: InboxItem): { readonly path: string; readonly what: string } {
  const name = encodeURIComponent(id);
  if (kind === 'calendar-ending') return { path: `calendars/${name}`, what: 'calendar' };
  if (kind === 'webhook-failing') {
    return { path: `settings/webhooks/${name}/edit`, what: 'webhook' };
  }
  return { path: `rules/${name}`, what: 'rule' };
}

/** What takes no approval: it is over once the balance, or the calendar, is as it should be. */
export function LastingDetail({ item }: { readonly item: InboxItem | undefined }) {
  const tenant = useTenant();
  if (item === undefined) return <Empty title="It is over: nothing waits here any more." />;
  const { kind, message, since } = item;
  const { path, what } = placeOf(item);
  const name = capitalised(INBOX_KIND_TEXTS[kind].one);
  return (
    <section aria-label={name}>
      <h2 className={classes.heading}>{name}</h2>
      <p>
        <bdi>{message}</bdi>
      </p>
      <p>
        Since <When at={since} />.
      </p>
      <p>
        <Link to={`/t/${tenant}/${path}`}>{`Open the ${what}`}</Link>
      </p>
    </section>
  );
}
