import type { FunctionPool } from '../../local/functions/function-pool.ts';
import { ApiServer, type ApiServerOptions } from '../../local/http/api-server.ts';
import { type Front, serveFront } from '../../local/http/front-server.ts';
import { withoutLimits } from '../../local/http/throttle.ts';
import { listen } from '../../local/network/listen.ts';
import type { Stack } from '../../local/stack.ts';

export interface Gateway {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * The stack's API once more, on a port of its own: the same routes, authoriser and people, without the stage's
 * limits. Whatever function a route has, this one is invoked.
 */
export async function openGateway(stack: Stack, pool: FunctionPool): Promise<Gateway> {
  const [api] = stack.model.apis;
  if (api === undefined) throw new Error('the template has no API');
  const functions: ApiServerOptions['functions'] = {
    invoke: async (name, payload, options) => {
      const result = await pool.invoke(payload, options);
      if (!result.ok) told(`${name} failed: ${result.error.errorMessage}`);
      return result;
    },
  };
  const { identity, runtime } = stack;
  const issuerFor = () => identity.issuer;
  const server = new ApiServer({ api: withoutLimits(api), functions, issuerFor });
  const others = { identity, events: runtime.events, welcome: [] };
  const failed = (error: unknown) => told(`a request failed: ${error}`);
  let front: Front | null = null;
  const listening = await listen(0, 'the API', async (request, response) => {
    if (front !== null) await serveFront(front, request, response);
  });
  front = { ...others, api: server, port: listening.port, failed };
  return { url: listening.url, close: async () => await listening.close() };
}

function told(line: string): void {
  process.stderr.write(`${line}\n`);
}
