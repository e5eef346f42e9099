import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { countMarksIn } from '../../../adapters/store/count-marks.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { MAX_COUNTED_TABLES } from '../../../treasury/seals/count-marks.ts';
import { engineForTests } from './engine-for-tests.ts';

const TENANT = 'main';
const engine = engineForTests();

async function marked(...marks: readonly (readonly [of: string, epoch: string, number: number])[]) {
  const table = await engine().table();
  for (const [of, epoch, number] of marks) {
    const mark = { of, epoch, number };
    const done = await createLedger(table).commit(TENANT, [{ kind: 'mark-count', mark }]);
    expect(done).toEqual({ ok: true });
  }
  return { table, marks: countMarksIn(table) };
}

async function putRaw({ client, tableName }: StoreTable, sk: string): Promise<void> {
  const pk = ledgerKeys.countMarkPartition(TENANT);
  await client.send(new PutItemCommand({ TableName: tableName, Item: marshall({ pk, sk }) }));
}

describe('the marks of counts', () => {
  it('say the last number of each count in each table, whatever their order', async () => {
    const { marks } = await marked(
      ['LANE#BTC', 'b', 2],
      ['LANE#BTC', 'b', 10],
      ['LANE#BTC', 'a', 30],
      ['LANE#BTCX', 'b', 99],
      ['OUTFLOW-USAGE', 'c', 1],
    );
    expect(await marks.countedTables(TENANT)).toEqual(['a', 'b', 'c']);
    const last = (of: string, epoch: string) => marks.lastCountNumber(TENANT, of, epoch);
    expect(await last('LANE#BTC', 'b')).toBe(10);
    expect(await last('LANE#BTC', 'a')).toBe(30);
    expect(await last('LANE#BTC', 'c')).toBe(0);
    expect(await last('OUTFLOW-USAGE', 'c')).toBe(1);
  });

  it('name no table where nothing was ever counted', async () => {
    const { marks } = await marked();
    expect(await marks.countedTables(TENANT)).toEqual([]);
  });

  it('that another program wrote are not read past', async () => {
    const { table, marks } = await marked(['LANE#BTC', 'a', 1]);
    await putRaw(table, 'a#LANE#BTC#later');
    await expect(marks.lastCountNumber(TENANT, 'LANE#BTC', 'a')).rejects.toThrow(
      'the mark of a count cannot be read',
    );
  });

  it(`of more than ${MAX_COUNTED_TABLES} tables are not read`, async () => {
    const { table, marks } = await marked();
    for (let n = 0; n <= MAX_COUNTED_TABLES; n++) await putRaw(table, `t${n}#LANE#BTC#1`);
    await expect(marks.countedTables(TENANT)).rejects.toThrow(
      `more than ${MAX_COUNTED_TABLES} tables`,
    );
  });
});
