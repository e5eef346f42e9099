import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { withoutLog } from './without-log.ts';

/** Attempts of one DynamoDB call, the first included: writes are conditional and carry a request
 * token, so repeating them is safe; beyond three the function's own time would run out. */
const MAX_ATTEMPTS = 3;

/**
 * Milliseconds for a connection, and for an answer. By default the SDK waits for ever: one connection that went dead
 * would take the time in which the outcome of a payment is to be recorded.
 */
const CONNECT_TIMEOUT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 3_000;

let shared: DynamoDBClient | null = null;

/** The process's one DynamoDB client. Region, credentials and endpoint come from the environment. */
export function dynamo(): DynamoDBClient {
  shared ??= createDynamo();
  return shared;
}

/** Attempts of one call that reads a window of the past: such a reader uses a partition up to its
 * throughput, is told to wait, and slows down by itself. */
const MAX_READING_ATTEMPTS = 8;

let reading: DynamoDBClient | null = null;

/** The process's client for long reads: patient, and at the pace that the table gives. */
export function readingDynamo(): DynamoDBClient {
  reading ??= createDynamo(ANSWER_TIMEOUT_MS, {
    retryMode: 'adaptive',
    maxAttempts: MAX_READING_ATTEMPTS,
  });
  return reading;
}

/** A client that gives an attempt up after `answerTimeoutMs` and tries again, a few times. */
export function createDynamo(
  answerTimeoutMs: number = ANSWER_TIMEOUT_MS,
  retries: Pick<DynamoDBClientConfig, 'retryMode' | 'maxAttempts'> = { maxAttempts: MAX_ATTEMPTS },
): DynamoDBClient {
  const requestHandler: DynamoDBClientConfig['requestHandler'] = {
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: answerTimeoutMs,
    throwOnRequestTimeout: true,
  };
  return withoutLog(new DynamoDBClient({ ...retries, requestHandler }));
}
