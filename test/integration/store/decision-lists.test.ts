import { beforeEach, describe, expect, it } from 'vitest';
import { listDecisions } from '../../../adapters/store/decision-lists.ts';
import { decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import type { DecisionFilter } from '../../../adapters/store/decision-search.ts';
import { createLedgerLists } from '../../../adapters/store/ledger-lists.ts';
import { CursorRefusedError } from '../../../adapters/store/list-place.ts';
import type { StoreTable } from '../../../adapters/store/store-table.ts';
import type { NoSweepReason, RuleDecision } from '../../../treasury/decisions/decision.ts';
import { LIST_ORDERS } from '../../../treasury/ports/list-order.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { NOT_SWEPT } from '../../samples/decided.ts';
import { walkedBothWays } from './both-ways.ts';
import { engineForTests } from './engine-for-tests.ts';
import { putItems } from './items.ts';

const TENANT = 'main';
const START: Instant = '2026-01-05T09:00:00.000Z';
const engine = engineForTests();
let snapshots: StoreTable;
let ledger: StoreTable;

beforeEach(async () => {
  [snapshots, ledger] = await Promise.all([engine().table(), engine().table()]);
});

const tickOf = (index: number) => plusSeconds(START, 60 * index);

function decisionOf(tick: Instant, ruleId: string, reason: NoSweepReason): RuleDecision {
  return {
    ruleId,
    ruleVersion: 1,
    currency: 'BTC',
    withdrawalAccountId: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a01',
    decidedAt: tick,
    occurrence: tick,
    consumesOccurrence: true,
    ...NOT_SWEPT,
    reason,
  };
}

/** A rule's name, or with another reason than most. */
type Drawn = string | readonly [rule: string, reason: NoSweepReason];

function decisionsAt(tick: Instant, drawn: readonly Drawn[]) {
  return drawn.map((each) => {
    const [rule, reason] = typeof each === 'string' ? [each, 'below-threshold' as const] : each;
    return { decision: decisionOf(tick, rule, reason) };
  });
}

function runItem(index: number, part: number, drawn: readonly Drawn[]) {
  const snapshot = tickOf(index);
  const run = { tenant: TENANT, snapshot, part, decisions: decisionsAt(snapshot, drawn) };
  return decisionRunItem(TENANT, run, 'for-ever');
}

async function listed(filter: DecisionFilter, limit: number, from = { snapshots }) {
  const found: string[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const request = cursor === undefined ? { limit } : { limit, cursor };
    const page = await listDecisions(from, TENANT, filter, request);
    pages.push(page.items.length);
    found.push(...page.items.map(({ snapshot, decision }) => nameOf(snapshot, decision.ruleId)));
    cursor = page.next;
    if (pages.length > 100) throw new Error('the list does not end');
  } while (cursor !== undefined);
  return { found, pages };
}

function nameOf(tick: Instant, rule: string): string {
  return `${(Date.parse(tick) - Date.parse(START)) / 60_000} ${rule}`;
}

/** Five ticks, two of them in parts. */
async function history(): Promise<void> {
  await putItems(snapshots, [
    runItem(0, 0, ['a', 'b', ['c', 'in-flight']]),
    runItem(1, 0, ['a', ['b', 'in-flight']]),
    runItem(2, 0, ['b', 'd']),
    runItem(2, 1, [['c', 'in-flight']]),
    runItem(3, 0, ['a', 'b', 'c']),
    runItem(4, 0, ['c']),
    runItem(4, 1, [['a', 'in-flight'], 'b']),
  ]);
}

const ALL = [
  ...['4 b', '4 a', '4 c'],
  ...['3 c', '3 b', '3 a'],
  ...['2 c', '2 d', '2 b'],
  ...['1 b', '1 a'],
  ...['0 c', '0 b', '0 a'],
];

const FILTERS: readonly (readonly [string, DecisionFilter, readonly string[]])[] = [
  ['all', {}, ALL],
  ['of a rule', { rule: 'b' }, ALL.filter((each) => each.endsWith('b'))],
  ['with a reason', { reason: 'in-flight' }, ['4 a', '2 c', '1 b', '0 c']],
  ['of a rule, with a reason', { rule: 'c', reason: 'in-flight' }, ['2 c', '0 c']],
  ['from a tick on', { from: tickOf(3) }, ALL.filter((each) => each >= '3')],
  ['before a tick', { to: tickOf(2) }, ALL.filter((each) => each < '2')],
  ['of one tick', { from: tickOf(2), to: tickOf(3) }, ALL.filter((each) => each.startsWith('2'))],
  ['of no tick', { from: tickOf(3), to: tickOf(3) }, []],
];

describe('the list of decisions', () => {
  it.each(FILTERS)('has, newest first, %s', async (_, filter, expected) => {
    await history();
    const { found } = await listed(filter, 50);
    expect(found).toEqual(expected);
  });

  it.each(FILTERS)('is the same in pages of every size: %s', async (_, filter, expected) => {
    await history();
    const sizes = Array.from({ length: ALL.length + 1 }, (_each, index) => index + 1);
    const lists = await Promise.all(sizes.map((size) => listed(filter, size)));
    expect(lists.map(({ found }) => found)).toEqual(sizes.map(() => expected));
    for (const [index, { pages }] of lists.entries()) {
      expect(Math.max(...pages)).toBeLessThanOrEqual(sizes[index] ?? 0);
    }
  });

  it.each(FILTERS)(
    'is read to the end and back, in either order: %s',
    async (_, filter, expected) => {
      await history();
      for (const order of LIST_ORDERS) {
        for (const limit of [1, 2, 3, 5, 16]) {
          const found = await walkedBothWays(
            (page) => listDecisions({ snapshots }, TENANT, filter, { ...page, order }),
            limit,
          );
          const names = found.map(({ snapshot, decision }) => nameOf(snapshot, decision.ruleId));
          expect(names).toEqual(order === 'newest' ? expected : expected.toReversed());
        }
      }
    },
  );

  it('refuses the cursor of another list', async () => {
    await history();
    const tables = { snapshots };
    const other = Buffer.from('DECISION#2026').toString('base64url');
    const texts = ['[]', '["2026"]', '["not a moment","000","a"]', '[1,2,3]', '["","","",""]'];
    for (const cursor of [other, ...texts.map((text) => Buffer.from(text).toString('base64url'))]) {
      const page = listDecisions(tables, TENANT, {}, { limit: 2, cursor });
      await expect(page).rejects.toBeInstanceOf(CursorRefusedError);
    }
    const { next: cursor = '' } = await listDecisions(tables, TENANT, {}, { limit: 2 });
    const instructions = createLedgerLists(ledger).instructions(TENANT, {}, { limit: 2, cursor });
    await expect(instructions).rejects.toBeInstanceOf(CursorRefusedError);
  });
});

describe('a request for decisions that few ticks have', () => {
  it('looks through a bounded number of runs, and its cursor leads on', async () => {
    const runs = Array.from({ length: 501 }, (_, index) =>
      runItem(index, 0, index === 0 ? [['a', 'in-flight']] : ['a', 'b']),
    );
    await putItems(snapshots, runs);
    const { found, pages } = await listed({ reason: 'in-flight' }, 10);
    expect(pages).toEqual([0, 1]);
    expect(found).toEqual(['0 a']);
  });
});
