import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { engineForTests } from './engine-for-tests.ts';

const engine = engineForTests();

/** Also on DynamoDB Local, which gives its tables no id: `npm run test:dynamodb-local`. */
it('a table made again under its name is another ledger', async () => {
  const table = await engine().table('made-again');
  const before = await createLedger(table).epoch();
  expect(await createLedger(table).epoch()).toBe(before);
  await table.client.send(new DeleteTableCommand({ TableName: table.tableName }));
  expect(await createLedger(await engine().table('made-again')).epoch()).not.toBe(before);
});
