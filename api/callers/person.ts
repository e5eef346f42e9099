import { identityEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import type { Claims } from './token.ts';

const { CLIENT_CLAIM, PERSON_PROOF_CLAIM, PERSON_PROOF_VALUES } =
  readEnvironment(identityEnvironment);

/** How Keycloak names the person that it makes up for a client. */
const MADE_UP_PERSON = /^service-account-/;

/**
 * True for the token of a person who signed in. It takes a proof: a claim that the issuer writes only for people
 * (PERSON_PROOF_CLAIM, and its values if it has several). A token without it is a program's, whatever its name and
 * whatever group it is in. And an issuer's mark for programs counts before any proof.
 */
export function isPerson(claims: Claims): boolean {
  return !isMarkedAsProgram(claims) && isProven(claims[PERSON_PROOF_CLAIM]);
}

/** The client that a token was issued to: of a program, its name. */
export function clientOfToken(claims: Claims): string | null {
  const names = CLIENT_CLAIM === undefined ? ['client_id', 'azp'] : [CLIENT_CLAIM];
  return names.map((name) => text(claims[name])).find((name) => name !== null) ?? null;
}

/**
 * Its client is its subject (RFC 9068, and Cognito); some issuers mark it in other ways. A token without a subject is
 * no person's.
 */
function isMarkedAsProgram(claims: Claims): boolean {
  const { client_id: client, azp, gty, idtyp } = claims;
  const sub = text(claims.sub);
  if (sub === null || [client, azp, clientOfToken(claims)].includes(sub)) return true;
  if ([gty].flat().includes('client-credentials') || idtyp === 'app') return true;
  return MADE_UP_PERSON.test(text(claims.preferred_username) ?? '');
}

function isProven(proof: unknown): boolean {
  const said = [proof].flat().filter((each) => isSomething(each));
  if (PERSON_PROOF_VALUES === undefined) return said.length > 0;
  return said.some((each) => PERSON_PROOF_VALUES.includes(String(each)));
}

/** A time of 0, `false` and an empty text mean that no person signed in. */
function isSomething(value: unknown): boolean {
  return value === true || text(value) !== null || (typeof value === 'number' && value > 0);
}

function text(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim : null;
}
