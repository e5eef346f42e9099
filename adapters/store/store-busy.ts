import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { isCollision } from './collisions.ts';

/** Errors of the store that pass by themselves: it is told to do too much at once, or it has a fault of its own. */
const PASSING_ERRORS: ReadonlySet<string> = new Set([
  'InternalServerError',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Codes of connections that did not come about, or broke. */
const BROKEN_CONNECTIONS: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/** True of an error after which the same request may succeed in a moment: whether it was carried out is not known. */
export function isStoreBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TransactionCanceledException) return isCollision(error);
  return PASSING_ERRORS.has(error.name) || ('code' in error && BROKEN_CONNECTIONS.has(error.code));
}
