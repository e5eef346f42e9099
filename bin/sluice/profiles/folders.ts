import { homedir } from 'node:os';
import path from 'node:path';

/** What a person edits: the profiles. */
export function configFile(env: NodeJS.ProcessEnv): string {
  return path.join(base(env.XDG_CONFIG_HOME, '.config'), 'sluice', 'config.json');
}

/** What the command line keeps for itself: the tokens. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  return path.join(base(env.XDG_STATE_HOME, '.local/state'), 'sluice');
}

/** The XDG specification ignores a relative path. */
function base(said: string | undefined, usual: string): string {
  return said !== undefined && path.isAbsolute(said) ? said : path.join(homedir(), usual);
}
