import { CommandError } from '../command-error.ts';
import { variable } from '../profiles/place.ts';
import { isThisMachine, LOCAL_PROFILE, type Profile } from '../profiles/profiles.ts';
import { type KeptTokens, TokenFile } from './token-file.ts';

/** Milliseconds before its end from which an access token is replaced: a request takes up to half a minute. */
const REPLACED_BEFORE_MS = 60_000;

export interface CredentialsOptions {
  readonly profile: Profile;
  /** The built-in person of a stack on this machine to act as. */
  readonly as?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The access token of each moment. In this order: --as, SLUICE_ACCESS_TOKEN, a program's client credentials
 * (SLUICE_CLIENT_ID, SLUICE_CLIENT_SECRET), the sign-in.
 */
export function credentialsOf(options: CredentialsOptions): () => Promise<string> {
  const { profile, as, env } = options;
  if (as !== undefined) return once(() => localToken(profile, as));
  const given = variable(env, 'SLUICE_ACCESS_TOKEN')?.value;
  if (given !== undefined) return async () => given.trim();
  const clientId = variable(env, 'SLUICE_CLIENT_ID')?.value;
  const secret = variable(env, 'SLUICE_CLIENT_SECRET')?.value;
  const file = new TokenFile(env);
  // Half of a program's sign-in must not become the sign-in of the person whose shell it is.
  if ((clientId === undefined) !== (secret === undefined)) {
    throw new CommandError('SLUICE_CLIENT_ID and SLUICE_CLIENT_SECRET go together', {
      exit: 'usage',
      help: `Set both, or neither; ${clientId === undefined ? 'SLUICE_CLIENT_ID' : 'SLUICE_CLIENT_SECRET'} is missing.`,
    });
  }
  if (clientId !== undefined && secret !== undefined) {
    return async () => {
      const name = `${profile.name} as ${clientId}`;
      return await fresh(file, name, profile.api, async () => {
        const { programTokens } = await import('./grants.ts');
        return await programTokens(profile, {
          clientId,
          secret,
          scope: variable(env, 'SLUICE_SCOPE')?.value,
        });
      });
    };
  }
  return async () =>
    await fresh(file, profile.name, profile.api, async (kept) => {
      if (kept?.refreshToken === undefined) throw signedOut(profile, kept !== undefined);
      const { refreshed } = await import('./grants.ts');
      const tokens = await refreshed(kept, kept.refreshToken);
      if (tokens === null) throw signedOut(profile, true);
      return tokens;
    });
}

/** The access token as it is kept, or another where it ends. One process at a time replaces it. */
async function fresh(
  file: TokenFile,
  name: string,
  api: string,
  replace: (kept: KeptTokens | undefined) => Promise<KeptTokens>,
): Promise<string> {
  const usable = () => {
    const kept = file.read(name);
    return kept !== undefined && kept.api === api ? kept : undefined;
  };
  const lasts = (kept: KeptTokens | undefined): kept is KeptTokens =>
    kept !== undefined && kept.expiresAtMs - Date.now() > REPLACED_BEFORE_MS;
  const kept = usable();
  if (lasts(kept)) return kept.accessToken;
  return await file.alone(async () => {
    const again = usable();
    if (lasts(again)) return again.accessToken;
    const tokens = await replace(again);
    file.write(name, tokens);
    return tokens.accessToken;
  });
}

function signedOut({ name, namedBy, api }: Profile, isOver: boolean): CommandError {
  const byAddress = ['--api', 'SLUICE_API'].includes(namedBy);
  const place = byAddress ? ` --api ${api}` : ` --profile ${name}`;
  const option = name === LOCAL_PROFILE ? '' : place;
  const people = isThisMachine(api) ? ', or act as a built-in person: --as trader' : '';
  const message = isOver ? 'the sign-in is over' : 'you are not signed in';
  return new CommandError(message, {
    exit: 'signedOut',
    help: `Sign in: sluice login${option}${people}.`,
  });
}

/** A token of a person that a stack on this machine has built in. No deployment has this route. */
export async function localToken({ api }: Profile, as: string): Promise<string> {
  if (!isThisMachine(api)) {
    throw new CommandError('--as is for a stack on this machine: its people are built in', {
      exit: 'usage',
      help: 'At a deployment each person signs in: sluice login.',
    });
  }
  const query = as === 'machine' ? 'client=machine' : `user=${encodeURIComponent(as)}`;
  const answer = await fetch(new URL(`/local/token?${query}`, api)).catch(() => null);
  if (answer === null) {
    throw new CommandError(`nothing answers at ${api}`, {
      exit: 'unreachable',
      help: 'Start it: npm start. Or name a deployment: --profile NAME.',
    });
  }
  const text = (await answer.text()).trim();
  if (answer.ok) return text;
  throw new CommandError(`--as ${as}: ${text}`, { exit: 'usage' });
}

function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
