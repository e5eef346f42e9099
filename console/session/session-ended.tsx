import { Button } from '@mantine/core';
import { useAuth } from 'react-oidc-context';
import classes from './session.module.css';
import { useSession } from './session.tsx';

/** Above a screen whose session ended: what is on it stays, and signing in again comes back to this very place. */
export function SessionEnded() {
  const { isAuthenticated, activeNavigator } = useAuth();
  const { signIn } = useSession();
  if (isAuthenticated || activeNavigator !== undefined) return null;
  return (
    <div role="alert" className={classes.ended}>
      <span>Your session is over. What you have entered is kept in this tab.</span>
      <Button size="compact-sm" onClick={() => void signIn()}>
        Sign in again
      </Button>
    </div>
  );
}
