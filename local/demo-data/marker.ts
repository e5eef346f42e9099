import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { fromItem, type ItemKind, itemOf } from '../../adapters/store/item.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Instant } from '../../treasury/time/instant.ts';

/** Which part of a tenant's history is made up. In the ledger of this machine; nothing else reads it. */
export interface Marker {
  readonly tenant: string;
  /** The first and the last made-up tick. */
  readonly from: Instant;
  readonly last: Instant;
  /** Final holdings and quotes: a start that was stopped half way makes up the same once more. */
  readonly end: string;
  /** False while it is written. */
  readonly isComplete: boolean;
}

const markerSchema: z.ZodType<Marker> = z.object({
  tenant: z.string(),
  from: z.string(),
  last: z.string(),
  end: z.string(),
  isComplete: z.boolean(),
});

const MARKER: ItemKind<Marker> = {
  entity: 'demo-data',
  schema: markerSchema,
  key: (tenant) => keyOf(tenant),
};

export async function readMarker(table: StoreTable, tenant: string): Promise<Marker | null> {
  const { Item } = await table.client.send(
    new GetItemCommand({
      TableName: table.tableName,
      Key: marshall(keyOf(tenant)),
      ConsistentRead: true,
    }),
  );
  return Item === undefined ? null : fromItem(MARKER, Item);
}

export async function writeMarker(table: StoreTable, marker: Marker): Promise<void> {
  const Item = itemOf(MARKER, marker.tenant, marker);
  await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
}

function keyOf(tenant: string) {
  return { pk: `${tenant}#DEMO-DATA`, sk: 'DEMO-DATA' };
}
