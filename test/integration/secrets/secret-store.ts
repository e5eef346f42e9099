import { type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Secrets } from '../../../local/secrets/secrets.ts';
import { connectionTo, startEndpoint } from '../../http/endpoint.ts';
import { openedForEachTest } from '../../lifetimes/opened.ts';
import { SESSION, startSampleEndpoints } from '../local/sample-endpoints.ts';

const MODEL = {
  name: 'sluice/dev/service-token/main',
  arn: 'arn:aws:secretsmanager:local:000000000000:secret:sluice/dev/service-token/main-000000',
  generatedCharacters: null,
};

/** What happens to a request: lost on its way, answered though the answer is lost, or kept waiting. */
export type Loss = 'lost-before' | 'lost-after' | 'held-after';

export interface SecretStore {
  readonly url: string;
  readonly name: string;
  /** What a process needs to reach it, as the SDK reads it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Operations that arrived, oldest first. */
  readonly operations: string[];
  readonly client: () => SecretsManagerClient;
  /** Stages by the value they are at. */
  readonly stages: () => Readonly<Record<string, readonly string[]>>;
  /** Values that are current: one, or none. */
  readonly current: () => readonly string[];
  /** How many versions were ever made. */
  readonly versionCount: () => number;
  readonly put: (value: string, stages?: readonly string[]) => void;
  /** Decides about requests, counted from the first on. */
  readonly disturb: (decide: (operation: string, count: number) => Loss | null) => void;
  readonly stop: () => Promise<void>;
}

/** The local stack's Secrets Manager with one secret, and a line to it that can be disturbed. */
export async function startSecretStore(): Promise<SecretStore> {
  const secrets = new Secrets([MODEL]);
  const inner = await startSampleEndpoints({ secrets });
  const operations: string[] = [];
  let decide: (operation: string, count: number) => Loss | null = () => null;
  const { url, close } = await startEndpoint(async (request, response, body) => {
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    operations.push(operation);
    const loss = decide(operation, operations.length);
    if (loss === 'lost-before') return request.socket.destroy();
    const { status, headers, text } = await forward(inner.url, request, body);
    if (loss === 'held-after') return;
    if (loss === 'lost-after') return request.socket.destroy();
    return response.writeHead(status, headers).end(text);
  });
  const clients: SecretsManagerClient[] = [];
  const versions = () => secrets.find(MODEL.arn)?.versions ?? [];
  return {
    url,
    name: MODEL.name,
    environment: {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_SESSION_TOKEN: SESSION,
    },
    operations,
    client: () => {
      const client = new SecretsManagerClient(connectionTo(url, SESSION));
      clients.push(client);
      return client;
    },
    stages: () => Object.fromEntries(versions().map(({ value, stages }) => [value, stages])),
    current: () =>
      versions()
        .filter(({ stages }) => stages.includes('AWSCURRENT'))
        .map(({ value }) => value),
    versionCount: () => versions().length,
    put: (value, stages) => {
      secrets.put(MODEL, crypto.randomUUID(), value, stages);
    },
    disturb: (next) => {
      operations.length = 0;
      decide = next;
    },
    stop: async () => {
      for (const client of clients) client.destroy();
      await close();
      await inner.close();
    },
  };
}

/** One for each test, asked for within it. */
export function storeForEachTest(): () => SecretStore {
  return openedForEachTest(startSecretStore, (store) => store.stop());
}

/** Over `node:http`, since what `fetch` gets is searched for the token, and here it must be. */
async function forward(
  url: string,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  return await new Promise((resolve, reject) => {
    const request = sendRequest(url, { method: 'POST', headers }, async (response) => {
      const body = await text(response);
      const type = String(response.headers['content-type']);
      resolve({ status: response.statusCode ?? 0, headers: { 'content-type': type }, text: body });
    });
    request.on('error', reject);
    request.end(body);
  });
}
