import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { appendToChain, EMPTY_CHAIN } from '../../../treasury/audit/audit-entry.ts';
import { auditHalts } from '../../../treasury/halt/audit-halts.ts';
import type { Ledger } from '../../../treasury/ledger/ledger.ts';
import {
  type HaltAct,
  haltedBy,
  MAX_HALTED_CURRENCIES,
  MAX_UNAUDITED,
  neverHalted,
} from '../../../treasury/policy/halt-state.ts';
import { engineForTests } from './engine-for-tests.ts';
import { type Call, failure, tableOverWire, type Wire } from './engine-wire.ts';
import { putItem } from './items.ts';

const TENANT = 'main';
const AT = '2026-01-05T09:00:00.000Z';

const engine = engineForTests();
let table: StoreTable;
let ledger: Ledger;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  table = await engine().table();
  ledger = createLedger(table);
});
afterEach(async () => {
  for (const stop of closing.splice(0)) await stop();
});

function act(n: number, currency?: string): HaltAct {
  const comment = `reason ${n}`;
  const one = { id: `act-${n}`, at: AT, by: 'tina', comment, requestId: `request-${n}` };
  return currency === undefined ? one : { ...one, currency };
}

/** Each halts, one after the other; what the reducer makes of the same beside what stands in the end. */
async function haltBy(acts: readonly HaltAct[]) {
  for (const each of acts) await ledger.halt(TENANT, each);
  return {
    stands: await ledger.readHalt(TENANT),
    expected: acts.reduce(haltedBy, neverHalted(TENANT)),
  };
}

/** The item as an attacker with write access to the table left it. */
async function put(attributes: object): Promise<void> {
  const Item = marshall({
    ...ledgerKeys.halt(TENANT),
    entity: 'halt',
    tenant: TENANT,
    ...attributes,
  });
  await putItem(table, Item);
}

/** A write of the very item, not of a mark beside it. */
function writesHalt({ operation, body }: Call): boolean {
  const isWrite = operation === 'UpdateItem' || operation === 'PutItem';
  return isWrite && !body.includes('"halt-mark"');
}

async function over(wire: Wire): Promise<Ledger> {
  const { table: overWire, stop } = await tableOverWire(table, wire);
  closing.push(stop);
  return createLedger(overWire);
}

async function mayClaim(generation: number, currency = 'BTC'): Promise<boolean> {
  const held = await ledger.commit(TENANT, [
    { kind: 'assert-halt-generation', generation, currencies: [currency] },
  ]);
  return held.ok;
}

describe('a halt asks for less where the usual write is not taken', () => {
  it.each([
    ['everything, then a currency', [act(1), act(2, 'BTC')]],
    ['a currency, where there is no list yet', [act(1, 'BTC'), act(2, 'ETH'), act(3, 'BTC')]],
    ['everything, more often than comments are kept', many(MAX_UNAUDITED + 3)],
    ['a currency, when no more comments are kept', [...many(MAX_UNAUDITED), act(90, 'BTC')]],
  ])('as the reducer has it: %s', async (_, acts) => {
    const { stands, expected } = await haltBy(acts);
    expect(stands).toEqual(expected);
    expect(stands.generation).toBe(acts.length);
  });

  it('as the reducer has it: currencies, more than the list takes, and one again that is in it', async () => {
    const causes = { at: AT, by: 'tina', comment: 'odd' };
    const codes = Array.from({ length: MAX_HALTED_CURRENCIES - 1 }, (_, n) => `C${n}`);
    const currencies = Object.fromEntries(codes.map((code) => [code, causes]));
    const full = { ...neverHalted(TENANT), generation: codes.length, currencies };
    await put(full);
    const acts = [act(1, 'BTC'), act(2, 'C7'), act(3, 'ETH')];
    const { stands } = await haltBy(acts);
    expect(stands).toEqual(acts.reduce(haltedBy, full));
    expect([stands.mode, Object.keys(stands.currencies).length]).toEqual(['halted', 100]);
  });

  it.each([
    ['a generation that is no number', { generation: 'seven', mode: 'live', currencies: {} }],
    ['currencies that are no list', { generation: 3, mode: 'live', currencies: 'none' }],
    [
      'words that wait and are no list',
      { generation: 3, mode: 'live', currencies: {}, unaudited: 5 },
    ],
    ['an unknown mode', { generation: 3, mode: 'open', currencies: {} }],
    ['a number of unkept comments that is none', { generation: 3, currencies: {}, unkept: 'x' }],
  ])('and is put anew over an item with %s', async (_, attributes) => {
    for (const halting of [act(1), act(2, 'BTC')]) {
      await put(attributes);
      const state = await ledger.halt(TENANT, halting);
      expect(await ledger.readHalt(TENANT)).toEqual(state);
      expect(state.mode).toBe('halted');
      expect(await mayClaim(3)).toBe(false);
      expect(await mayClaim(state.generation)).toBe(false);
    }
  });
});

