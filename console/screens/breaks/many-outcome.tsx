import { Button } from '@mantine/core';
import { Link } from 'react-router';
import parts from '../../display/parts.module.css';
import { Status } from '../../display/status.tsx';
import { useTenant } from '../../session/person.tsx';
import type { DecidedBreaks } from './types.ts';

interface ManyOutcomeProps {
  readonly decided: DecidedBreaks;
  readonly close: () => void;
}

/** What became of each of them: each is written by itself, whole or not at all. */
export function ManyOutcome({ decided, close }: ManyOutcomeProps) {
  const tenant = useTenant();
  const done = decided.items.filter(({ result }) => result === 'done').length;
  const others = decided.items.filter(({ result }) => result !== 'done');
  return (
    <div className={parts.stack} role="status">
      <p>
        <Status state="done" tone="good" text={`Recorded: ${done} of ${decided.items.length}`} />
      </p>
      {decided.more && <p>More match: open this again for the rest.</p>}
      {others.length > 0 && (
        <>
          <p>These stayed as they were:</p>
          <ul className={parts.reasons}>
            {others.map((each) => (
              <li key={each.id}>
                <Link to={`/t/${tenant}/breaks/${encodeURIComponent(each.id)}`}>
                  <bdi>{each.id}</bdi>
                </Link>
                : {each.result === 'refused' ? each.message : 'it changed meanwhile'}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={parts.buttons}>
        <Button onClick={close}>Done</Button>
      </div>
    </div>
  );
}
