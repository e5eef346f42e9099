import { KMSClient } from '@aws-sdk/client-kms';
import { LocalKms } from '../../local/kms/kms.ts';
import { serveKms } from '../../local/kms/kms-endpoint.ts';
import { connectionTo, startEndpoint } from '../http/endpoint.ts';
import { READING_KEY, READING_KEY_ID, TEST_KEY, TEST_KEY_ID } from './hmac-seals.ts';

/** The key that encrypts the secrets of webhooks, in tests. */
export const WEBHOOK_KEY_ID = 'arn:aws:kms:eu-central-1:000000000000:key/of-webhooks';
const WEBHOOK_KEY = Buffer.alloc(32, 'w');

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
  const kms = new LocalKms(
    new Map([
      [TEST_KEY_ID, Buffer.from(TEST_KEY)],
      [READING_KEY_ID, Buffer.from(READING_KEY)],
      [WEBHOOK_KEY_ID, WEBHOOK_KEY],
    ]),
  );
  const calls: string[] = [];
  let mood: KmsMood = 'well';
  const { url, close } = await startEndpoint((request, response, body) => {
    calls.push(String(request.headers['x-amz-target']).split('.')[1] ?? '');
    if (mood === 'silent') return;
    if (mood === 'well') {
      serveKms(kms, request, response, body);
      return;
    }
    const [status, type] = REFUSALS[mood];
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.writeHead(status).end(JSON.stringify({ __type: type }));
  });
  return {
    url,
    /** The operations that were asked for, in order. */
    calls,
    become: (next: KmsMood) => {
      mood = next;
    },
    client: (answerTimeoutMs = 2_000) =>
      new KMSClient({
        ...connectionTo(url),
        requestHandler: { requestTimeout: answerTimeoutMs, throwOnRequestTimeout: true },
      }),
    stop: close,
  };
}
