import { describe, expect, it } from 'vitest';
import { putIf } from '../../../adapters/store/conditional-put.ts';
import { listDecisions } from '../../../adapters/store/decision-lists.ts';
import { decisionRunItem } from '../../../adapters/store/decision-run-item.ts';
import { fromItem, itemOf } from '../../../adapters/store/item.ts';
import { MONTH_SPANS, OPEN_SPANS } from '../../../adapters/store/span-items.ts';
import { listOpenSpans, listSpans, type SpanFilter } from '../../../adapters/store/span-lists.ts';
import { createSpanStore } from '../../../adapters/store/spans.ts';
import { meter } from '../../../bench/reporting/meter.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import { LIST_ORDERS } from '../../../treasury/ports/list-order.ts';
import { MAX_CLOSINGS_PER_DAY } from '../../../treasury/spans/fold.ts';
import { recordSpans } from '../../../treasury/spans/record-spans.ts';
import type { ListedSpan, Span } from '../../../treasury/spans/span.ts';
import { type Instant, plusSeconds } from '../../../treasury/time/instant.ts';
import { type Decided, runAt, TENANT } from '../../samples/decision-runs.ts';
import { isThorough } from '../../thoroughness.ts';
import { spansInMemory } from '../../unit/spans/spans-in-memory.ts';
import { walkedBothWays } from './both-ways.ts';
import { engineForTests } from './engine-for-tests.ts';

const engine = engineForTests();
const START = '2026-01-05T00:00:00.000Z';
const EVERY_MINUTES = 5;
const tickOf = (index: number, start = START) => plusSeconds(start, index * EVERY_MINUTES * 60);

/** Numbers of a decision, of as many digits as real ones, and another at every tick. */
function valuesAt(index: number): NonNullable<Decided['values']> {
  const digits = (scale: number, salt: number) =>
    (scale * (1 + ((index * 7919 + salt * 104729) % 99_991) / 99_991)).toFixed(8);
  // To the millisecond, as moments are apart.
  const seconds = (text: string) => String(Math.round(Number(text) * 1_000) / 1_000);
  const amount = digits(2, 5);
  return {
    'balance-age': seconds(digits(1, 1)),
    cooldown: seconds(digits(4_000, 2)),
    threshold: digits(12, 3),
    keep: digits(10, 4),
    allocation: amount,
    maximum: amount,
    'budget-24h': digits(3, 6),
    'budget-30d': digits(30, 7),
    step: amount,
    minimum: amount,
    approval: amount,
  };
}

async function spansOnEngine(maxRuns?: number) {
  const [ledger, snapshots] = await Promise.all([engine().table(), engine().table()]);
  const store = createSpanStore({ ledger, snapshots }, maxRuns);
  const put = async (run: DecisionRun) => {
    await putIf(snapshots, decisionRunItem(TENANT, run, 'for-ever'));
  };
  const record = async (run: DecisionRun) => {
    await put(run);
    const decisions = run.decisions.map(({ decision }) => decision);
    const rules = new Set(decisions.map(({ ruleId }) => ruleId));
    return await recordSpans(store, { tenant: TENANT, tick: run.snapshot, decisions, rules });
  };
  return { ledger, snapshots, store, put, record };
}

let metered: ReturnType<typeof meter> | undefined;
/** What the engine says that work consumes. */
function consumedBy<T>(work: () => Promise<T>) {
  metered ??= meter(engine().client);
  return metered.of(work);
}

async function allPages(
  page: (
    cursor?: string,
  ) => Promise<{ readonly items: readonly ListedSpan[]; readonly next?: string }>,
): Promise<readonly ListedSpan[]> {
  const found: ListedSpan[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    found.push(...next.items);
    cursor = next.next;
  } while (cursor !== undefined);
  return found;
}

