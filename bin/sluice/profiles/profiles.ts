import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { PRIVATE_FOLDER, writeAtomically } from '../../../local/data-folder/write-atomically.ts';
import { CommandError } from '../command-error.ts';
import { configFile } from './folders.ts';

/** Where a deployment is, and who its people sign in with. */
const profileSchema = z.strictObject({
  /** The API's address. */
  api: z.string(),
  /** The identity provider's issuer; found out for the stack on this machine. */
  issuer: z.optional(z.string()),
  /** The client that the command line is at the identity provider. */
  clientId: z.optional(z.string()),
  /** The scopes of a sign-in, where the issuer wants others than the usual. */
  scope: z.optional(z.string()),
  /** The audience of access tokens, where the issuer asks for one. */
  audience: z.optional(z.string()),
  tenant: z.optional(z.string()),
  /** The console's address, an output of the console's stack; the stack on this machine serves its own. */
  console: z.optional(z.string()),
});

const configSchema = z.strictObject({
  /** The profile of commands that name none. */
  profile: z.optional(z.string()),
  profiles: z._default(z.record(z.string(), profileSchema), {}),
});

export type Settings = z.infer<typeof profileSchema>;
export type Config = z.infer<typeof configSchema>;

export interface Profile extends Settings {
  readonly name: string;
}

/** What a command line says about where and as whom. */
export interface ProfileChoice {
  readonly profile?: string | undefined;
  readonly stage?: string | undefined;
  readonly api?: string | undefined;
  readonly tenant?: string | undefined;
}

export const LOCAL_PROFILE = 'local';
const LOCAL: Settings = { api: 'http://127.0.0.1:4400' };

/** The profile that a command is about: by option, by environment, by the file, else the stack on this machine. */
export function chosenProfile(choice: ProfileChoice, env: NodeJS.ProcessEnv): Profile {
  const config = readConfig(env);
  const named =
    choice.profile ??
    choice.stage ??
    said(env.SLUICE_PROFILE) ??
    said(env.SLUICE_STAGE) ??
    config.profile;
  const name = named ?? LOCAL_PROFILE;
  const api = choice.api ?? said(env.SLUICE_API);
  const found = config.profiles[name] ?? (name === LOCAL_PROFILE ? LOCAL : undefined);
  if (found === undefined && api === undefined) throw unknownProfile(name, config);
  const tenant = choice.tenant ?? said(env.SLUICE_TENANT) ?? found?.tenant;
  // Another address is another deployment, whose people sign in elsewhere.
  const settings = api === undefined || api === found?.api ? found : { api };
  const issuer = said(env.SLUICE_ISSUER) ?? settings?.issuer;
  return {
    ...(settings ?? LOCAL),
    name,
    ...(issuer === undefined ? {} : { issuer }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}

/** The stages that there are (lib/stages/stage-configuration.ts, which takes too long to load for every command). */
export const STAGE_NAMES: readonly string[] = ['dev', 'staging', 'prod'];

/**
 * The stage whose profile is to be read from the outputs of its stacks: one that is chosen by its name and has no
 * profile, or every one that `isAnew`. Null where the command line or its environment says where to go.
 */
export function stageToRead(
  choice: ProfileChoice,
  env: NodeJS.ProcessEnv,
  isAnew: boolean,
): { readonly stage: string; readonly isKnown: boolean } | null {
  if (choice.profile !== undefined || (choice.api ?? said(env.SLUICE_API)) !== undefined) {
    return null;
  }
  const byEnvironment = said(env.SLUICE_PROFILE) === undefined ? said(env.SLUICE_STAGE) : undefined;
  const stage = choice.stage ?? byEnvironment;
  if (stage === undefined || !STAGE_NAMES.includes(stage)) return null;
  const isKnown = readConfig(env).profiles[stage] !== undefined;
  return isKnown && !isAnew ? null : { stage, isKnown };
}

/** An empty variable says nothing. */
function said(variable: string | undefined): string | undefined {
  return variable === '' ? undefined : variable;
}

function unknownProfile(name: string, config: Config): CommandError {
  const known = [LOCAL_PROFILE, ...Object.keys(config.profiles)].join(', ');
  return new CommandError(`there is no profile "${name}"`, {
    exit: 'usage',
    help: `Known are: ${known}. To add one: sluice login --profile ${name} --api URL --issuer URL --client-id ID`,
  });
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const file = configFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  const parsed = configSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the whole file';
  throw new CommandError(`${file} is not acceptable at ${where}`, {
    exit: 'usage',
    help: 'docs/command-line.md shows what a profile holds. sluice login writes it for you.',
  });
}

/** Adds a profile, or replaces it; `isDefault` makes it the one of commands that name none. */
export function keepProfile(profile: Profile, isDefault: boolean, env: NodeJS.ProcessEnv): void {
  const { name, ...settings } = profile;
  const config = readConfig(env);
  const profiles = { ...config.profiles, [name]: settings };
  const file = configFile(env);
  mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  const kept = { ...config, ...(isDefault ? { profile: name } : {}), profiles };
  writeAtomically(file, `${JSON.stringify(kept, null, 2)}\n`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether an address is this machine's own, where a stack may hand out tokens of built-in people. */
export function isThisMachine(api: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(api)?.hostname ?? '');
}
