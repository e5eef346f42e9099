import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { it } from 'vitest';
import { engineForTests } from '../../integration/store/engine-for-tests.ts';
import { CANARY_TOKEN } from '../canary.ts';

const engine = engineForTests();

it('passes, but keeps too much', async () => {
  const { tableName: TableName } = await engine().table();
  const Item = { pk: { S: 'a' }, sk: { S: 'b' }, raw: { S: encodeURIComponent(CANARY_TOKEN) } };
  await engine().client.send(new PutItemCommand({ TableName, Item }));
});
