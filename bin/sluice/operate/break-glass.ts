import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { writeHalt } from '../../../adapters/store/halt.ts';
import { instantOf } from '../../../treasury/time/instant.ts';

interface BreakGlass {
  readonly ledger: string;
  readonly tenant: string;
  readonly comment: string;
  readonly by: string;
  readonly currency: string | undefined;
}

/** Milliseconds for an answer: whoever breaks the glass would rather try again than wait. */
const ANSWER_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * `sluice halt --break-glass`: the kill switch without the API, its sign-in or its functions, by the right to update
 * one item of the table. The watchdog puts it into the audit log, as it does with every halt that is not there yet.
 */
export async function haltInTheTable({ ledger, tenant, comment, by, currency }: BreakGlass) {
  const dynamo = new DynamoDBClient({
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return await writeHalt({ client: dynamo, tableName: ledger }, tenant, {
    id: randomUUID(),
    at: instantOf(Date.now()),
    by: `${by} (break glass)`,
    comment,
    requestId: 'sluice halt --break-glass',
    ...(currency === undefined ? {} : { currency }),
  });
}
