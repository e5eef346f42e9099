import { CommandError } from '../command-error.ts';

/** What a command line says about where and as whom. */
export interface ProfileChoice {
  readonly profile?: string | undefined;
  readonly stage?: string | undefined;
  readonly api?: string | undefined;
  readonly tenant?: string | undefined;
}

/** A value, and what said it: an option or a variable. */
export interface Said {
  readonly by: string;
  readonly value: string;
}

/** What says which deployment is meant: options if there are any, else variables, else the configuration. */
export interface Place {
  readonly level: 'options' | 'variables' | 'configuration';
  readonly name: Said | null;
  readonly api: Said | null;
}

/**
 * The place that a command is about. An option beats every variable: whoever names a deployment on the command line
 * means it, whatever the shell has exported.
 * @throws CommandError for two names that differ
 */
export function placeOf(choice: ProfileChoice, env: NodeJS.ProcessEnv): Place {
  const options = {
    name: oneOf(said('--profile', choice.profile), said('--stage', choice.stage)),
    api: said('--api', choice.api),
  };
  if (saysSomething(options)) return { level: 'options', ...options };
  const variables = {
    name: oneOf(variable(env, 'SLUICE_PROFILE'), variable(env, 'SLUICE_STAGE')),
    api: variable(env, 'SLUICE_API'),
  };
  if (saysSomething(variables)) return { level: 'variables', ...variables };
  return { level: 'configuration', name: null, api: null };
}

/** A variable that says something: an empty one does not. */
export function variable(env: NodeJS.ProcessEnv, name: string): Said | null {
  const value = env[name];
  return value === undefined || value === '' ? null : { by: name, value };
}

export function contradiction(one: Said, other: Said): CommandError {
  return new CommandError(
    `${one.by} (${shown(one)}) and ${other.by} (${shown(other)}) name different places`,
    { exit: 'usage', help: 'Say one of them. Nothing was requested.' },
  );
}

/** An address without what a person may have written into it by mistake: credentials. */
function shown({ value }: Said): string {
  const url = URL.parse(value);
  return url === null || url.origin === 'null' ? value : url.origin;
}

/** Whether two addresses are the same, however they are written. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || URL.parse(one)?.href === URL.parse(other)?.href;
}

function said(by: string, value: string | undefined): Said | null {
  return value === undefined ? null : { by, value };
}

function oneOf(one: Said | null, other: Said | null): Said | null {
  if (one !== null && other !== null && one.value !== other.value) throw contradiction(one, other);
  return one ?? other;
}

function saysSomething({ name, api }: Omit<Place, 'level'>): boolean {
  return name !== null || api !== null;
}
