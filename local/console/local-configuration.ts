import type {
  BuiltInPerson,
  ConsoleConfiguration,
} from '../../runtime/console/console-configuration.ts';
import type { Identity } from '../identity/identity-provider.ts';
import { PEOPLE } from '../identity/people.ts';

/** The name of this machine's stack, as the command line's profile has it: nothing here belongs to the stage `dev`. */
const STAGE = 'local';

/** What the deployment writes for a stage, for the stack on this machine as it is reached at an address. */
export function localConfiguration(
  { issuer, consoleClient }: Pick<Identity, 'issuer' | 'consoleClient'>,
  apiUrl: string,
): ConsoleConfiguration {
  return { stage: STAGE, apiUrl, issuer, clientId: consoleClient, people: PEOPLE.map(builtIn) };
}

function builtIn({
  username,
  displayName,
  groups,
  purpose,
}: (typeof PEOPLE)[number]): BuiltInPerson {
  return { id: username, name: displayName, roles: groups, description: purpose };
}
