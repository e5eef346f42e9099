import { CommandError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { keepProfile, readConfig } from '../profiles/profiles.ts';
import { profileOfStage } from './stage-profile.ts';

/** Reads where a stage is, and keeps it as a profile. What is kept already stays, where AWS does not answer. */
export async function keepStageProfile(
  { stage, isKnown }: { readonly stage: string; readonly isKnown: boolean },
  context: Context,
): Promise<void> {
  try {
    const profile = await profileOfStage(stage);
    // The tenant and the scopes that the person chose stay.
    const kept = readConfig(context.env).profiles[stage];
    keepProfile(stage, { ...kept, ...profile }, { isDefault: false, env: context.env });
    context.note(`the profile "${stage}" is read from its stacks: ${profile.api}`);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (isKnown) {
      context.note(`the profile "${stage}" stays as it is: ${error.message}`);
      return;
    }
    throw new CommandError(`where the stage "${stage}" is cannot be read: ${error.message}`, {
      exit: error.exit,
      help: [
        error.help,
        `Or without AWS: sluice login --profile ${stage} --api URL --issuer URL --client-id ID`,
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    });
  }
}
