import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  CreateTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ResourceInUseException,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { FolderIdentity } from './folder-identity.ts';

/** A table of this machine's own, in the same file as the ledger: in no template, and no function knows of it. */
const MARK_TABLE = 'sluice-local-data-folder';
const MARK_KEY = { id: { S: 'mark' } };

/**
 * How often the tables get another mark while they are used, beside the one that each claim gives them. A copy of a folder in
 * use that is no older than this, and than the last claim, is still taken for the folder itself if a person overwrites its
 * files in place with it: everything that has left is on record in that copy as well.
 */
const RENEW_EVERY_MS = 10_000;

export interface OwnLedger {
  /** Currencies that were disarmed, since these tables are not those that ran here last. */
  readonly disarmed: number;
  /**
   * The tables have another mark once it settles: a copy of before the claim is none of theirs. It never settles where
   * that fails, since what is claimed could be sent once more from such a copy.
   */
  readonly afterClaim: () => Promise<void>;
  /** The tables get a last mark: copies made while they ran are none of theirs. */
  readonly close: () => Promise<void>;
}

export interface MarkListeners {
  /** A mark that time gives could not be given; it is tried again. */
  readonly failed: (error: unknown) => void;
  /** A claim's could not: nothing may be sent any more. */
  readonly cannotMark: (error: unknown) => void;
}

/**
 * Makes sure that a copy of a data folder sends nothing: where the tables are not those that ran in this folder last,
 * every lane is made one of another ledger, as in a table that comes out of a backup. Two people arm it again.
 */
export async function ownLedger(
  ledger: StoreTable,
  identity: FolderIdentity,
  { failed, cannotMark }: MarkListeners,
): Promise<OwnLedger> {
  const { client } = ledger;
  await makeMarkTable(client);
  const disarmed = identity.isOwn(await readMark(client)) ? 0 : await disarm(ledger);
  const renewOnce = () => identity.renew((mark) => writeMark(client, mark));
  let last = renewOnce();
  await last;
  /** One after the other, whatever became of the one before. */
  const inTurn = (): Promise<void> => {
    const turn = last.then(renewOnce);
    last = turn.catch(() => undefined);
    return turn;
  };
  const renew = (): Promise<void> => inTurn().catch(failed);
  const timer = setInterval(renew, RENEW_EVERY_MS);
  timer.unref();
  return {
    disarmed,
    afterClaim: () =>
      inTurn().catch((error: unknown) => {
        cannotMark(error);
        return new Promise(() => undefined);
      }),
    close: async () => {
      clearInterval(timer);
      await renew();
    },
  };
}

async function makeMarkTable(client: DynamoDBClient): Promise<void> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: MARK_TABLE,
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

async function readMark(client: DynamoDBClient): Promise<string | null> {
  const { Item } = await client.send(
    new GetItemCommand({ TableName: MARK_TABLE, Key: MARK_KEY, ConsistentRead: true }),
  );
  return Item?.mark?.S ?? null;
}

async function writeMark(client: DynamoDBClient, mark: string): Promise<void> {
  const item = { ...MARK_KEY, mark: { S: mark } };
  await client.send(new PutItemCommand({ TableName: MARK_TABLE, Item: item }));
}

/** Every lane there is, of whichever tenant, also one that a request holds: nothing runs yet. */
async function disarm({ client, tableName }: StoreTable): Promise<number> {
  const epoch = { S: `copied-${randomUUID()}` };
  let count = 0;
  let from: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: tableName,
        FilterExpression: 'entity = :lane',
        ExpressionAttributeValues: { ':lane': { S: 'lane' } },
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    for (const { pk, sk } of page.Items ?? []) {
      if (pk === undefined || sk === undefined) continue;
      await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: { pk, sk },
          UpdateExpression: 'SET epoch = :epoch, version = version + :one',
          ExpressionAttributeValues: { ':epoch': epoch, ':one': { N: '1' } },
        }),
      );
      count += 1;
    }
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return count;
}
