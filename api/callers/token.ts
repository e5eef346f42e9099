import { ProblemError, problem } from '../problems/problem.ts';
import type { GatewayEvent } from '../requests/api-event.ts';

/** The claims of a token, as its issuer wrote them: lists are lists. */
export type Claims = Readonly<Record<string, unknown>>;

/** A JWT as a client sends it, and nothing beside it: several headers arrive as one text with commas. */
const BEARER = /^(?:bearer +)?[\w-]+\.([\w-]+)\.[\w-]+$/i;

/** Claims that the gateway's copy and the token must agree on: the person and the issuer. */
const SAME = ['iss', 'sub'] as const;

/**
 * The claims of the very token that the gateway verified, from the token itself. The gateway passes text on: a list
 * as "[assistant treasurer]", which is one group or two. A member of a group of the first kind must not be mistaken
 * for a member of the second.
 */
export function claimsOf({
  headers,
  requestContext,
}: Pick<GatewayEvent, 'headers' | 'requestContext'>): Claims {
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'authorization');
  const claims = sent.length === 1 ? decoded(sent[0]?.[1] ?? '') : null;
  const verified: Claims = requestContext.authorizer.jwt.claims;
  const isSame = SAME.every((name) => textOf(claims?.[name]) === textOf(verified[name]));
  if (claims === null || !isSame) throw notAnAccessToken('authorization', 'no token that is read');
  return claims;
}

/** No caller is let in by a token that is not for calling an API. */
export function notAnAccessToken(field: string, seen: string): ProblemError {
  return new ProblemError(
    problem('not-an-access-token', {
      fields: [{ field, seen, accepted: 'one access token' }],
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  );
}

function decoded(header: string): Claims | null {
  const [, payload] = BEARER.exec(header.trim()) ?? [];
  if (payload === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : null;
  } catch {
    return null;
  }
}

function textOf(claim: unknown): string {
  return claim === undefined || claim === null ? '' : String(claim);
}
