import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { makeTables } from '../../../local/engine/tables.ts';
import { clientAt } from '../../../local/network/client-at.ts';
import { startEngine } from './local-engine.ts';
import { sampleTable } from './sample-models.ts';

it('an item beyond the 400 kB of DynamoDB is refused here as well', async () => {
  const engine = await startEngine(null);
  const client = new DynamoDBClient(clientAt(engine));
  const put = (bytes: number) =>
    client.send(
      new PutItemCommand({
        TableName: 'things',
        Item: { pk: { S: 'a' }, text: { S: 'x'.repeat(bytes) } },
      }),
    );
  try {
    await makeTables(client, [sampleTable()]);
    await put(409_600 - 'pk'.length - 'a'.length - 'text'.length);
    await expect(put(409_600)).rejects.toMatchObject({ name: 'ValidationException' });
  } finally {
    client.destroy();
    await engine.stop();
  }
});
