import {
  DeleteItemCommand,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { listDecisions } from '../../../adapters/store/decision-lists.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createLedgerLists, type InstructionFilter } from '../../../adapters/store/ledger-lists.ts';
import { CursorRefusedError } from '../../../adapters/store/list-place.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { UnreadableItemError } from '../../../treasury/ledger/unreadable-item.ts';
import { LIST_ORDERS } from '../../../treasury/ports/list-order.ts';
import { APPROVED } from '../../samples/instructions.ts';
import { account, controls } from '../../samples/policy.ts';
import { walkedBothWays } from './both-ways.ts';
import { engineForTests } from './engine-for-tests.ts';

const CONTROLS = controls({ trades: { instruments: ['BTC/USD'], maximumNotional: '1000000' } });
const ACCOUNT = account({ details: { beneficiary: { address: 'bc1q' } } });
const TENANT = 'main';

const engine = engineForTests();
let table: StoreTable;
let ledger: Ledger;

beforeEach(async () => {
  table = await engine().table();
  ledger = createLedger(table);
});

async function commit(...changes: readonly LedgerWrite[]) {
  return await ledger.commit(TENANT, changes);
}

/** A ledger in which one withdrawal is approved and everything is armed and live. */
async function armed() {
  const lane = newLane(TENANT, 'BTC', await ledger.epoch());
  const written = await commit(
    { kind: 'put-controls', controls: CONTROLS },
    { kind: 'put-account', account: ACCOUNT },
    { kind: 'create-lane', lane },
    { kind: 'create-instruction', instruction: APPROVED },
  );
  expect(written).toEqual({ ok: true });
  return lane;
}

/** The engine's client, with something happening before each command is sent. */
function wrapped(before: (command: object) => void): DynamoDBClient {
  return new Proxy(table.client, {
    get: (target, name) =>
      name === 'send'
        ? async (command: Parameters<DynamoDBClient['send']>[0]) => {
            before(command);
            return await target.send(command);
          }
        : Reflect.get(target, name),
  });
}

describe('the ledger', () => {
  it('has another epoch in every table, so that a restored copy is not armed', async () => {
    const restored = createLedger(await engine().table());
    expect(await restored.epoch()).not.toBe(await ledger.epoch());
  });

  it('asks for the epoch anew each time, since a table may be replaced under its name', async () => {
    const asked: string[] = [];
    const client = wrapped((command) => void asked.push(command.constructor.name));
    const watched = createLedger({ ...table, client });
    await watched.epoch();
    await watched.epoch();
    expect(asked).toEqual(['DescribeTableCommand', 'DescribeTableCommand']);
  });

  it('refuses to act on an item that is not what it writes, and names it', async () => {
    await armed();
    await table.client.send(
      new UpdateItemCommand({
        TableName: table.tableName,
        Key: marshall(ledgerKeys.instruction(TENANT, APPROVED.id)),
        UpdateExpression: 'SET #status = :nonsense',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: marshall({ ':nonsense': { state: 'open' } }),
      }),
    );
    const reading = ledger.readInstruction(TENANT, APPROVED.id);
    await expect(reading).rejects.toThrow(UnreadableItemError);
    await expect(reading).rejects.toThrow(`main#INSTRUCTION#${APPROVED.id}`);
  });
});

const { content: CONTENT } = APPROVED;
const PAID_TO = CONTENT.kind === 'withdrawal' ? CONTENT.withdrawalAccountId : '';

describe("the ledger's lists", () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];

  async function withInstructions() {
    for (const [index, id] of ids.entries()) {
      const createdAt = `2026-01-05T09:00:0${index}.000Z`;
      await commit({ kind: 'create-instruction', instruction: { ...APPROVED, id, createdAt } });
    }
    return createLedgerLists(table);
  }

  it.each([undefined, 'approved'] as const)(
    'page through every instruction once, newest first (state %s)',
    async (state) => {
      const lists = await withInstructions();
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const request = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
        const page = await lists.instructions(
          TENANT,
          state === undefined ? {} : { state: [state] },
          request,
        );
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== undefined);
      expect(seen).toEqual(ids.toReversed());
    },
  );

  it('are narrowed by kind, currency, rule and time, and still paged without gaps', async () => {
    const lists = await withInstructions();
    const seen = async (filter: InstructionFilter) =>
      (await lists.instructions(TENANT, filter, { limit: 10 })).items.map(({ id }) => id);
    expect(await seen({ kind: 'withdrawal', currency: 'BTC', rule: 'btc-excess' })).toEqual(
      ids.toReversed(),
    );
    expect(await seen({ kind: 'trade' })).toEqual([]);
    expect(await seen({ currency: 'ETH' })).toEqual([]);
    expect(await seen({ rule: 'another' })).toEqual([]);
    const from = '2026-01-05T09:00:01.000Z';
    const to = '2026-01-05T09:00:03.000Z';
    // The end of a range is not in it.
    expect(await seen({ from, to })).toEqual(['c', 'b']);
    expect(await seen({ state: ['approved'], kind: 'withdrawal', to: from })).toEqual(['a']);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const request = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
      const page = await lists.instructions(TENANT, { kind: 'withdrawal' }, request);
      pages.push(page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(pages).toEqual([['e', 'd'], ['c', 'b'], ['a']]);
  });

  it.each([
    {},
    { state: ['approved'] },
    { state: ['approved', 'unknown'] },
    { text: 'BTC-EXCESS' },
    { account: PAID_TO },
    { currency: 'BTC' },
    { kind: 'trade' },
  ] as const)(
    'are read to the end and back, in either order, in pages of every size: %o',
    async (filter) => {
      const lists = await withInstructions();
      for (const order of LIST_ORDERS) {
        for (const limit of [1, 2, 3, 5, 6]) {
          const found = await walkedBothWays(
            (page) => lists.instructions(TENANT, filter, { ...page, order }),
            limit,
          );
          const expected = 'kind' in filter ? [] : order === 'oldest' ? ids : ids.toReversed();
          expect(found.map(({ id }) => id)).toEqual(expected);
        }
      }
    },
  );

  it.each([{}, { state: ['approved', 'unknown'] }] as const)(
    'name what cannot be read where a person looks, and refuse it where a file is made: %o',
    async (filter) => {
      const lists = await withInstructions();
      const { pk, sk } = ledgerKeys.instruction(TENANT, 'c');
      await table.client.send(
        new UpdateItemCommand({
          TableName: table.tableName,
          Key: marshall({ pk, sk }),
          UpdateExpression: 'SET content = :other',
          ExpressionAttributeValues: marshall({ ':other': 'of another form' }),
        }),
      );
      const shown = { limit: 9, namesUnreadable: true } as const;
      const page = await lists.instructions(TENANT, filter, shown);
      expect(page.items.map(({ id }) => id)).toEqual(['e', 'd', 'b', 'a']);
      expect(page.unreadable).toEqual(['c']);
      const whole = lists.instructions(TENANT, filter, { limit: 9 });
      await expect(whole).rejects.toBeInstanceOf(UnreadableItemError);
    },
  );

  it('go back to what has arrived before a page since', async () => {
    const lists = await withInstructions();
    const first = await lists.instructions(TENANT, {}, { limit: 2 });
    const second = await lists.instructions(TENANT, {}, { limit: 2, cursor: first.next ?? '' });
    const createdAt = '2026-01-05T10:00:00.000Z';
    await commit({ kind: 'create-instruction', instruction: { ...APPROVED, id: 'f', createdAt } });
    const back = await lists.instructions(TENANT, {}, { limit: 2, cursor: second.previous ?? '' });
    expect(back.items.map(({ id }) => id)).toEqual(['e', 'd']);
    const before = await lists.instructions(TENANT, {}, { limit: 2, cursor: back.previous ?? '' });
    expect(before.items.map(({ id }) => id)).toEqual(['f']);
    expect(before.previous).toBeUndefined();
  });

  it('lead back from a page whose items have left the list', async () => {
    const lists = await withInstructions();
    const state = ['approved'] as const;
    const first = await lists.instructions(TENANT, { state }, { limit: 4 });
    const one = first.next ?? '';
    const gone = { ...APPROVED, id: 'a', createdAt: '2026-01-05T09:00:00.000Z' };
    await table.client.send(
      new DeleteItemCommand({
        TableName: table.tableName,
        Key: marshall(ledgerKeys.instruction(TENANT, gone.id)),
      }),
    );
    const empty = await lists.instructions(TENANT, { state }, { limit: 4, cursor: one });
    expect(empty.items).toEqual([]);
    const back = await lists.instructions(
      TENANT,
      { state },
      { limit: 4, cursor: empty.previous ?? '' },
    );
    expect(back.items.map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b']);
  });

  it('show nothing of another client', async () => {
    const lists = await withInstructions();
    expect(await lists.instructions('another', {}, { limit: 10 })).toEqual({ items: [] });
  });

  it('refuse a cursor that another list handed out', async () => {
    const lists = await withInstructions();
    const { next: cursor = '' } = await lists.instructions(TENANT, {}, { limit: 1 });
    await expect(
      listDecisions({ snapshots: table }, TENANT, {}, { limit: 2, cursor }),
    ).rejects.toThrow(CursorRefusedError);
  });

  it('refuse a cursor that they did not hand out', async () => {
    const lists = await withInstructions();
    const cursor = Buffer.from('nonsense').toString('base64url');
    await expect(lists.instructions(TENANT, {}, { limit: 2, cursor })).rejects.toThrow(
      CursorRefusedError,
    );
  });
});
