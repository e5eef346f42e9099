import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KMSClient } from '@aws-sdk/client-kms';
import { LocalKms } from '../../local/kms/kms.ts';
import { serveKms } from '../../local/kms/kms-endpoint.ts';
import { readBody } from '../../local/network/read-body.ts';
import { TEST_KEY, TEST_KEY_ID } from './hmac-seals.ts';

const MAX_BYTES = 16_384;

/** How KMS behaves: as it should, or in one of the ways in which it says nothing about a MAC. */
export type KmsMood = 'well' | 'denied' | 'failing' | 'silent' | 'throttled' | 'disabled';

const REFUSALS = {
  denied: [400, 'AccessDeniedException'],
  throttled: [400, 'ThrottlingException'],
  disabled: [400, 'DisabledException'],
  failing: [500, 'KMSInternalException'],
} as const;

/** KMS over the wire, with the key of the tests. */
export async function startKms() {
  const kms = new LocalKms(new Map([[TEST_KEY_ID, Buffer.from(TEST_KEY)]]));
  const calls: string[] = [];
  let mood: KmsMood = 'well';
  const server = createServer(async (request, response) => {
    calls.push(String(request.headers['x-amz-target']).split('.')[1] ?? '');
    const body = (await readBody(request, MAX_BYTES)) ?? Buffer.alloc(0);
    if (mood === 'silent') return;
    if (mood === 'well') {
      serveKms(kms, request, response, body);
      return;
    }
    const [status, type] = REFUSALS[mood];
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.writeHead(status).end(JSON.stringify({ __type: type }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The operations that were asked for, in order. */
    calls,
    become: (next: KmsMood) => {
      mood = next;
    },
    client: (answerTimeoutMs = 2_000) =>
      new KMSClient({
        endpoint: url,
        region: 'eu-central-1',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
        maxAttempts: 1,
        requestHandler: { requestTimeout: answerTimeoutMs, throwOnRequestTimeout: true },
      }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
