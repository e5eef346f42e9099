import { spawn } from 'node:child_process';

/** The value of BROWSER by which people keep every program from opening one. */
export const NO_BROWSER = 'none';

/** Opens a page in the browser where there is one. Its address is printed in any case: the browser may be elsewhere. */
export function openPage(page: string, env: NodeJS.ProcessEnv): void {
  const [command, ...args] = openerOf(env);
  if (command === undefined) return;
  const child = spawn(command, [...args, page], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

function openerOf(env: NodeJS.ProcessEnv): readonly string[] {
  if (env.BROWSER === NO_BROWSER) return [];
  if (env.BROWSER !== undefined && env.BROWSER !== '') return [env.BROWSER];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasDesktop = (env.DISPLAY ?? env.WAYLAND_DISPLAY ?? '') !== '';
  return hasDesktop ? ['xdg-open'] : [];
}
