import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createSnapshots, snapshotItem } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Sealer } from '../../treasury/seals/ports.ts';
import { sealedReading } from '../../treasury/snapshots/reading-seals.ts';

/**
 * Seals the last snapshot of a made-up past: it shows the sandbox's own balances and prices, so what comes next carries on from
 * it, and the first trade of a demo has prices to compare with. Those before it stay without proof. The same at every try.
 */
export async function sealLast(table: StoreTable, tenant: string, readings: Sealer): Promise<void> {
  const last = await createSnapshots(table).latest(tenant);
  if (last === null) return;
  const Item = snapshotItem(await sealedReading(readings, last), 'for-ever');
  await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
}
