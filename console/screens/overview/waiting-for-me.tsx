import { Link } from 'react-router';
import { INBOX_KIND_TEXTS, isInboxKind } from '../../display/inbox-kinds.ts';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

/** What waits for a decision, and how much of it for this person. */
export function WaitingForMe({ overview }: { readonly overview: Overview }) {
  const tenant = useTenant();
  const { waiting } = overview;
  return (
    <Panel title="Waiting for you">
      {waiting === null ? (
        <p className={classes.warning}>
          What waits cannot be verified at the moment. It is not nothing: look again in a minute.
        </p>
      ) : waiting.total === 0 ? (
        <p className={classes.quiet}>Nothing waits for a decision.</p>
      ) : (
        <>
          <p className={classes.big}>
            <Link to={`/t/${tenant}/inbox`}>
              {waiting.forMe} of {waiting.total}
            </Link>{' '}
            <span className={classes.quiet}>for you to decide</span>
          </p>
          <ul className={classes.plainList}>
            {Object.entries(waiting.byKind).map(([kind, count]) => (
              <li key={kind}>
                <Link to={`/t/${tenant}/inbox?kind=${encodeURIComponent(kind)}`}>
                  {count} {kindText(kind, count)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function kindText(kind: string, count: number): string {
  if (!isInboxKind(kind)) return kind;
  const { one, several } = INBOX_KIND_TEXTS[kind];
  return count === 1 ? one : several;
}
