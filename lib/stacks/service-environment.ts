import { VARIABLES } from '../../runtime/environment/names.ts';
import type { TokenSecrets } from '../constructs/token-secrets.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

/** The variables of functions that talk to the service. */
export function serviceEnvironment(
  { service }: StageConfiguration,
  tokens: TokenSecrets,
): Readonly<Record<string, string>> {
  return {
    [VARIABLES.tokenSecretArn]: tokens.arns,
    [VARIABLES.serviceBaseUrl]: service.baseUrls[service.use],
    [VARIABLES.sideCasing]: service.sideCasing,
    // Absent means off; present only if a stage switched it on.
    ...(service.queryToken ? { [VARIABLES.serviceQueryToken]: 'true' } : {}),
    ...answerSettings(service),
  };
}

/** Absent as well if the stage names nothing. */
function answerSettings({ tradeFields, harmlessTexts }: StageConfiguration['service']) {
  const named = Object.keys(tradeFields).length + harmlessTexts.length;
  const settings = JSON.stringify({ tradeFields, harmlessTexts });
  return named === 0 ? {} : { [VARIABLES.answerSettings]: settings };
}
