import type { components } from '@sluice/client';
import { Link } from 'react-router';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

type InboxKind = components['schemas']['InboxItem']['kind'];

/** Kinds of what waits, as the inbox names them, for one and for several. */
const KINDS: Readonly<Record<InboxKind, readonly [one: string, several: string]>> = {
  withdrawal: ['withdrawal', 'withdrawals'],
  trade: ['trade', 'trades'],
  'policy-change': ['change of the policy', 'changes of the policy'],
  resumption: ['resumption', 'resumptions'],
  settlement: ['unknown outcome', 'unknown outcomes'],
  unbooked: ['amount that no balance shows', 'amounts that no balance shows'],
  rearming: ['re-arming', 're-armings'],
  break: ['break', 'breaks'],
  'low-balance': ['balance that is too low', 'balances that are too low'],
  'calendar-ending': ['calendar that ends', 'calendars that end'],
};

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
  return isKind(kind) ? KINDS[kind][count === 1 ? 0 : 1] : kind;
}

function isKind(kind: string): kind is InboxKind {
  return Object.hasOwn(KINDS, kind);
}
