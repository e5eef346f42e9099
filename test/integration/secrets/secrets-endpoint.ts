import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { connectionTo, startEndpoint } from '../../http/endpoint.ts';

/** What the endpoint says next: a secret, an error by its name, or nothing at all. */
export type SecretAnswer =
  | { readonly secret: string; readonly version?: string }
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
  const { url, close } = await startEndpoint((request, response, bytes) => {
    const target = String(request.headers['x-amz-target']);
    const body = JSON.parse(bytes.toString());
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
      response.end(JSON.stringify({ __type: answer.error, Message: 'as the provider puts it' }));
      return;
    }
    const { secret: SecretString, version: VersionId } = answer;
    response.end(JSON.stringify({ Name: 'token', SecretString, VersionId }));
  });
  const client = new SecretsManagerClient(connectionTo(url));
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
      await close();
    },
  };
}
