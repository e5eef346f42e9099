import { VARIABLES } from '../../adapters/environment/names.ts';
import type { TokenSecret } from '../constructs/token-secret.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** The variables of functions that talk to the service. */
export function serviceEnvironment(
  { service }: StageConfiguration,
  token: TokenSecret,
): Readonly<Record<string, string>> {
  return {
    [VARIABLES.tokenSecretArn]: token.arn,
    [VARIABLES.serviceBaseUrl]: service.baseUrls[service.use],
    [VARIABLES.sideCasing]: service.sideCasing,
    // Absent means off; it is there only where somebody switched it on.
    ...(service.queryToken ? { [VARIABLES.serviceQueryToken]: 'true' } : {}),
  };
}
