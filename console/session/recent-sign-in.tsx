import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNow } from '../display/use-now.ts';
import classes from './session.module.css';
import { useSession } from './session.tsx';

/** Minutes after a sign-in for which the person at the desk is taken to be the one who signed in. */
const RECENT_MINUTES = 5;

interface RecentSignInProps {
  /** Whether what is decided is so large that it needs one: what takes two people to approve does. */
  readonly isNeeded: boolean;
  /** The button that decides. */
  readonly children: ReactNode;
}

/**
 * Lets a person decide about a large amount only shortly after a sign-in; otherwise it asks for one, and comes back to
 * this place. It guards the desk that was left open: the API decides about the rest.
 *
 * @public
 */
export function RecentSignIn({ isNeeded, children }: RecentSignInProps) {
  const { signedInAt, signInAgain } = useSession();
  const now = useNow();
  const isRecent = signedInAt !== null && isWithin(signedInAt, now);
  if (!isNeeded || isRecent) return children;
  return (
    <div className={classes.recent}>
      <span>
        An amount of this size takes a sign-in of the last {RECENT_MINUTES} minutes. You come back
        to this place.
      </span>
      <Button size="compact-sm" onClick={() => void signInAgain()}>
        Confirm that it is you
      </Button>
    </div>
  );
}

function isWithin(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < RECENT_MINUTES * 60_000;
}