describe('spans in the store', () => {
  it('are what they are in memory, in whatever batches runs are read', async () => {
    const store = await spansOnEngine(3);
    const memory = spansInMemory(3);
    for (let index = 0; index < 40; index++) {
      const reason = index % 9 < 5 ? ('below-threshold' as const) : ('sweep' as const);
      const run = runAt(tickOf(index, '2026-01-31T22:00:00.000Z'), {
        reason,
        values: valuesAt(index),
      });
      memory.record(run);
      const decisions = run.decisions.map(({ decision }) => decision);
      const recorded = { tenant: TENANT, tick: run.snapshot, decisions, rules: new Set(['btc']) };
      expect(await store.record(run)).toBe(await recordSpans(memory.store, recorded));
    }
    expect(await store.store.readOpen(TENANT)).toEqual(memory.open());
    const listed = await allPages((cursor) =>
      listSpans(store.ledger, TENANT, { rule: 'btc' }, pageOf(4, cursor)),
    );
    expect(listed.toReversed().map(({ ruleId, open, lastSweepAt, ...span }) => span)).toEqual(
      memory.spansOf('btc'),
    );
    expect(listed.map(({ open }) => open)).toEqual([true, ...listed.slice(1).map(() => false)]);
    for (const order of LIST_ORDERS) {
      for (const limit of [1, 2, 3, 7, 50]) {
        const found = await walkedBothWays(
          (page) => listSpans(store.ledger, TENANT, { rule: 'btc' }, { ...page, order }),
          limit,
        );
        expect(found).toEqual(order === 'newest' ? listed : listed.toReversed());
      }
    }
  });

  it('keep fields that this version does not know', () => {
    const memo = { memo: 'of a later version' };
    const span = { ...spanOf(START), ...memo, least: { threshold: '1' } };
    const open = { tenant: TENANT, through: START, rules: [{ ruleId: 'btc', span, ...memo }] };
    const opened = { ...open, ...memo, version: 1 };
    const item = itemOf(OPEN_SPANS, TENANT, opened);
    expect(itemOf(OPEN_SPANS, TENANT, fromItem(OPEN_SPANS, item))).toEqual(item);
    expect(fromItem(OPEN_SPANS, item)).toEqual(opened);
    const month = { tenant: TENANT, ruleId: 'btc', month: '2026-01', spans: [span], version: 1 };
    const closed = itemOf(MONTH_SPANS, TENANT, { ...month, ...memo });
    expect(fromItem(MONTH_SPANS, closed)).toEqual({ ...month, ...memo });
  });

  it('are listed by what they overlap, and closed ones that were open a moment ago once', async () => {
    const { ledger, store } = await spansOnEngine();
    const spans = [0, 10, 20].map((index) => spanOf(tickOf(index), tickOf(index + 5)));
    const month = { tenant: TENANT, ruleId: 'btc', month: '2026-01', spans, version: 1 };
    await store.writeMonth(month);
    const stale = { ruleId: 'btc', span: spanOf(tickOf(20)) };
    await store.writeOpen({ tenant: TENANT, through: START, rules: [stale], version: 1 });
    const listed = async (filter: Omit<SpanFilter, 'rule'>) => {
      const { items } = await listSpans(ledger, TENANT, { rule: 'btc', ...filter }, pageOf(50));
      return items.map(({ from, open }) => [from, open]);
    };
    expect(await listed({})).toEqual([20, 10, 0].map((index) => [tickOf(index), false]));
    expect(await listed({ from: tickOf(5), to: tickOf(10) })).toEqual([[tickOf(0), false]]);
    expect(await listed({ from: tickOf(6), to: tickOf(11) })).toEqual([[tickOf(10), false]]);
    expect(await listed({ from: tickOf(6), to: tickOf(6) })).toEqual([]);
  });
});

describe('what spans cost', () => {
  it('a quiet run of fifty rules reads one item, and the first of an hour writes one', async () => {
    const { put, store } = await spansOnEngine();
    const fold = async (index: number) => {
      const decided = Array.from({ length: 50 }, (_, rule) => ({
        rule: `currency-${rule}`,
        reason: 'below-threshold' as const,
        values: valuesAt(50 * index + rule),
      }));
      const run = runAt(tickOf(index), ...decided);
      await put(run);
      const decisions = run.decisions.map(({ decision }) => decision);
      const rules = new Set(decisions.map(({ ruleId }) => ruleId));
      return await consumedBy(() =>
        recordSpans(store, { tenant: TENANT, tick: run.snapshot, decisions, rules }),
      );
    };
    await fold(0);
    for (let index = 1; index < 12; index++) {
      const { value, writeUnits, readUnits } = await fold(index);
      expect([value, writeUnits]).toEqual(['quiet', 0]);
      expect(readUnits).toBeLessThanOrEqual(1);
    }
    const { value, writeUnits, readUnits } = await fold(12);
    expect(value).toBe('recorded');
    expect(writeUnits).toBeLessThanOrEqual(6);
    expect(readUnits).toBeLessThanOrEqual(9);
  });

  /** Six seconds on an idle machine. */
  const RUNS_OF_A_DAY_MS = 300_000;
  const DAYS = [
    ['first', '2026-01-01T00:00:00.000Z', 0, 90],
    ['last', '2026-01-31T00:00:00.000Z', 30, 1_200],
  ] as const;
  it.runIf(isThorough).each(DAYS)(
    'a reason that changes with every run of the %s day of a month is bounded',
    async (...day) => {
      const [, start, daysBefore, bound] = day;
      const { put, store } = await spansOnEngine();
      const before = Array.from(
        { length: daysBefore * (MAX_CLOSINGS_PER_DAY + 1) },
        (_, index) => ({
          ...spanOf(tickOf(index, '2026-01-01T00:00:00.000Z')),
          least: valuesAt(index),
          most: valuesAt(index),
        }),
      );
      const month = { tenant: TENANT, ruleId: 'btc', month: '2026-01', spans: before, version: 1 };
      await store.writeMonth(month);
      let units = 0;
      for (let index = 0; index < (24 * 60) / EVERY_MINUTES; index++) {
        const reason = index % 2 ? ('sweep' as const) : ('below-threshold' as const);
        const run = runAt(tickOf(index, start), { reason, values: valuesAt(index) });
        await put(run);
        const decisions = run.decisions.map(({ decision }) => decision);
        const recorded = { tenant: TENANT, tick: run.snapshot, decisions, rules: new Set(['btc']) };
        units += (await consumedBy(() => recordSpans(store, recorded))).writeUnits;
      }
      // 84 and 1,175 as measured, beside one for each of the 288 runs: a closing rewrites a month of by then 750 spans.
      expect(units).toBeLessThanOrEqual(bound);
    },
    RUNS_OF_A_DAY_MS,
  );
});

