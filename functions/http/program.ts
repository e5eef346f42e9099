/** The claims of a token, as API Gateway hands them on. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * True for the token of a program, which it got for its own credentials: nobody signed in. Such a token
 * names the client as its subject (RFC 9068, and Cognito); some issuers say it in other words. No subject
 * at all is nobody's.
 */
export function isProgram(claims: Claims): boolean {
  const { sub, client_id: client, azp, gty, idtyp } = claims;
  if (sub === undefined || sub === '') return true;
  if (sub === client || sub === azp) return true;
  return gty === 'client-credentials' || idtyp === 'app';
}
