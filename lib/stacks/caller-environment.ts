import { VARIABLES } from '../../runtime/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/**
 * The variable of functions that put people on record. In our own pool an administrator gives user names, which never
 * change; at another issuer people may choose theirs, and the subject identifies them.
 */
export function callerEnvironment({
  identity,
}: StageConfiguration): Readonly<Record<string, string>> {
  return {
    [VARIABLES.callerClaim]: identity.kind === 'cognito' ? 'username' : identity.claims.person,
  };
}

/** The variables of every function behind the API: how the issuer tells people from programs, and names groups. */
export function identityEnvironment(
  configuration: StageConfiguration,
): Readonly<Record<string, string>> {
  const { recentSignIn } = configuration;
  return {
    ...tokenEnvironment(configuration),
    ...(recentSignIn !== undefined && { [VARIABLES.recentSignIn]: recentSignIn }),
  };
}

function tokenEnvironment({ identity }: StageConfiguration): Readonly<Record<string, string>> {
  // Cognito writes the user name into the tokens of people alone, and the time of signing in into all.
  if (identity.kind === 'cognito') return { [VARIABLES.personProofClaim]: 'username' };
  const { claims, personProof } = identity;
  return {
    [VARIABLES.groupsClaim]: claims.groups,
    ...(claims.program !== undefined && { [VARIABLES.clientClaim]: claims.program }),
    [VARIABLES.personProofClaim]: personProof.claim,
    ...(personProof.values !== undefined && {
      [VARIABLES.personProofValues]: personProof.values.join(','),
    }),
  };
}