describe('what reading costs', () => {
  /** A year of three spans a day, as the months of it lie in the ledger, and one run of fifty rules a tick. */
  async function year() {
    const { ledger, snapshots, store, put } = await spansOnEngine();
    const perSpan = (8 * 60) / EVERY_MINUTES;
    const months = Map.groupBy(
      Array.from({ length: 3 * 365 }, (_, index) => {
        const at = tickOf(index * perSpan, '2026-01-01T00:00:00.000Z');
        const [least, most] = [valuesAt(2 * index), valuesAt(2 * index + 1)];
        return { ...spanOf(at, plusSeconds(at, (perSpan - 1) * 300)), count: perSpan, least, most };
      }),
      ({ from }) => from.slice(0, 7),
    );
    for (const [month, spans] of months) {
      await store.writeMonth({ tenant: TENANT, ruleId: 'rule-7', month, spans, version: 1 });
    }
    const rules = Array.from({ length: 50 }, (_, index) => ({
      rule: `rule-${index}`,
      reason: 'below-threshold' as const,
      values: valuesAt(index),
    }));
    const last = tickOf(365 * 3 * perSpan, '2026-01-01T00:00:00.000Z');
    for (const back of [0, 1, 2]) await put(runAt(plusSeconds(last, -300 * back), ...rules));
    const span = (index: number) => ({
      ...spanOf(last),
      least: valuesAt(index),
      most: valuesAt(index + 1),
    });
    const open = rules.map(({ rule }, index) => ({ ruleId: rule, span: span(2 * index) }));
    await store.writeOpen({ tenant: TENANT, through: last, rules: open, version: 1 });
    return { ledger, snapshots, last };
  }

  it('stays within its budgets of read units', async () => {
    const { ledger, snapshots, last } = await year();
    const spansFrom = (from: Instant) =>
      consumedBy(() =>
        allPages((cursor) =>
          listSpans(ledger, TENANT, { rule: 'rule-7', from }, pageOf(200, cursor)),
        ),
      );
    const why = await consumedBy(() =>
      listDecisions(
        { snapshots },
        TENANT,
        { rule: 'rule-7', to: plusSeconds(last, -200) },
        pageOf(1),
      ),
    );
    expect(why.value.items).toMatchObject([{ snapshot: plusSeconds(last, -300) }]);
    const month = await spansFrom(plusSeconds(last, -30 * 86_400));
    expect(month.value).toHaveLength(91);
    const whole = await spansFrom('2026-01-01T00:00:00.000Z');
    expect(whole.value).toHaveLength(365 * 3 + 1);
    const since = { withoutSweepSince: last };
    const idle = await consumedBy(() => listOpenSpans(ledger, TENANT, since, pageOf(200)));
    expect(idle.value.items).toHaveLength(50);
    expect(why.readUnits).toBeLessThanOrEqual(2);
    expect(month.readUnits).toBeLessThanOrEqual(5);
    expect(whole.readUnits).toBeLessThanOrEqual(20);
    expect(idle.readUnits).toBeLessThanOrEqual(2);
  });
});

function pageOf(limit: number, cursor?: string) {
  return { limit, ...(cursor === undefined ? {} : { cursor }) };
}

function spanOf(from: Instant, until = from): Span {
  const reason = 'below-threshold' as const;
  return { ruleVersion: 1, reason, since: from, from, until, count: 1, least: {}, most: {} };
}
