import { InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import * as z from 'zod/mini';
import type { RuntimeConfiguration } from './runtime-configuration.ts';

/** What a person may be asked to tell the console; refresh tokens come without a scope of their own. */
const DEFAULT_SCOPE = 'openid email profile';

/** Seconds before a token's end at which it is renewed: a renewal that fails once can be repeated before it is too late. */
const RENEW_BEFORE_SECONDS = 60;

/**
 * Tokens stay in memory: what is stored in the browser can be read by whatever runs in it. Only the redirect's own state,
 * which has to outlive the page, goes into sessionStorage.
 */
export function userManagerOf(configuration: RuntimeConfiguration): UserManager {
  const home = `${window.location.origin}/`;
  return new UserManager({
    authority: configuration.issuer,
    client_id: configuration.clientId,
    redirect_uri: home,
    post_logout_redirect_uri: home,
    response_type: 'code',
    scope: configuration.scope ?? DEFAULT_SCOPE,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
    automaticSilentRenew: true,
    accessTokenExpiringNotificationTimeInSeconds: RENEW_BEFORE_SECONDS,
    // The library's own list without the moment of the sign-in, which large amounts ask for.
    filterProtocolClaims: ['nbf', 'jti', 'nonce', 'acr', 'amr', 'azp', 'at_hash'],
    // A frame in the page would need a permission of the content security policy, and third-party cookies.
    monitorSession: false,
  });
}

const returning = z.object({ returnTo: z.string() });

/** What a redirect carries: the place in the console that it comes back to. */
export function redirectState(): { readonly returnTo: string } {
  const { pathname, search, hash } = window.location;
  return { returnTo: `${pathname}${search}${hash}` };
}

/** Where a page that just came from the issuer goes on; null where it does not come from there. */
export function placeAhead({ search }: Pick<Location, 'search'>): string | null {
  const id = new URLSearchParams(search).get('state');
  const kept = id === null ? null : window.sessionStorage.getItem(`oidc.${id}`);
  if (kept === null) return null;
  try {
    const redirect = z.object({ data: z.unknown() }).parse(JSON.parse(kept));
    return placeOf(redirect.data);
  } catch {
    return null;
  }
}

/** The place that a redirect began at. Only a path of this console: an address of elsewhere is no place of it. */
export function placeOf(state: unknown): string {
  const parsed = returning.safeParse(state);
  if (!parsed.success) return '/';
  const { returnTo } = parsed.data;
  return /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}
