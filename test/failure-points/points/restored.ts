import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { itemsOf, putItems } from '../../integration/store/items.ts';
import {
  cancelled,
  type FailurePoint,
  pointsOf,
  SENDING,
  stays,
  unknown,
} from '../failure-point.ts';

/** Writes a backup into a table of its own, as a restore does: the items are the same, the table isn't. */
async function restore(table: StoreTable, items: readonly Item[]): Promise<StoreTable> {
  await putItems(table, items);
  return table;
}

const point = pointsOf('the ledger itself', 'happened in between');

export const RESTORED: readonly FailurePoint[] = [
  point(
    'restored, and nothing was sent before',
    'the lanes belong to another table: nothing is sent until people arm them again',
    stays(cancelled('disarmed'), 0, 0),
    async (scene) => {
      const items = await itemsOf(scene.table());
      scene.moveTo(await restore(await scene.newTable(), items));
      await scene.deliver();
    },
  ),
  point(
    'restored from before the claim, and it was sent since',
    'the restored ledger shows it as approved: it is not sent a second time',
    stays(cancelled('disarmed'), 1, 1),
    async (scene) => {
      const items = await itemsOf(scene.table());
      await scene.deliver();
      scene.moveTo(await restore(await scene.newTable(), items));
      await scene.deliver();
    },
    { ledgerForgot: true },
  ),
  point(
    'restored from between claim and outcome',
    'the restored ledger shows it as being sent: no process is sending it, and people settle it',
    { atFirst: SENDING, inTheEnd: unknown('not-recorded'), posts: 1, executions: 1 },
    async (scene) => {
      let items: readonly Item[] = [];
      const ledger = scene.ledgerWith(async (commit, nth) => {
        if (nth === 2) items = await itemsOf(scene.table());
        return await commit();
      });
      await scene.deliver({ ledger });
      scene.moveTo(await restore(await scene.newTable(), items));
    },
  ),
  point(
    'restored in the place of the table itself',
    'the same name and the same items, and another table all the same: a running process notices',
    stays(cancelled('disarmed'), 1, 1),
    async (scene) => {
      const table = scene.table();
      const before = await createLedger(table).epoch();
      const items = await itemsOf(table);
      await scene.deliver();
      await table.client.send(new DeleteTableCommand({ TableName: table.tableName }));
      await restore(await scene.newTable(table.tableName), items);
      if ((await createLedger(table).epoch()) === before)
        throw new Error('the same table as before');
      await scene.deliver();
    },
    { ledgerForgot: true },
  ),
];
