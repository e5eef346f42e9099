import { Button, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useAuth } from 'react-oidc-context';
import classes from './session.module.css';
import { useConfiguration, useSession } from './session.tsx';
import { signedOutReason } from './signed-out-mark.ts';

interface SignedInOnlyProps {
  readonly children: ReactNode;
  /** Drawn while it is not known yet who it is. */
  readonly waiting: ReactNode;
}

/** Shows its content to people who are signed in; all others go to the issuer, without a click where it knows them. */
export function SignedInOnly({ children, waiting }: SignedInOnlyProps) {
  const { isAuthenticated, isLoading, activeNavigator, error, user } = useAuth();
  const { signIn } = useSession();
  const reason = signedOutReason();
  // A session that ended in front of a form is renewed by a person: the page, and what is in it, stays.
  const mayRedirect =
    user == null && !isLoading && activeNavigator === undefined && !error && reason === null;

  useEffect(() => {
    if (mayRedirect) void signIn();
  }, [mayRedirect, signIn]);

  if (isAuthenticated || user != null) return children;
  if (error !== undefined && !isLoading) {
    return <Stopped title="The sign-in failed" text={error.message} />;
  }
  if (reason === 'idle') {
    return <Stopped title="You were signed out" text="The console was left alone for a while." />;
  }
  if (reason === 'asked') {
    return <Stopped title="You are signed out" text="Nothing of this session is left here." />;
  }
  return waiting;
}

/** The end of a session, or of the attempt to begin one, and the way back in. */
function Stopped({ title, text }: { readonly title: string; readonly text: string }) {
  const { signIn } = useSession();
  const { people = [], stage } = useConfiguration();
  return (
    <main className={classes.stopped}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Sluice · {stage}
        </Text>
        <Title order={1}>{title}</Title>
        <Text>{text}</Text>
        {people.length === 0 ? (
          <Button onClick={() => void signIn()}>Sign in</Button>
        ) : (
          people.map(({ id, name, roles }) => (
            <Button
              key={id}
              variant="default"
              justify="space-between"
              rightSection={<Text size="xs">{roles.join(', ')}</Text>}
              onClick={() => void signIn({ personId: id })}
            >
              {name}
            </Button>
          ))
        )}
      </Stack>
    </main>
  );
}
