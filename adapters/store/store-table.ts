import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A table, and the client by which it is reached. */
export interface StoreTable {
  readonly client: DynamoDBClient;
  readonly tableName: string;
}
