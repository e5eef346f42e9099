import type { User, UserManager } from 'oidc-client-ts';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import { AuthProvider, useAuth } from 'react-oidc-context';
import { forgetDrafts } from './drafts.ts';
import type { RuntimeConfiguration } from './runtime-configuration.ts';
import { isOldGivenBack } from './sign-in-again.ts';
import { placeOf, redirectState } from './sign-in-settings.ts';
import { forgetKept } from './sign-out.ts';
import { forgetSignedOut, markSignedOut, type SignOutReason } from './signed-out-mark.ts';

const ConfigurationContext = createContext<RuntimeConfiguration | null>(null);

export function useConfiguration(): RuntimeConfiguration {
  const configuration = use(ConfigurationContext);
  if (configuration === null) throw new Error('there is no SessionProvider around this');
  return configuration;
}

interface SessionProviderProps {
  readonly configuration: RuntimeConfiguration;
  readonly userManager: UserManager;
  readonly children: ReactNode;
}

/** Signs people in, and takes them back to the place where the redirect began. */
export function SessionProvider({ configuration, userManager, children }: SessionProviderProps) {
  const returned = (user: User | undefined) => {
    forgetSignedOut();
    window.history.replaceState({}, '', placeOf(user?.state));
  };
  return (
    <ConfigurationContext value={configuration}>
      <AuthProvider userManager={userManager} onSigninCallback={returned}>
        {children}
      </AuthProvider>
    </ConfigurationContext>
  );
}

export interface Session {
  /** Goes to the issuer and comes back to this very place; as a person of a local stack if one is named. */
  readonly signIn: (as?: { readonly personId: string }) => Promise<void>;
  /** Goes to the issuer, which asks again who it is: for what needs a sign-in of a moment ago. */
  readonly signInAgain: () => Promise<void>;
  readonly signOut: (reason: SignOutReason) => Promise<void>;
  /** The moment of the last sign-in, as the issuer states it; null where it does not. */
  readonly signedInAt: Date | null;
  /** Whether the issuer was asked for a new sign-in, and gave back the one of before. */
  readonly isOldGivenBack: boolean;
}

export function useSession(): Session {
  const auth = useAuth();
  const { clientId } = useConfiguration();
  const { signinRedirect, signoutRedirect, removeUser, revokeTokens, user } = auth;

  const username = user?.profile['cognito:username'] ?? user?.profile.username;

  const signIn = useCallback<Session['signIn']>(
    async (as) => {
      forgetSignedOut();
      await signinRedirect({
        state: redirectState(),
        ...(as !== undefined && { prompt: 'login', login_hint: as.personId }),
      });
    },
    [signinRedirect],
  );
  const signInAgain = useCallback(async () => {
    await signinRedirect({
      state: { ...redirectState(), askedAgainAt: Date.now() },
      prompt: 'login',
      max_age: 0,
      ...(typeof username === 'string' && { login_hint: username }),
    });
  }, [signinRedirect, username]);
  const signOut = useCallback<Session['signOut']>(
    async (reason) => {
      markSignedOut(reason);
      forgetDrafts();
      await forgetKept();
      // Before the redirect, which ends the session alone: a refresh token outlives it. The person signs out even
      // where the issuer cannot be told.
      await revokeTokens(['refresh_token']).catch(() => undefined);
      try {
        // Cognito takes these two; the others take what the library sends itself.
        const extraQueryParams = { client_id: clientId, logout_uri: `${window.location.origin}/` };
        await signoutRedirect({ extraQueryParams });
      } catch {
        // An issuer without an address for it: then the end of the tokens is all there is.
        await removeUser();
        window.location.assign('/');
      }
    },
    [signoutRedirect, removeUser, revokeTokens, clientId],
  );
  const authTime = user?.profile.auth_time;
  const state = user?.state;
  return useMemo(() => {
    const signedInAt = authTime === undefined ? null : new Date(authTime * 1_000);
    return {
      ...{ signIn, signInAgain, signOut, signedInAt },
      isOldGivenBack: isOldGivenBack(state, signedInAt),
    };
  }, [signIn, signInAgain, signOut, authTime, state]);
}
