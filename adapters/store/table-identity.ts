import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { StoreTable } from './store-table.ts';

/** DynamoDB Local, Amazon's own, gives its tables no id. There is no such region in AWS. */
const DYNAMODB_LOCAL = 'arn:aws:dynamodb:ddblocal:';

/** A restored table is a new table with a new id: lanes armed in the old one are not armed here. */
export async function tableIdentity({ client, tableName }: StoreTable): Promise<string> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const { TableId, TableArn = '', CreationDateTime } = Table ?? {};
  if (TableId !== undefined) return TableId;
  if (TableArn.startsWith(DYNAMODB_LOCAL) && CreationDateTime !== undefined) {
    return `${TableArn} of ${CreationDateTime.toISOString()}`;
  }
  throw new Error(`table ${tableName} does not say its id`);
}
