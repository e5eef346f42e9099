import { Button } from '@mantine/core';
import { useSession } from '../session/session.tsx';
import { When } from './when.tsx';

interface SignInAgainProps {
  readonly isSmall?: boolean;
}

/**
 * The way out of a sign-in that is too old: back to this place, with what was entered. An issuer that gave back the old
 * sign-in would do so again: then only signing out there helps.
 */
export function SignInAgain({ isSmall = false }: SignInAgainProps) {
  const { signInAgain, signOut, signedInAt, isOldGivenBack } = useSession();
  const size = isSmall ? { size: 'compact-sm' } : {};
  if (!isOldGivenBack) {
    return (
      <Button {...size} onClick={() => void signInAgain()}>
        Sign in again
      </Button>
    );
  }
  return (
    <>
      <p>
        The sign-in page did not ask who you are: it gave back your sign-in of{' '}
        <When at={signedInAt?.toISOString()} as="minute" />. Sign out, then sign in with your
        password or passkey. If that does not help either, tell whoever looks after your sign-in.
      </p>
      <Button {...size} onClick={() => void signOut('asked')}>
        Sign out
      </Button>
    </>
  );
}
