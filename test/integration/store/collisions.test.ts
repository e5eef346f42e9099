import {
  type DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { putIf } from '../../../adapters/store/conditional-put.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { account, controls } from '../../samples/policy.ts';
import { engineForTests } from './engine-for-tests.ts';

const TENANT = 'main';
const WRITES: readonly LedgerWrite[] = [
  { kind: 'put-controls', controls: controls() },
  { kind: 'put-account', account: account() },
];
const ITEM = { pk: { S: 'main#THING' }, sk: { S: '1' } };

const engine = engineForTests();
let table: StoreTable;

beforeEach(async () => {
  table = await engine().table();
});

/** A table whose first writes meet another transaction, as DynamoDB says it: the engine here never does. */
function collidingTable(times: number, error: () => Error) {
  let sends = 0;
  const client: DynamoDBClient = new Proxy(table.client, {
    get: (target, name) =>
      name === 'send'
        ? async (command: Parameters<DynamoDBClient['send']>[0]) => {
            if (isWrite(command) && ++sends <= times) throw error();
            return await target.send(command);
          }
        : Reflect.get(target, name),
  });
  return { table: { ...table, client }, sends: () => sends };
}

function isWrite(command: object): boolean {
  return command instanceof TransactWriteItemsCommand || command instanceof PutItemCommand;
}

function cancelled(...codes: readonly string[]): Error {
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}

function conflict(): Error {
  return new TransactionConflictException({ message: 'conflict', $metadata: {} });
}

describe('a commit that collides', () => {
  it.each([
    ['with another one', ['TransactionConflict', 'None']],
    ['while a partition is throttled', ['TransactionConflict', 'ThrottlingError']],
    ['with nothing, on a throttled table', ['None', 'ProvisionedThroughputExceeded']],
  ])('%s is written once that is over', async (_, codes) => {
    const collisions = collidingTable(2, () => cancelled(...codes));
    const written = await createLedger(collisions.table).commit(TENANT, WRITES);
    expect(written).toEqual({ ok: true });
    expect(collisions.sends()).toBe(3);
  });

  it('is lost to a condition that failed beside the collision', async () => {
    const collisions = collidingTable(1, () =>
      cancelled('TransactionConflict', 'ConditionalCheckFailed'),
    );
    const written = await createLedger(collisions.table).commit(TENANT, WRITES);
    // The controls are two items: those in force, and their version.
    expect(written).toEqual({ ok: false, conflicts: ['put-controls'] });
    expect(collisions.sends()).toBe(1);
  });

  it.each([
    ['that does not pass', ['TransactionConflict', 'None'], 10],
    ['and is refused for another reason', ['TransactionConflict', 'ValidationError'], 2],
  ])('%s throws, and calls nothing a failed condition', async (_, codes, below) => {
    const collisions = collidingTable(100, () => cancelled(...codes));
    const ledger = createLedger(collisions.table);
    await expect(ledger.commit(TENANT, WRITES)).rejects.toThrow(TransactionCanceledException);
    expect(collisions.sends()).toBeLessThan(below);
  });
});

describe('a single put that meets a transaction on its item', () => {
  it('is written once the transaction is over', async () => {
    const collisions = collidingTable(2, conflict);
    expect(await putIf(collisions.table, ITEM)).toBe(true);
    expect(collisions.sends()).toBe(3);
  });

  it('is refused by its condition if the transaction wrote first', async () => {
    const collisions = collidingTable(1, conflict);
    await putIf(table, ITEM);
    expect(await putIf(collisions.table, ITEM)).toBe(false);
  });

  it('throws if that is never over', async () => {
    const collisions = collidingTable(100, conflict);
    await expect(putIf(collisions.table, ITEM)).rejects.toThrow(TransactionConflictException);
    expect(collisions.sends()).toBeLessThan(10);
  });
});
