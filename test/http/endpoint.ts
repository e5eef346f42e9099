import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listen } from '../../local/network/listen.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown;

/** A server of a test on a free port; an answer that ends nothing leaves its request waiting. */
export async function startEndpoint(answer: Answer): Promise<Listening> {
  return await listen(0, 'a test', async (request, response) => {
    await answer(request, response, await buffer(request));
  });
}

/** How a client of the SDK reaches an endpoint on this machine; it repeats nothing by itself. */
export function connectionTo(endpoint: string, sessionToken?: string) {
  const credentials = {
    accessKeyId: 'local',
    secretAccessKey: 'local',
    ...(sessionToken === undefined ? {} : { sessionToken }),
  };
  return { endpoint, region: 'local', credentials, maxAttempts: 1 };
}
