import type { components } from '@sluice/client';
import classes from './deciding.module.css';

type Reason = components['schemas']['WhyNot'];

/** What comes next, by the API's reason. The API's own sentence stands above it. */
const NEXT: Readonly<Record<Reason['code'], string>> = {
  program: 'Sign in as a person.',
  role: 'A colleague who has the role decides. Settings shows which roles may.',
  'own-proposal': 'Send a colleague this address, or take your word back.',
  'already-decided': 'Another person still has to.',
  expired: 'Ask for it again, if it is still wanted.',
  'not-trusted': 'Leave it alone, and tell the people who operate Sluice: it was written past it.',
  changed: 'What it rests on is another by now. Decline it, and ask for it again.',
  'not-yet': 'It is possible by itself once that has come; this page shows it.',
  blocked: 'Do that first; this page shows when it is possible.',
  'newer-version':
    'This version of Sluice does not read the ledger: look again once one runs that does.',
};

/** Why this person cannot decide about something, and what would help. */
export function WhyNot({ reason }: { readonly reason: Reason }) {
  return (
    <div className={classes.whyNot} role="note">
      <p>
        <strong>You cannot decide about this.</strong> <bdi>{reason.message}</bdi>
      </p>
      <p className={classes.quiet}>{NEXT[reason.code]}</p>
    </div>
  );
}
