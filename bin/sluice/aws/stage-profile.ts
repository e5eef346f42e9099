import { readStage } from '../../../lib/stages/read-stage.ts';
import { CommandError } from '../command-error.ts';
import type { Settings } from '../profiles/profiles.ts';
import { type StageAws, stageAws } from './aws.ts';
import { stackOutputs } from './stack-outputs.ts';

/**
 * The profile of a stage, from the outputs of its stacks: where its API is, and who its people sign in with.
 * @throws CommandError in one line, where AWS does not say.
 */
export async function profileOfStage(stage: string): Promise<Settings> {
  const aws = await stageAws(stage);
  const { identity } = readStage(stage);
  const atApi = await outputsOf(aws, `sluice-${stage}-api`);
  const api = atApi('ApiAddress');
  // Another issuer knows the command line by a client of its own settings: login --client-id.
  if (identity.kind === 'oidc') return { api, issuer: identity.issuer };
  const atIdentity = await outputsOf(aws, `sluice-${stage}-identity`);
  return {
    api,
    issuer: atIdentity('Issuer'),
    clientId: atIdentity('CommandLineClient'),
  };
}

/** The outputs of a stack that has to be there. */
async function outputsOf(aws: StageAws, stack: string): Promise<(name: string) => string> {
  const outputs = await stackOutputs(aws, stack);
  if (outputs === null) {
    throw new CommandError(`there is no stack ${stack} in ${aws.region}, in this account`, {
      help: 'Is it another account or region (AWS_PROFILE, AWS_REGION)? Is the stage deployed?',
    });
  }
  return (name) => {
    const value = outputs[name];
    if (value !== undefined) return value;
    throw new CommandError(`the stack ${stack} has no output ${name}`, {
      help: 'An older version is deployed. Name the addresses: sluice login --profile NAME --api URL --issuer URL --client-id ID.',
    });
  };
}
