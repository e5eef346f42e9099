import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { packJson } from '../../../adapters/store/codec.ts';
import { DECISION_RUN, decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import { newestRuns } from '../../../adapters/store/front-page.ts';
import { fromItem, type Item } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { RuleDecision } from '../../../treasury/decisions/decision.ts';
import { LIMIT_NAMES } from '../../../treasury/facts/limit-name.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import { UnreadableItemError } from '../../../treasury/ledger/unreadable-item.ts';
import { MAX_DECISIONS_OF_PART } from '../../../treasury/sweeps/record-run.ts';
import { BELOW, NOT_SWEPT } from '../../samples/decided.ts';
import { engineForTests } from './engine-for-tests.ts';
import { emptyTable, itemsOf, putItem, putItems } from './items.ts';

const TENANT = 'main';
const TICK = '2026-01-05T09:00:00.000Z';
/** DynamoDB's own limit on an item. */
const MAX_ITEM_BYTES = 400_000;
const engine = engineForTests();
let table: StoreTable;
let runs: StoreTable;

beforeEach(async () => {
  [table, runs] = await Promise.all([engine().table(), engine().table()]);
});

function decisionOf(index: number, different: Partial<RuleDecision> = {}): RuleDecision {
  return {
    ruleId: `rule-${index}`,
    ruleVersion: 3,
    currency: `C${index}`,
    withdrawalAccountId: `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e${String(index).padStart(4, '0')}`,
    decidedAt: TICK,
    occurrence: TICK,
    consumesOccurrence: true,
    ...NOT_SWEPT,
    why: { ...BELOW, balance: `${index}.25`, threshold: `${index + 2}` },
    ...different,
  } as RuleDecision;
}

function runOf(count: number, different: Partial<DecisionRun> = {}): DecisionRun {
  const decisions = Array.from({ length: count }, (_, index) => ({ decision: decisionOf(index) }));
  return { tenant: TENANT, snapshot: TICK, part: 0, decisions, ...different };
}

const ledgerWith = (retention: number | 'for-ever') =>
  createLedger(table, { table: runs, retention });

describe('the record of a run', () => {
  it('reads back to the letter, in order of its parts, with fields of a later version', async () => {
    const ledger = ledgerWith(13);
    const later = { ...decisionOf(1), addedLater: { exact: '0.10' } };
    const parts = [
      { ...runOf(3), addedLater: 'kept' },
      { ...runOf(1, { part: 1 }), decisions: [{ decision: later, instructionId: 'sweep-1' }] },
    ];
    for (const run of [...parts].reverse()) {
      await ledger.commit(TENANT, [{ kind: 'create-decision-run', run }]);
    }
    expect(await ledger.readDecisionRun(TENANT, TICK)).toEqual(parts);
    expect(await ledger.readDecisionRun(TENANT, '2026-01-05T09:00:00.001Z')).toEqual([]);
  });

  it('is written once, alone or with what follows from it', async () => {
    const ledger = ledgerWith(13);
    const first = { kind: 'create-decision-run', run: runOf(1) } as const;
    const other = { kind: 'create-decision-run', run: runOf(2) } as const;
    const { ruleId, ruleVersion, currency, decidedAt } = decisionOf(0);
    const missed = { count: 1, countedAll: true, first: TICK, last: TICK };
    const rest = { tenant: TENANT, snapshot: TICK, ruleId, ruleVersion, currency, decidedAt };
    const beside = { kind: 'record-missed', missed: { ...rest, missed } } as const;
    const conflict = { ok: false, conflicts: ['create-decision-run'] };
    expect(await ledger.commit(TENANT, [first])).toEqual({ ok: true });
    expect(await ledger.commit(TENANT, [other])).toEqual(conflict);
    expect(await ledger.commit(TENANT, [beside, other])).toEqual(conflict);
    expect(await itemsOf(table)).toEqual([]);
    expect(await ledger.readDecisionRun(TENANT, TICK)).toEqual([runOf(1)]);
  });

  it.each([
    [1, '2026-02-05T09:00:00.000Z'],
    [13, '2027-02-05T09:00:00.000Z'],
  ])('expires after %s months', async (months, expected) => {
    await ledgerWith(months).commit(TENANT, [{ kind: 'create-decision-run', run: runOf(1) }]);
    const [item] = await itemsOf(runs);
    expect(item?.expiresAt).toEqual({ N: String(Date.parse(expected) / 1_000) });
  });

  it('never expires if it is kept for ever', async () => {
    await ledgerWith('for-ever').commit(TENANT, [{ kind: 'create-decision-run', run: runOf(1) }]);
    const [item] = await itemsOf(runs);
    expect(item).not.toHaveProperty('expiresAt');
  });

  it('is refused by a ledger that was opened without the table of runs', async () => {
    const ledger = createLedger(table);
    const change = { kind: 'create-decision-run', run: runOf(1) } as const;
    await expect(ledger.commit(TENANT, [change])).rejects.toThrow('without the table');
    await expect(ledger.readDecisionRun(TENANT, TICK)).rejects.toThrow('without the table');
    expect(await itemsOf(runs)).toEqual([]);
  });
});

describe('what a run rests on', () => {
  const NEXT = '2026-01-05T09:01:00.000Z';
  const pinned = [0, 1].map((index) => ({
    threshold: `${index + 2}`,
    accounts: [{ id: decisionOf(index).withdrawalAccountId, label: 'Cold storage' }],
  }));
  const written = (run: DecisionRun, by: readonly object[] = pinned) =>
    ({ kind: 'create-decision-run', run, pinned: by }) as const;
  const isPinned = (item: Item) => item.entity?.S === 'pinned';

  it('is written once for the runs that rest on the same, and joined when they are read', async () => {
    const ledger = ledgerWith(13);
    await ledger.commit(TENANT, [written(runOf(2))]);
    await ledger.commit(TENANT, [written(runOf(2, { snapshot: NEXT }))]);
    // Another process, which does not know what is there.
    await ledgerWith(13).commit(TENANT, [written(runOf(2, { part: 1 }))]);
    const items = await itemsOf(runs);
    expect(items.filter(isPinned)).toHaveLength(1);
    expect(await ledger.readDecisionRun(TENANT, TICK)).toEqual([runOf(2), runOf(2, { part: 1 })]);
    expect(await newestRuns(runs, TENANT, 9)).toHaveLength(3);
  });

  it('is written again where the table lost it, by a process that wrote it before', async () => {
    const ledger = ledgerWith(13);
    await ledger.commit(TENANT, [written(runOf(2))]);
    await emptyTable(runs);
    await ledger.commit(TENANT, [written(runOf(2, { snapshot: NEXT }))]);
    expect(await ledger.readDecisionRun(TENANT, NEXT)).toEqual([runOf(2, { snapshot: NEXT })]);
  });

  it('is what the run was given: another rule under the same id and version is another', async () => {
    const ledger = ledgerWith(13);
    const changed = pinned.map((each) => ({ ...each, threshold: '0' }));
    await ledger.commit(TENANT, [written(runOf(2))]);
    await ledger.commit(TENANT, [written(runOf(2, { snapshot: NEXT }), changed)]);
    expect((await itemsOf(runs)).filter(isPinned)).toHaveLength(2);
    for (const snapshot of [TICK, NEXT]) {
      expect(await ledger.readDecisionRun(TENANT, snapshot)).toEqual([runOf(2, { snapshot })]);
    }
  });

  it('expires after the last run that names it', async () => {
    const ledger = ledgerWith(1);
    const last = '2026-01-31T23:59:00.000Z';
    const after = '2026-02-10T00:00:00.000Z';
    await ledger.commit(TENANT, [written(runOf(2))]);
    await ledger.commit(TENANT, [written(runOf(2, { snapshot: last }))]);
    const expiryOf = async (of: (item: Item) => boolean) =>
      Math.max(...(await itemsOf(runs)).filter(of).map(({ expiresAt }) => Number(expiresAt?.N)));
    const before = await expiryOf(isPinned);
    expect(before).toBeGreaterThan(await expiryOf((item) => !isPinned(item)));
    await ledger.commit(TENANT, [written(runOf(2, { snapshot: after }))]);
    expect(await expiryOf(isPinned)).toBeGreaterThan(before);
  });

  it.each([
    ['is missing', { entity: { S: 'lost' } }],
    ['says something else', { packed: { B: packJson(1, [{ threshold: '1' }, pinned[1]]) } }],
    ['has a codec of a later version', { packed: { B: Uint8Array.of(9, 1, 2) } }],
  ])('makes its runs unreadable where it %s', async (_, change) => {
    const ledger = ledgerWith(13);
    await ledger.commit(TENANT, [written(runOf(2))]);
    const items = await itemsOf(runs);
    await emptyTable(runs);
    const changed = items.map((item): Item => (isPinned(item) ? { ...item, ...change } : item));
    await putItems(
      runs,
      changed.filter(({ entity }) => entity?.S !== 'lost'),
    );
    const reading = ledger.readDecisionRun(TENANT, TICK);
    await expect(reading).rejects.toBeInstanceOf(UnreadableItemError);
  });
});

describe('the size of a run', () => {
  it('is below that of an item with as many decisions as a part may have and the least compressible text', () => {
    const noise = (bytes: number) => randomBytes(bytes).toString('base64');
    const digits = () => String(randomBytes(8).readBigUInt64BE());
    const fact = () => ({
      ...{ limit: 'floor-total', code: 'floor', of: noise(18), currency: 'USD', cap: digits() },
      ...{ seen: digits(), needed: { currency: 'BTC', amount: digits() }, taken: '1' },
    });
    const checksOf = () => LIMIT_NAMES.map(() => ({ fact: fact(), holds: false }));
    const decisions = Array.from({ length: MAX_DECISIONS_OF_PART }, (_, index) => ({
      decision: decisionOf(index, { checks: checksOf() } as Partial<RuleDecision>),
      instructionId: `sweep-${noise(24)}`,
    }));
    const item = decisionRunItem(TENANT, runOf(0, { decisions }), 13);
    expect(item.packed?.B?.length).toBeLessThan(MAX_ITEM_BYTES);
    expect(fromItem(DECISION_RUN, item).decisions).toHaveLength(MAX_DECISIONS_OF_PART);
  });

  it('is bounded when it is read: an item that unpacks to more is unreadable', async () => {
    const bomb = brotliCompressSync(Buffer.from(`["${'0'.repeat(50_000_000)}"]`));
    const item = decisionRunItem(TENANT, runOf(1), 13);
    await putItem(runs, { ...item, packed: { B: Buffer.concat([Buffer.of(1), bomb]) } });
    const reading = ledgerWith(13).readDecisionRun(TENANT, TICK);
    await expect(reading).rejects.toBeInstanceOf(UnreadableItemError);
  });

  it.each([
    ['nothing', {}],
    ['a number', { packed: { N: '7' } }],
    ['a layout of a later version', { packed: { B: Uint8Array.of(9, 1, 2) } }],
    ['bytes that are no Brotli', { packed: { B: Uint8Array.of(1, 255, 255) } }],
  ])('does not matter where its place holds %s: it is unreadable', (_, packed) => {
    const { packed: _packed, ...item } = decisionRunItem(TENANT, runOf(1), 13);
    expect(() => fromItem(DECISION_RUN, { ...item, ...packed })).toThrow(UnreadableItemError);
  });
});