describe('a halt that meets other writes', () => {
  /** Of the writes of the halt's item, the first so many conflict with a transaction under way. */
  function conflicting(times: number, seen: string[]): Wire {
    return async (call, pass) => {
      if (!writesHalt(call)) return await pass();
      seen.push(call.operation);
      return seen.length <= times ? failure(400, 'TransactionConflictException') : await pass();
    };
  }

  it('is tried until it is written, and written once', async () => {
    const seen: string[] = [];
    const state = await (await over(conflicting(7, seen))).halt(TENANT, act(1));
    expect(seen).toHaveLength(8);
    expect(state).toEqual(haltedBy(neverHalted(TENANT), act(1)));
    expect(await ledger.readHalt(TENANT)).toEqual(state);
  });

  it('says so where it meets one at every attempt, and nothing was written', async () => {
    const seen: string[] = [];
    const halted = (await over(conflicting(Number.POSITIVE_INFINITY, seen))).halt(TENANT, act(1));
    await expect(halted).rejects.toThrow('tenant main could not be halted');
    // For some seconds, and no longer than its caller waits.
    expect(seen.length).toBeGreaterThan(10);
    expect(await ledger.readHalt(TENANT)).toEqual(neverHalted(TENANT));
  });

  it('is put anew over a spoiled item, also where that write meets one', async () => {
    await put({ generation: 'seven' });
    let conflicts = 3;
    const wire: Wire = async (call, pass) => {
      if (call.operation === 'PutItem' && writesHalt(call) && conflicts-- > 0) {
        return failure(400, 'TransactionConflictException');
      }
      return await pass();
    };
    const state = await (await over(wire)).halt(TENANT, act(1));
    expect(conflicts).toBe(-1);
    expect(state).toMatchObject({
      generation: Date.parse(AT),
      mode: 'halted',
      unaudited: [act(1)],
    });
  });

  it('is not repeated where whoever asks may not write', async () => {
    const seen: string[] = [];
    const wire: Wire = ({ operation }) => {
      seen.push(operation);
      return failure(400, 'AccessDeniedException');
    };
    await expect((await over(wire)).halt(TENANT, act(1))).rejects.toThrow('could not be halted');
    expect(seen).toEqual(['UpdateItem']);
  });

  it('holds where the answer to it is lost and the SDK repeats it', async () => {
    let lost = false;
    const wire: Wire = async (_, pass) => {
      const answer = await pass();
      if (lost) return answer;
      lost = true;
      return 'breaks';
    };
    const state = await (await over(wire)).halt(TENANT, act(1));
    expect(state).toMatchObject({ generation: 2, mode: 'halted' });
    expect(await mayClaim(1)).toBe(false);
    // Written twice, told once.
    expect(await auditHalts({ now: () => AT, ledger }, TENANT)).toBe(1);
    expect(await ledger.readHalt(TENANT)).toMatchObject({ unaudited: [], unkept: 0 });
    expect((await ledger.readAuditHead(TENANT)).sequence).toBe(1);
  });

  it('is the last word, whatever is claimed and halted at the same moment', async () => {
    await ledger.halt(TENANT, act(0, 'ETH'));
    const claims = Array.from({ length: 30 }, () => mayClaim(1));
    const halts = Array.from({ length: 30 }, (_, n) =>
      ledger.halt(TENANT, n % 3 === 0 ? act(n + 1) : act(n + 1, 'BTC')),
    );
    await Promise.all([...claims, ...halts]);
    const state = await ledger.readHalt(TENANT);
    expect(state).toMatchObject({ generation: 31, mode: 'halted' });
    expect(Object.keys(state.currencies).sort()).toEqual(['BTC', 'ETH']);
    expect(state.unaudited.length + state.unkept).toBe(31);
    expect(await mayClaim(1)).toBe(false);
    expect(await mayClaim(31)).toBe(false);
  });
});

