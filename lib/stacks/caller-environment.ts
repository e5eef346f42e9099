import { VARIABLES } from '../../adapters/environment/names.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/**
 * The variable of functions that put people on record. In the pool of our own an administrator gives user
 * names, which never change; at another issuer people may choose theirs, and the subject is who they are.
 */
export function callerEnvironment({
  identity,
}: StageConfiguration): Readonly<Record<string, string>> {
  return { [VARIABLES.callerClaim]: identity.kind === 'cognito' ? 'username' : 'sub' };
}
