import { Fragment } from 'react';
import { Link } from 'react-router';
import { Status } from '../../display/status.tsx';
import { formatDuration } from '../../display/times.ts';
import { When } from '../../display/when.tsx';
import { Panel } from '../../layout/page.tsx';
import type { Overview } from '../../layout/shell-state.tsx';
import { useTenant } from '../../session/person.tsx';
import classes from './overview.module.css';

const SNAPSHOTS: Readonly<Record<Overview['health']['state'], string>> = {
  ok: 'in time',
  late: 'late',
  missed: 'the last one failed',
  none: 'none yet',
};

/** Whether snapshots come in time, whether the service answers, and whether money moves. */
export function Health({ overview }: { readonly overview: Overview }) {
  const { health, mode } = overview;
  const { lastSnapshot, lastMiss } = health;
  const tenant = useTenant();
  return (
    <Panel title="Health">
      <dl className={classes.facts}>
        <dt>Snapshots</dt>
        <dd>
          <Status state={health.state} text={SNAPSHOTS[health.state]} />
        </dd>
        <dt>Last one</dt>
        <dd>
          {lastSnapshot === null ? 'none' : <When at={lastSnapshot.takenAt} />}{' '}
          <span className={classes.quiet}>(every {formatDuration(health.everySeconds)})</span>
        </dd>
        <dt>Mode</dt>
        <dd>
          <Status state={mode} />
        </dd>
        <dt>Service</dt>
        <dd>
          {lastMiss === null ? (
            <Status state="ok" text="answers" />
          ) : (
            <>
              <Status state="missed" text={lastMiss.code} />
              <p>{lastMiss.reason}</p>
            </>
          )}
        </dd>
        {overview.calendarsEnding.map((each) => (
          <Fragment key={each.id}>
            <dt>
              Calendar <bdi>{each.label}</bdi>
            </dt>
            <dd>
              <Status
                state={each.hasEnded ? 'missed' : 'late'}
                text={each.hasEnded ? `ended on ${each.until}` : `ends on ${each.until}`}
              />
              <p>
                {each.hasEnded ? 'Nothing leaves' : 'From then on nothing leaves'} by{' '}
                <bdi>{each.rules.join(', ')}</bdi>.{' '}
                <Link to={`/t/${tenant}/calendars/${each.id}`}>Extend it</Link>
              </p>
            </dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}
