import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDynamo } from '../../../runtime/clients/dynamo.ts';
import { startEndpoint } from '../../http/endpoint.ts';

/** Longer than an answer takes on a busy machine: one that comes later would be asked for once more. */
const BUSY_MACHINE_MS = 400;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** An endpoint that leaves its first requests without an answer. */
async function startDeafEndpoint(deafFor: number) {
  let requests = 0;
  const { url, close } = await startEndpoint((_request, response) => {
    requests += 1;
    if (requests <= deafFor) return;
    response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}');
  });
  stops.push(close);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', url);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  return { requests: () => requests };
}

function read(answerTimeoutMs: number) {
  const client = createDynamo(answerTimeoutMs);
  stops.push(async () => client.destroy());
  return client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' } } }));
}

describe("the functions' DynamoDB client", () => {
  it('tries again where a connection went dead', async () => {
    const endpoint = await startDeafEndpoint(1);
    await expect(read(BUSY_MACHINE_MS)).resolves.toBeDefined();
    expect(endpoint.requests()).toBe(2);
  });

  it('gives up after a few attempts, and does not wait for ever', async () => {
    const endpoint = await startDeafEndpoint(100);
    await expect(read(50)).rejects.toThrow(/50 ms/);
    // Sent before it was given up; a busy machine reads it later.
    await expect.poll(endpoint.requests).toBe(3);
  });
});
