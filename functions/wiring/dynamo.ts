import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Attempts of one DynamoDB call, the first included: writes are conditional and carry a request
 * token, so repeating them is safe; beyond three the function's own time would run out. */
const MAX_ATTEMPTS = 3;

let shared: DynamoDBClient | null = null;

/** The process's one DynamoDB client. Region, credentials and endpoint come from the environment. */
export function dynamo(): DynamoDBClient {
  shared ??= new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS });
  return shared;
}