describe('a halt that the audit log has', () => {
  it('makes room for the comment of the next', async () => {
    await haltBy(many(MAX_UNAUDITED));
    await table.client.send(
      new UpdateItemCommand({
        TableName: table.tableName,
        Key: marshall(ledgerKeys.halt(TENANT)),
        UpdateExpression: 'REMOVE unaudited[0]',
      }),
    );
    const state = await ledger.halt(TENANT, act(99));
    expect(state.unaudited.at(-1)).toEqual(act(99));
    expect([state.unaudited.length, state.unkept]).toEqual([MAX_UNAUDITED, 0]);
  });
});

function many(count: number): readonly HaltAct[] {
  return Array.from({ length: count }, (_, n) => act(n));
}

describe('a commit that changes the kill switch', () => {
  const entry = () =>
    appendToChain(EMPTY_CHAIN, {
      at: AT,
      by: 'tina',
      action: 'halt',
      subject: 'halt',
      requestId: 'request-1',
      before: null,
      after: { comment: 'reason 1' },
    });

  it('puts its item: no update joins the partitions of others, of the audit log among them', async () => {
    const sent: Call[] = [];
    const wired = await over(async (call, pass) => {
      if (call.operation === 'TransactWriteItems') sent.push(call);
      return await pass();
    });
    const halted = [
      { kind: 'halt', act: act(1) },
      { kind: 'append-audit', entry: entry() },
    ] as const;
    expect(await wired.commit(TENANT, halted)).toEqual({ ok: true });
    await auditHalts({ ledger: wired, now: () => AT }, TENANT);
    expect(await ledger.readHalt(TENANT)).toMatchObject({ mode: 'halted', unaudited: [] });
    expect(sent.length).toBe(2);
    for (const { body } of sent) {
      const kinds = JSON.parse(body).TransactItems.flatMap((item: object) => Object.keys(item));
      expect(kinds).not.toContain('Update');
    }
  });

  it('halts after a halt by another person meanwhile, and loses neither', async () => {
    let moved = 0;
    const wired = await over(async ({ operation }, pass) => {
      if (operation === 'TransactWriteItems' && moved++ === 0) await ledger.halt(TENANT, act(1));
      return await pass();
    });
    expect(await wired.commit(TENANT, [{ kind: 'halt', act: act(2) }])).toEqual({ ok: true });
    expect(moved).toBe(2);
    expect(await ledger.readHalt(TENANT)).toEqual(
      [act(1), act(2)].reduce(haltedBy, neverHalted(TENANT)),
    );
  });

  it('replaces an unreadable item by a halt, as a halt by itself does', async () => {
    await put({ generation: 'many', mode: 'whatever' });
    expect(await ledger.commit(TENANT, [{ kind: 'halt', act: act(1) }])).toEqual({ ok: true });
    expect(await ledger.readHalt(TENANT)).toMatchObject({ mode: 'halted', unaudited: [act(1)] });
  });
});
