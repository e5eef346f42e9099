import { afterEach, beforeEach } from 'vitest';
import { freePort } from '../../local/network/free-port.ts';
import { temporaryFolder } from '../lifetimes/temporary-folder.ts';
import { eventually } from '../waiting/until.ts';
import { type RunningCommand, startCommand } from './command.ts';

/** A stack that a test starts by `npm start`, on a port of its own, and that is killed after it. */
export interface StartedStack {
  readonly port: () => number;
  /** A folder that is gone after the file's tests. */
  readonly folder: () => string;
  readonly running: () => RunningCommand;
  readonly start: (...args: readonly string[]) => void;
  readonly get: (route: string, user?: string) => Promise<Response>;
  readonly post: (
    route: string,
    user: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  /** The first withdrawal that the service confirmed: then a whole sweep has gone through. */
  readonly confirmedWithdrawal: () => Promise<{ readonly id: string }>;
}

export function stackForEachTest(): StartedStack {
  const folder = temporaryFolder();
  let port: number;
  let stack: RunningCommand | undefined;

  beforeEach(async () => {
    port = await freePort();
  });
  afterEach(async () => {
    stack?.child.kill('SIGKILL');
    await stack?.finished;
  });

  const authorisation = async (user: string): Promise<{ readonly authorization: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/local/token?user=${user}`);
    return { authorization: `Bearer ${(await answer.text()).trim()}` };
  };
  const get: StartedStack['get'] = async (route, user = 'viewer') =>
    await fetch(`http://127.0.0.1:${port}${route}`, { headers: await authorisation(user) });

  return {
    port: () => port,
    folder: () => folder,
    running: () => {
      if (stack === undefined) throw new Error('nothing was started');
      return stack;
    },
    start: (...args) => {
      stack = startCommand('start', ['--port', String(port), ...args]);
    },
    get,
    post: async (route, user, body, headers = {}) =>
      await fetch(`http://127.0.0.1:${port}${route}`, {
        method: 'POST',
        headers: {
          ...(await authorisation(user)),
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    confirmedWithdrawal: async () => {
      const ended = stack?.finished.then(({ code, stdout, stderr }) => {
        throw new Error(`npm start ended with ${code}:\n${stdout}\n${stderr}`);
      });
      const confirmed = eventually('a confirmed withdrawal', async () => {
        const answer = await get('/v1/instructions?state=confirmed');
        const { items } = (await answer.json()) as { items: readonly { id: string }[] };
        return items[0] ?? null;
      });
      return await Promise.race([confirmed, ...(ended === undefined ? [] : [ended])]);
    },
  };
}
