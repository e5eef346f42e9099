import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { PRIVATE_FOLDER, writeAtomically } from '../../../local/data-folder/write-atomically.ts';
import { withoutByteOrderMark } from '../../../treasury/validation/byte-order-mark.ts';
import { CommandError } from '../command-error.ts';
import { configFile } from './folders.ts';
import {
  contradiction,
  isSameAddress,
  type Place,
  type ProfileChoice,
  placeOf,
  type Said,
  variable,
} from './place.ts';

export type { ProfileChoice } from './place.ts';

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
  /** The option or variable that chose it, for the person who reads where a command goes. */
  readonly namedBy: string;
}

export const LOCAL_PROFILE = 'local';
const LOCAL: Settings = { api: 'http://127.0.0.1:4400' };

interface Choosing {
  /** Whether it signs in: that makes a profile, or moves one, where an option says its address. */
  readonly isSignIn?: boolean;
}

/**
 * The profile that a command is about: by option, by variable, by the file, else the stack on this machine.
 * @throws CommandError for a profile that there is none of, and for places that contradict each other
 */
export function chosenProfile(
  choice: ProfileChoice,
  env: NodeJS.ProcessEnv,
  { isSignIn = false }: Choosing = {},
): Profile {
  const config = readConfig(env);
  const place = placeOf(choice, env);
  const { name, settings } = settingsOf(place, config, isSignIn && place.level === 'options');
  // Of a profile that an option names, no variable replaces a part: it only says what the profile leaves open.
  const isNamed = place.level === 'options' && place.name !== null;
  const either = (own: string | undefined, variableName: string) => {
    const exported = variable(env, variableName)?.value;
    return isNamed ? (own ?? exported) : (exported ?? own);
  };
  const tenant = choice.tenant ?? either(settings.tenant, 'SLUICE_TENANT');
  const issuer = either(settings.issuer, 'SLUICE_ISSUER');
  return {
    ...settings,
    name,
    namedBy: (place.name ?? place.api)?.by ?? 'the configuration',
    ...(issuer === undefined ? {} : { issuer }),
    ...(tenant === undefined ? {} : { tenant }),
  };
}

interface Found {
  readonly name: string;
  readonly settings: Settings;
}

function settingsOf({ name, api }: Place, config: Config, mayMake: boolean): Found {
  if (name === null && api !== null) return atAddress(api.value, config);
  const called = name?.value ?? config.profile ?? LOCAL_PROFILE;
  const found = profileNamed(called, config);
  if (api === null || (found !== undefined && isSameAddress(found.api, api.value))) {
    if (found === undefined) throw unknownProfile(called, config);
    return { name: called, settings: found };
  }
  // Another address is another deployment, whose people sign in elsewhere.
  if (mayMake) return { name: called, settings: { api: api.value } };
  // The stacks of a stage are not asked where an address is named as well.
  if (found === undefined && !isOfStage(name)) throw unknownProfile(called, config);
  throw contradiction(name ?? { by: 'the profile', value: called }, api);
}

/** The profile that has an address; without one, the address itself is the name. */
function atAddress(api: string, config: Config): Found {
  const names = [config.profile ?? LOCAL_PROFILE, ...Object.keys(config.profiles), LOCAL_PROFILE];
  for (const name of names) {
    const settings = profileNamed(name, config);
    if (settings !== undefined && isSameAddress(settings.api, api)) return { name, settings };
  }
  const name = isThisMachine(api) ? LOCAL_PROFILE : (URL.parse(api)?.host ?? api);
  return { name, settings: { api } };
}

function profileNamed(name: string, { profiles }: Config): Settings | undefined {
  if (Object.hasOwn(profiles, name)) return profiles[name];
  return name === LOCAL_PROFILE ? LOCAL : undefined;
}

/** The stages that there are (lib/stages/stage-configuration.ts, which takes too long to load for every command). */
export const STAGE_NAMES: readonly string[] = ['dev', 'staging', 'prod'];

function isOfStage(name: Said | null): boolean {
  const { by, value } = name ?? { by: '', value: '' };
  return ['--stage', 'SLUICE_STAGE'].includes(by) && STAGE_NAMES.includes(value);
}

/**
 * The stage whose profile is to be read from the outputs of its stacks: one that is chosen by its name and has no
 * profile, or every one that `isAnew`. Null where the command line or its environment says where to go.
 */
export function stageToRead(
  choice: ProfileChoice,
  env: NodeJS.ProcessEnv,
  isAnew: boolean,
): { readonly stage: string; readonly isKnown: boolean } | null {
  const { name, api } = placeOf(choice, env);
  if (name === null || !isOfStage(name) || api !== null) return null;
  const stage = name.value;
  const isKnown = Object.hasOwn(readConfig(env).profiles, stage);
  return isKnown && !isAnew ? null : { stage, isKnown };
}

function unknownProfile(name: string, config: Config): CommandError {
  const known = [...new Set([LOCAL_PROFILE, ...Object.keys(config.profiles)])].join(', ');
  return new CommandError(`there is no profile "${name}"`, {
    exit: 'usage',
    help: `Known are: ${known}. To add one: sluice login --profile ${name} --api URL --issuer URL --client-id ID`,
  });
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const file = configFile(env);
  let text: string;
  try {
    text = withoutByteOrderMark(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new CommandError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  const parsed = configSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'the whole file';
  throw new CommandError(`${file} is not acceptable at ${where}`, {
    help: 'docs/command-line.md shows what a profile holds. sluice login writes it for you.',
  });
}

/** Adds a profile, or replaces it; `isDefault` makes it the one of commands that name none. */
export function keepProfile(
  name: string,
  settings: Settings,
  { isDefault, env }: { readonly isDefault: boolean; readonly env: NodeJS.ProcessEnv },
): void {
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
