import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import type { AuthoriserModel } from '../assembly/model.ts';

/** The algorithms that API Gateway's JWT authoriser accepts: RSA signatures, whatever the token's header says. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512'];

const discovery = z.object({ jwks_uri: z.url() });

export type Authorisation =
  | {
      readonly ok: true;
      /** Every claim as text, the way API Gateway hands them on. */
      readonly claims: Readonly<Record<string, string>>;
      readonly scopes: readonly string[] | null;
    }
  | { readonly ok: false; readonly status: 401 | 403; readonly wwwAuthenticate: string };

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * API Gateway's JWT authoriser: signature by the issuer's published keys, issuer, lifetime, a time of issue that is
 * not to come, and the audience in `aud`, or in `client_id` where there is no `aud`. Scopes, where a route asks for some,
 * need one in common.
 */
export class Authoriser {
  readonly #model: AuthoriserModel;
  #keys: Promise<KeySet> | null = null;

  constructor(model: AuthoriserModel) {
    this.#model = model;
  }

  async authorise(header: string | undefined, scopes: readonly string[]): Promise<Authorisation> {
    const token = header?.replace(/^Bearer /i, '').trim();
    if (token === undefined || token === '') return refused(401, 'Bearer');
    const payload = await this.#verified(token);
    if (payload === null) {
      return refused(401, 'Bearer scope="" error="invalid_token"');
    }
    const granted = scopesOf(payload);
    if (scopes.length > 0 && !scopes.some((scope) => granted.includes(scope))) {
      const wanted = scopes.join(' ');
      return refused(403, `Bearer scope="${wanted}" error="insufficient_scope"`);
    }
    return { ok: true, claims: claimsAsText(payload), scopes: scopes.length > 0 ? granted : null };
  }

  async #verified(token: string): Promise<JWTPayload | null> {
    try {
      this.#keys ??= keysOf(this.#model.issuer);
      const { payload } = await jwtVerify(token, await this.#keys, {
        issuer: this.#model.issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'iss'],
      });
      return this.#isForUs(payload) && !isOfTheFuture(payload) ? payload : null;
    } catch (error) {
      // Whatever is wrong with a token is the caller's; an issuer that does not answer is not.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return null;
      this.#keys = null;
      throw error;
    }
  }

  #isForUs({ aud, client_id: clientId }: JWTPayload): boolean {
    const audiences = aud ?? (typeof clientId === 'string' ? clientId : []);
    return [audiences].flat().some((audience) => this.#model.audience.includes(audience));
  }
}

/** API Gateway takes no token of a clock that is ahead of its own. */
function isOfTheFuture({ iat }: JWTPayload): boolean {
  return iat !== undefined && iat > Date.now() / 1_000;
}

async function keysOf(issuer: string): Promise<KeySet> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  const { jwks_uri: uri } = discovery.parse(await answer.json());
  return createRemoteJWKSet(new URL(uri));
}

function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  const text = scope ?? scp;
  if (Array.isArray(text)) return text.map(String);
  return typeof text === 'string' ? text.split(' ').filter((each) => each !== '') : [];
}

/** Lists in brackets with blanks between, numbers and booleans as text. */
function claimsAsText(payload: JWTPayload): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, claimText(value)]),
  );
}

function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(claimText).join(' ')}]`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function refused(status: 401 | 403, wwwAuthenticate: string): Authorisation {
  return { ok: false, status, wwwAuthenticate };
}
