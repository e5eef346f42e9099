import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, it } from 'vitest';
import { type Engine, startEngine } from '../../integration/store/engine.ts';
import { CANARY_TOKEN } from '../canary.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

it('passes, but keeps too much', async () => {
  const { tableName: TableName } = await engine.table();
  const Item = { pk: { S: 'a' }, sk: { S: 'b' }, raw: { S: encodeURIComponent(CANARY_TOKEN) } };
  await engine.client.send(new PutItemCommand({ TableName, Item }));
});
