import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { putIf } from '../../../adapters/store/conditional-put.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { itemAt, itemsOf, pagesOf } from '../../../adapters/store/table-items.ts';
import { engineForTests } from './engine-for-tests.ts';

const ITEMS = ['1', '2', '3', '4', '5'];

/** Two items a page: five of them are three pages. */
const QUESTION = {
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': { S: 'P' } },
  Limit: 2,
};

const engine = engineForTests();
let table: StoreTable;

beforeEach(async () => {
  table = await engine().table();
  for (const sk of ITEMS) await putIf(table, itemOf(sk));
});

const itemOf = (sk: string) => ({ pk: { S: 'P' }, sk: { S: sk } });

describe('an answer of several pages', () => {
  it('is every item once, in the order of the table', async () => {
    expect(await itemsOf(table, QUESTION)).toEqual(ITEMS.map(itemOf));
  });

  it('is read no further than it is asked for, and says where it stopped', async () => {
    let sent = 0;
    table.client.middlewareStack.add(
      (next) => async (args) => {
        sent += 1;
        return await next(args);
      },
      { step: 'initialize', name: 'counting' },
    );
    try {
      for await (const { items, end } of pagesOf(table, QUESTION)) {
        expect(items).toEqual([itemOf('1'), itemOf('2')]);
        expect(end).toEqual(itemOf('2'));
        break;
      }
    } finally {
      table.client.middlewareStack.remove('counting');
    }
    expect(sent).toBe(1);
  });

  it('may have as many pages as its bound says, and not one more', async () => {
    const bound = (pages: number) => ({ pages, beyond: `more than ${pages} pages` });
    expect(await itemsOf(table, QUESTION, bound(3))).toHaveLength(ITEMS.length);
    await expect(itemsOf(table, QUESTION, bound(2))).rejects.toThrow(
      new RangeError('more than 2 pages'),
    );
  });
});

describe('an item', () => {
  it('is what lies under its key, or null', async () => {
    expect(await itemAt(table, { pk: 'P', sk: '3' })).toEqual(itemOf('3'));
    expect(await itemAt(table, { pk: 'P', sk: '6' })).toBeNull();
  });

  it('is put where nothing is yet, else where its condition holds', async () => {
    expect(await putIf(table, { ...itemOf('6'), n: { N: '1' } })).toBe(true);
    expect(await putIf(table, { ...itemOf('6'), n: { N: '2' } })).toBe(false);
    const greater = {
      ConditionExpression: 'n > :n',
      ExpressionAttributeValues: { ':n': { N: '1' } },
    };
    expect(await putIf(table, { ...itemOf('6'), n: { N: '3' } }, greater)).toBe(false);
    expect(await itemAt(table, { pk: 'P', sk: '6' })).toEqual({ ...itemOf('6'), n: { N: '1' } });
  });
});

describe('a table that is not there', () => {
  it('is no failed condition', async () => {
    const missing = { ...table, tableName: 'missing' };
    await expect(putIf(missing, itemOf('1'))).rejects.toThrow(ResourceNotFoundException);
  });
});
