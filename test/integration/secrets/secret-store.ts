import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { startServiceEndpoints } from '../../../local/network/service-endpoints.ts';
import { Secrets } from '../../../local/secrets/secrets.ts';
import { NO_BUCKETS, NO_EVENTS } from '../local/sample-models.ts';

const SESSION = 'the-session-of-a-test';
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
  const inner = await startServiceEndpoints({
    secrets,
    functions: { find: () => undefined, invoke: async () => ({ ok: true, payload: '{}' }) },
    asyncInvocations: { accept: () => true },
    events: NO_EVENTS,
    s3: NO_BUCKETS,
    credentials: { sessionToken: SESSION, secretKey: 'local' },
  });
  const operations: string[] = [];
  let decide: (operation: string, count: number) => Loss | null = () => null;
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    operations.push(operation);
    const loss = decide(operation, operations.length);
    const body = await bodyOf(request);
    if (loss === 'lost-before') return request.socket.destroy();
    const { status, headers, text } = await forward(inner.url, request, body);
    if (loss === 'held-after') return;
    if (loss === 'lost-after') return request.socket.destroy();
    return response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local', sessionToken: SESSION };
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
      const options = { endpoint: url, region: 'local', credentials, maxAttempts: 1 };
      const client = new SecretsManagerClient(options);
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
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await inner.close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Over `node:http`, since what `fetch` gets is searched for the token, and here it must be. */
async function forward(
  url: string,
  { headers }: IncomingMessage,
  body: string,
): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  return await new Promise((resolve, reject) => {
    const request = sendRequest(url, { method: 'POST', headers }, async (response) => {
      const text = await bodyOf(response);
      const type = String(response.headers['content-type']);
      resolve({ status: response.statusCode ?? 0, headers: { 'content-type': type }, text });
    });
    request.on('error', reject);
    request.end(body);
  });
}
