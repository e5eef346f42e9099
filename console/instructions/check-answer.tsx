import { AlertIcon, CheckCircleIcon, type Icon, StopIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { Lines } from '../display/loaded.tsx';
import { Problem } from '../display/problem.tsx';
import { When } from '../display/when.tsx';
import classes from './instructions.module.css';
import type { Check, Checked } from './use-check.ts';

const SHOWN: Readonly<Record<Check['result'], readonly [icon: Icon, text: string]>> = {
  accepted: [CheckCircleIcon, 'accepted'],
  'requested-before': [CheckCircleIcon, 'requested before'],
  refused: [StopIcon, 'refused'],
  unknown: [AlertIcon, 'not known'],
};

/** What the API says of the request. It is asked again with the request itself, which decides. */
export function CheckAnswer({ check, error, isAsking }: Checked) {
  if (error !== null) return <Problem error={error} />;
  if (isAsking || check === undefined) return <Lines count={2} />;
  const [Shape, word] = SHOWN[check.result];
  const { title, detail } = saidOf(check);
  return (
    <section className={classes.check} aria-label="Check" data-result={check.result}>
      <span className={classes.checkResult}>
        <Shape size={14} aria-label={word} />
      </span>
      <div>
        <p className={classes.checkTitle}>{title}</p>
        <p className={classes.quiet}>
          <bdi>{detail}</bdi>
        </p>
        {check.snapshot !== null && (
          <p className={classes.quiet}>
            Judged <When at={check.asOf} as="second" />, on the snapshot of{' '}
            <When at={check.snapshot.takenAt} as="second" />.
          </p>
        )}
      </div>
    </section>
  );
}

function saidOf(check: Check): { readonly title: string; readonly detail: ReactNode } {
  switch (check.result) {
    case 'accepted':
      return { title: 'Nothing is in its way', detail: approversText(check.approvalsRequired) };
    case 'requested-before':
      return { title: 'You have requested it before', detail: check.instructionId };
    case 'refused':
      return check;
    case 'unknown':
      return { title: 'It cannot be said before it is sent', detail: check.detail };
    default:
      return check satisfies never;
  }
}

/** Who approves what is accepted. */
export function approversText(people: 0 | 1 | 2): string {
  switch (people) {
    case 0:
      return 'It is sent at once, without another person.';
    case 1:
      return 'One other person approves it.';
    case 2:
      return 'Two other people approve it.';
    default:
      return people satisfies never;
  }
}
