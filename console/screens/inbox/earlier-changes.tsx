import { Link, useSearchParams } from 'react-router';
import { useRead } from '../../api/use-read.ts';
import { personName } from '../../approving/instruction.ts';
import { Loaded } from '../../display/loaded.tsx';
import { Status } from '../../display/status.tsx';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import { type PolicyChange, subjectId } from './change.ts';
import classes from './inbox.module.css';
import { openItemText } from './kinds.ts';

/** Changes that are looked through for those of the same subject, and how many of them are shown. */
const LOOKED_AT = 50;
const SHOWN = 5;

const DECIDED = ['approved', 'declined', 'withdrawn', 'superseded', 'expired'] as const;

/** What became of earlier changes of the same. */
export function EarlierChanges({ change }: { readonly change: PolicyChange }) {
  const text = change.kind === 'controls' ? undefined : subjectId(change);
  const query = { state: [...DECIDED], limit: LOOKED_AT, ...(text !== undefined && { text }) };
  const changes = useRead('/v1/changes', { query });
  return (
    <Panel title="What became of the same earlier">
      <Loaded query={changes} lines={3}>
        {({ items, names }) => (
          <Earlier
            names={names}
            items={items
              .filter(({ id, subject }) => subject === change.subject && id !== change.id)
              .slice(0, SHOWN)}
          />
        )}
      </Loaded>
    </Panel>
  );
}

interface EarlierProps {
  readonly items: readonly PolicyChange[];
  readonly names: PolicyChange['names'];
}

function Earlier({ items, names }: EarlierProps) {
  const [search] = useSearchParams();
  if (items.length === 0)
    return <p className={classes.quiet}>It was never changed by two people before.</p>;
  const to = (id: string) => {
    const next = new URLSearchParams(search);
    next.set('open', openItemText({ kind: 'policy-change', id }));
    return `?${next}`;
  };
  return (
    <ul className={classes.earlier}>
      {items.map(({ id, state, madeAt, madeBy, decided, widens }) => (
        <li key={id}>
          <Status state={state} />
          <span>
            <Link to={to(id)}>
              <When at={madeAt} as="minute" />
            </Link>
            , <bdi>{personName(names, madeBy)}</bdi>: <bdi>{widens.join('; ')}</bdi>
            {decided !== undefined && (
              <span className={classes.quiet}>
                {' '}
                — <bdi>{personName(names, decided.by)}</bdi>: “<bdi>{decided.comment}</bdi>”
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
