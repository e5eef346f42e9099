import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAuth } from 'react-oidc-context';
import classes from './session.module.css';
import { useSession } from './session.tsx';
import { isSessionOver, setSessionOver, subscribeToSession } from './session-over.ts';

/** Above a screen whose session ended: what is on it stays, and signing in again comes back to this very place. */
export function SessionEnded() {
  const isOver = useSessionOver();
  const { signIn } = useSession();
  if (!isOver) return null;
  return (
    <div role="alert" className={classes.ended}>
      <span>Your session is over. What you have entered is kept in this tab.</span>
      <Button size="compact-sm" onClick={() => void signIn()}>
        Sign in again
      </Button>
    </div>
  );
}

/** True once the token is refused or expired, and a refresh token brought no other. */
function useSessionOver(): boolean {
  const { user, events, signinSilent } = useAuth();
  const queries = useQueryClient();
  const isRefused = useSyncExternalStore(subscribeToSession, isSessionOver);
  const [hasFailed, setFailed] = useState(false);
  const refreshToken = user?.refresh_token;

  useEffect(() => events.addAccessTokenExpired(() => setSessionOver(true)), [events]);
  useEffect(
    () =>
      events.addUserLoaded(() => {
        setSessionOver(false);
        setFailed(false);
        // Whatever was refused meanwhile is asked again.
        void queries.invalidateQueries();
      }),
    [events, queries],
  );
  useEffect(() => {
    if (!isRefused) return;
    // Without a refresh token the library would open a frame, which the content security policy refuses.
    if (refreshToken === undefined) setFailed(true);
    else {
      // The library answers with null where it failed.
      void signinSilent().then((renewed) => {
        if (renewed === null) setFailed(true);
      });
    }
  }, [isRefused, refreshToken, signinSilent]);
  return isRefused && hasFailed;
}
