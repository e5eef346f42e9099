import { beforeEach, describe, expect, it } from 'vitest';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { breakAt, flowAt } from '../../contract/items.ts';
import { account } from '../../samples/policy.ts';
import { counting } from './counted-table.ts';
import { engineForTests } from './engine-for-tests.ts';

const TENANT = 'main';

const engine = engineForTests();
let table: StoreTable;

beforeEach(async () => {
  table = await engine().table();
});

const flow = (version: number): LedgerWrite => ({ kind: 'put-flow', flow: flowAt(version) });
const LANE = newLane(TENANT, 'BTC', 'table-1');
const lane = (version: number): LedgerWrite => ({
  kind: 'replace-lane',
  lane: { ...LANE, version },
  from: 'idle',
});

/** Commits, and says with which commands and units. */
async function committed(...writes: readonly LedgerWrite[]) {
  const counted = counting(table);
  const result = await createLedger(counted.table).commit(TENANT, writes);
  return { result, sent: counted.sent };
}

describe('a commit of one item', () => {
  it('is a put on the same condition, at half the units: a flow', async () => {
    // One of the table, and one of its index.
    expect(await committed(flow(1))).toEqual({
      result: { ok: true },
      sent: [{ name: 'PutItemCommand', units: 2 }],
    });
    expect((await committed(flow(2))).result).toEqual({ ok: true });
    const late = await committed(flow(2));
    expect(late.result).toEqual({ ok: false, conflicts: ['put-flow'] });
  });

  it('is a put on the same condition, at half the units: a reading that a lane keeps', async () => {
    await createLedger(table).commit(TENANT, [{ kind: 'create-lane', lane: LANE }]);
    const late = { ok: false, conflicts: ['replace-lane'] };
    expect((await committed(lane(3))).result).toEqual(late);
    expect(await committed(lane(2))).toEqual({
      result: { ok: true },
      sent: [{ name: 'PutItemCommand', units: 1 }],
    });
    expect((await committed(lane(2))).result).toEqual(late);
  });

  it('is a transaction, which is told from its repetition by a token, if a person decided it', async () => {
    const { sent } = await committed({ kind: 'put-break', break: breakAt(1) });
    expect(sent.map(({ name }) => name)).toEqual(['TransactWriteItemsCommand']);
  });

  it('is written only if the condition beside it holds, where there is one', async () => {
    const { id: accountId, currency } = account();
    const { result } = await committed(flow(1), {
      kind: 'assert-account-unchanged',
      accountId,
      version: 1,
      currency,
      at: '2026-01-05T09:00:00.000Z',
    });
    expect(result).toEqual({ ok: false, conflicts: ['assert-account-unchanged'] });
    expect((await committed(flow(1))).result).toEqual({ ok: true });
  });
});
