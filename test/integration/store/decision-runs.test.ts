import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { DECISION_RUN, decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import { fromItem, type Item, UnreadableItemError } from '../../../adapters/store/item.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { RunReader } from '../../../adapters/store/run-bases.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { RuleDecision } from '../../../treasury/decisions/decision.ts';
import { LIMIT_NAMES } from '../../../treasury/facts/limit-name.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import { MAX_RULES } from '../../../treasury/policy/policy-limits.ts';
import { engineForTests } from './engine-for-tests.ts';
import { itemsOf, putItem } from './items.ts';

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
    checks: LIMIT_NAMES.map((limit, n) => ({
      limit,
      holds: n % 2 === 0,
      seen: `${index}.${n}7251`,
      accepted: `>= ${index * n}`,
    })),
    explanation: `The balance of C${index} is ${index}.25; the threshold is ${index + 2}.`,
    outcome: 'no-sweep',
    reason: 'below-threshold',
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
    [1, '2026-02-05T10:00:00.000Z'],
    [13, '2027-02-05T10:00:00.000Z'],
  ])('expires after %s months, counted from the end of its hour', async (months, expected) => {
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

describe('the runs of an hour', () => {
  const LATER = '2026-01-05T09:05:00.000Z';
  const LAST = '2026-01-05T09:55:00.000Z';
  const create = (run: DecisionRun) => ({ kind: 'create-decision-run', run }) as const;
  const at = (snapshot: string, decisions = runOf(50).decisions) => ({
    ...runOf(50),
    snapshot,
    decisions: decisions.map(({ decision }) => ({
      decision: { ...decision, decidedAt: snapshot, occurrence: snapshot },
    })),
  });

  it('are small beside the first, expire with it, and read back to the letter', async () => {
    const ledger = ledgerWith(13);
    const changed = runOf(50).decisions.map((each, index) =>
      index % 7 === 0
        ? { decision: decisionOf(index, { explanation: `Another, ${index}.` }) }
        : each,
    );
    const written = [at(TICK), at(LATER), at(LAST, changed)];
    for (const run of written) await ledger.commit(TENANT, [create(run)]);
    const sizes = (await itemsOf(runs)).map(({ packed }) => packed?.B?.length ?? 0);
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 4);
    expect(sizes[2]).toBeLessThan(0.6 * (sizes[0] ?? 0));
    expect(new Set((await itemsOf(runs)).map(({ expiresAt }) => expiresAt?.N)).size).toBe(1);
    for (const run of written) {
      expect(await ledger.readDecisionRun(TENANT, run.snapshot)).toEqual([run]);
    }
  });

  it('stand by themselves where the first cannot be read, in another hour, and for another tenant', async () => {
    const ledger = ledgerWith(13);
    await ledger.commit(TENANT, [create(at(TICK))]);
    await ledger.commit(TENANT, [create(at('2026-01-05T10:00:00.000Z'))]);
    await ledger.commit('other', [create({ ...at(LATER), tenant: 'other' })]);
    const [first] = await itemsOf(runs);
    await putItem(runs, { ...first, packed: { B: Uint8Array.of(9, 1, 2) } });
    await ledger.commit(TENANT, [create(at(LATER))]);
    expect((await itemsOf(runs)).every((item) => item.base === undefined)).toBe(true);
    expect(await ledger.readDecisionRun(TENANT, LATER)).toEqual([at(LATER)]);
  });

  it('are unreadable where the first was changed or taken away', async () => {
    const ledger = ledgerWith('for-ever');
    await ledger.commit(TENANT, [create(at(TICK))]);
    await ledger.commit(TENANT, [create(at(LATER))]);
    const first = (await itemsOf(runs)).find(({ base }) => base === undefined);
    await putItem(runs, decisionRunItem(TENANT, at(TICK, runOf(49).decisions), 'for-ever'));
    await expect(ledger.readDecisionRun(TENANT, LATER)).rejects.toThrow('not the one that it was');
    await putItem(runs, { ...first, sk: { S: 'elsewhere' } });
    const later = (await itemsOf(runs)).find(({ base }) => base !== undefined);
    await putItem(runs, { ...later, base: { S: '2026-01-05T09:01:00.000Z#000' } });
    await expect(ledger.readDecisionRun(TENANT, LATER)).rejects.toBeInstanceOf(UnreadableItemError);
  });

  it('are not there any more where the first has expired and is gone before them', async () => {
    const ledger = ledgerWith(13);
    await ledger.commit(TENANT, [create(at(TICK))]);
    await ledger.commit(TENANT, [create(at(LATER))]);
    const later = (await itemsOf(runs)).find(({ base }) => base !== undefined);
    const gone: Item = { ...later, base: { S: '2026-01-05T09:01:00.000Z#000' } };
    const expires = Number(later?.expiresAt?.N) * 1_000;
    expect(await new RunReader(runs, () => expires).read([gone])).toEqual([]);
    await expect(new RunReader(runs, () => expires - 1).read([gone])).rejects.toThrow('missing');
  });
});

describe('the size of a run', () => {
  it('is below that of an item with as many rules as there may be and the least compressible text', () => {
    const noise = (bytes: number) => randomBytes(bytes).toString('base64');
    const checks = LIMIT_NAMES.map((limit) => ({
      limit,
      holds: false,
      seen: noise(18),
      accepted: noise(18),
    }));
    const decisions = Array.from({ length: MAX_RULES }, (_, index) => ({
      decision: decisionOf(index, { checks, explanation: noise(300) }),
      instructionId: `sweep-${noise(24)}`,
    }));
    const item = decisionRunItem(TENANT, runOf(0, { decisions }), 13);
    expect(item.packed?.B?.length).toBeLessThan(MAX_ITEM_BYTES);
    expect(fromItem(DECISION_RUN, item).decisions).toHaveLength(MAX_RULES);
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
