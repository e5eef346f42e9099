import type { ReactNode } from 'react';
import { SignInAgain } from '../display/sign-in-again.tsx';
import { useNow } from '../display/use-now.ts';
import { useSession } from '../session/session.tsx';
import classes from './approving.module.css';
import { isRecent, RECENT_MINUTES } from './recent-sign-in.ts';

interface RecentSignInProps {
  readonly isNeeded: boolean;
  readonly children: ReactNode;
}

/** Lets a decision above the limit be taken only by a person who signed in a moment ago. */
export function RecentSignIn({ isNeeded, children }: RecentSignInProps) {
  const { signedInAt } = useSession();
  const now = useNow();
  // Where the issuer does not say when, the API decides: a stage that demands it refuses.
  if (!isNeeded || signedInAt === null || isRecent(signedInAt, now)) return children;
  return (
    <div className={classes.signIn}>
      <p>
        Above the limit, this takes a sign-in under {RECENT_MINUTES} minutes old. What you have
        entered is kept.
      </p>
      <SignInAgain />
    </div>
  );
}
