import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** What the endpoint says next: a secret, an error by its name, or nothing at all. */
export type SecretAnswer =
  | { readonly secret: string }
  | { readonly error: string; readonly status?: number }
  | 'silence';

/**
 * A Secrets Manager endpoint on loopback that speaks just enough of the protocol for one client. `others`:
 * the values of secrets that have one of their own, by their ids.
 */
export async function startSecretsEndpoint(
  first: SecretAnswer,
  others: Readonly<Record<string, string>> = {},
) {
  let answer = first;
  const own = new Map(Object.entries(others));
  const reads: { readonly target: string; readonly body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = String(request.headers['x-amz-target']);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const other = own.get(String(body.SecretId));
    if (other !== undefined) {
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(JSON.stringify({ Name: body.SecretId, SecretString: other }));
      return;
    }
    reads.push({ target, body });
    if (answer === 'silence') return;
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    if ('error' in answer) {
      response.statusCode = answer.status ?? 400;
      response.end(JSON.stringify({ __type: answer.error, Message: 'as the provider words it' }));
      return;
    }
    response.end(JSON.stringify({ Name: 'token', SecretString: answer.secret }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new SecretsManagerClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return {
    client,
    reads,
    /** Another value for a secret that has one of its own. */
    replace: (id: string, value: string) => own.set(id, value),
    answerWith: (next: SecretAnswer) => {
      answer = next;
    },
    stop: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
