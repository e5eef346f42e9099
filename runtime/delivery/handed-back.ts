import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';

/** Records of a stream, by their numbers, that are to be delivered again. */
export function handedBack(numbers: readonly string[]): DynamoDBBatchResponse {
  return { batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })) };
}

export function numberOf({ dynamodb }: DynamoDBRecord): string {
  return dynamodb?.SequenceNumber ?? '';
}
