import { timingSafeEqual } from 'node:crypto';
import { type Authentication, fingerprintOfDigest, tokenDigest } from '../journal/journal-entry.ts';
import { type Answer, problem } from './answer.ts';

/** The permissions of a token. */
export type TokenAccess = 'full' | 'read';

/** A token by its digest; the token itself is not kept. */
export interface AcceptedToken {
  readonly digest: string;
  readonly access: TokenAccess;
}

/** The token a request shows (reference, part 5), and how. */
export interface Presented {
  readonly authentication: Authentication;
  readonly token: string | null;
  /** Set if a token was shown in a way that cannot be accepted. */
  readonly refusal: Answer | null;
}

export type Authenticated =
  | { readonly ok: true; readonly access: TokenAccess; readonly fingerprint: string }
  | { readonly ok: false; readonly answer: Answer };

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
/** Query parameters whose value is taken for a secret when a path is written down. */
const TOKEN_PARAMETER = /token/i;
const CHALLENGE = { 'www-authenticate': 'Bearer realm="sandbox"' } as const;
const CHALLENGE_INVALID = {
  'www-authenticate': 'Bearer realm="sandbox", error="invalid_token"',
} as const;

/** Reads the token from the Authorization header or from the query parameter `token`. */
export function presentedToken(header: string | undefined, query: URLSearchParams): Presented {
  const inQuery = query.getAll('token');
  if (header !== undefined && inQuery.length > 0) {
    return refused('bearer', 'send it in the header or in the query, not in both');
  }
  if (inQuery.length > 1) return refused('query', 'the query holds it several times');
  const [token] = inQuery;
  if (token !== undefined && token !== '') {
    return { authentication: 'query', token, refusal: null };
  }
  const bearer = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (bearer !== undefined) return { authentication: 'bearer', token: bearer, refusal: null };
  return { authentication: 'none', token: null, refusal: null };
}

/** Decides on a presented token. Every accepted digest is compared, in constant time each. */
export function authenticate(
  presented: Presented,
  accepted: readonly AcceptedToken[],
): Authenticated {
  if (presented.refusal !== null) return { ok: false, answer: presented.refusal };
  if (presented.token === null) {
    const detail = 'send "Authorization: Bearer <token>", or the query parameter token';
    return { ok: false, answer: problem('missing-token', detail, CHALLENGE) };
  }
  const digest = Buffer.from(tokenDigest(presented.token), 'hex');
  const match = accepted.filter((entry) =>
    timingSafeEqual(Buffer.from(entry.digest, 'hex'), digest),
  );
  const [first] = match;
  if (first === undefined) {
    const detail = 'it is unknown, or was replaced';
    return { ok: false, answer: problem('invalid-token', detail, CHALLENGE_INVALID) };
  }
  return { ok: true, access: first.access, fingerprint: fingerprintOfDigest(first.digest) };
}

/** Path and query as they may be written down: without the token, wherever it stands. */
export function pathWithoutToken(url: URL, token: string | null): string {
  const query = new URLSearchParams(
    [...url.searchParams]
      .filter(([name]) => !TOKEN_PARAMETER.test(name))
      .map(([name, value]): [string, string] => [
        withoutToken(name, token),
        withoutToken(value, token),
      ]),
  );
  const encoded = token === null ? null : encodeURIComponent(token);
  const path = withoutToken(withoutToken(url.pathname, token), encoded);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A text in which a presented token is replaced, should a client have put it there too. */
export function withoutToken(text: string, token: string | null): string {
  return token === null || token === '' ? text : text.replaceAll(token, 'TOKEN-REMOVED');
}

function refused(authentication: Authentication, detail: string): Presented {
  return { authentication, token: null, refusal: problem('ambiguous-credentials', detail) };
}
