import { describe, expect, it } from 'vitest';
import { recordSpans } from '../../../treasury/spans/record-spans.ts';
import type { OpenSpans } from '../../../treasury/spans/span.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { type Decided, runAt, TENANT } from '../../samples/decision-runs.ts';
import { spansInMemory } from './spans-in-memory.ts';

const START = '2026-01-05T09:00:00.000Z';
const at = (minutes: number) => plusSeconds(START, 60 * minutes);
const below: Decided = { reason: 'below-threshold' };

function openOf(open: OpenSpans | null): OpenSpans {
  if (open === null) throw new Error('no span is open');
  return open;
}

function spansUnderTest(mostRuns?: number) {
  const memory = spansInMemory(mostRuns);
  /** The run of a minute is on record, and folded in unless the test says otherwise. */
  const record = (minute: number, ...decided: readonly Decided[]) => {
    const run = runAt(at(minute), ...decided);
    memory.record(run);
    return {
      tenant: TENANT,
      tick: run.snapshot,
      decisions: run.decisions.map(({ decision }) => decision),
      rules: new Set(decided.map(({ rule = 'btc' }) => rule)),
    };
  };
  const fold = (minute: number, ...decided: readonly Decided[]) =>
    recordSpans(memory.store, record(minute, ...decided));
  return { ...memory, record, fold };
}

describe('a run', () => {
  it('opens the spans of a ledger that has none, from itself on', async () => {
    const { record, fold, spansOf } = spansUnderTest();
    record(0, below);
    expect(await fold(1, below)).toBe('recorded');
    expect(spansOf('btc')).toMatchObject([{ since: at(1), count: 1 }]);
  });

  it('costs one read if nothing changes within the hour', async () => {
    const { fold, asked } = spansUnderTest();
    await fold(0, below);
    const before = { ...asked };
    expect(await fold(5, { ...below, values: { threshold: '4' } })).toBe('quiet');
    expect(asked).toEqual({ ...before, readOpen: before.readOpen + 1 });
  });

  it('leaves no write under way when another one fails', async () => {
    const { store, record, fold } = spansUnderTest();
    const other = { ...below, rule: 'eth' };
    await fold(0, below, other);
    let underWay = 0;
    const failing: typeof store = {
      ...store,
      writeMonth: async (month) => {
        if (month.ruleId === 'btc') throw new Error('refused');
        underWay += 1;
        for (let turn = 0; turn < 100; turn++) await null;
        underWay -= 1;
        return await store.writeMonth(month);
      },
    };
    const sweep = { reason: 'sweep' } as const;
    const run = record(5, sweep, { ...sweep, rule: 'eth' });
    await expect(recordSpans(failing, run)).rejects.toThrow('refused');
    expect(underWay).toBe(0);
  });

  it('brings the numbers of quiet runs with it in the next hour', async () => {
    const { fold, spansOf } = spansUnderTest();
    await fold(0, below);
    await fold(5, { ...below, values: { threshold: '4' } });
    expect(await fold(60, { ...below, values: { threshold: '6' } })).toBe('recorded');
    expect(spansOf('btc')).toMatchObject([
      { count: 3, least: { threshold: '4' }, most: { threshold: '6' }, until: at(60) },
    ]);
  });

  it('closes what it changes, with the quiet runs before it', async () => {
    const { fold, spansOf } = spansUnderTest();
    for (const minute of [0, 1, 2]) await fold(minute, below);
    expect(await fold(3, { reason: 'sweep' })).toBe('recorded');
    expect(spansOf('btc')).toMatchObject([
      { from: at(0), until: at(2), count: 3 },
      { reason: 'sweep', from: at(3), count: 1 },
    ]);
  });

  it('closes the span of a rule that has left the policy, and of none that it merely left out', async () => {
    const { record, fold, spansOf, store } = spansUnderTest();
    const others = ['eth', 'sol'].map((rule) => ({ ...below, rule }));
    await fold(0, below, ...others);
    const run = record(1, below);
    await recordSpans(store, { ...run, rules: new Set(['btc', 'eth']) });
    await fold(2, below, { ...below, rule: 'eth' });
    expect(spansOf('eth')).toMatchObject([{ since: at(0), from: at(0) }]);
    expect(spansOf('sol')).toMatchObject([{ until: at(0), count: 1 }]);
  });

  it('changes nothing when it is delivered again, or after a later one', async () => {
    const { fold, record, store, open } = spansUnderTest();
    await fold(0, below);
    await fold(2, { reason: 'halted' });
    const before = open();
    expect(await fold(2, { reason: 'halted' })).toBe('past');
    expect(await fold(1, { reason: 'sweep' })).toBe('past');
    expect(await recordSpans(store, { ...record(2), decisions: null })).toBe('past');
    expect(open()).toBe(before);
  });

  it('reads what a delivery before it recorded, if it decided nothing itself', async () => {
    const { fold, record, store, spansOf } = spansUnderTest();
    await fold(0, below);
    const run = record(1, { reason: 'sweep' });
    expect(await recordSpans(store, { ...run, decisions: null })).toBe('recorded');
    expect(spansOf('btc')).toMatchObject([{ count: 1 }, { reason: 'sweep' }]);
  });

  it('catches up, some runs at a time, and closes no rule before it has', async () => {
    const { fold, record, spansOf, open } = spansUnderTest(2);
    await fold(0, below);
    for (const minute of [1, 2, 3]) record(minute, { reason: 'halted' });
    // The rule has left by now, and was there in runs that are not folded in yet.
    expect(await fold(60, { ...below, rule: 'eth' })).toBe('recorded');
    expect(open()?.through).toBe(at(2));
    expect(await fold(61, { ...below, rule: 'eth' })).toBe('recorded');
    await fold(62, { ...below, rule: 'eth' });
    expect(spansOf('btc')).toMatchObject([{ count: 1 }, { reason: 'halted', count: 3 }]);
    expect(spansOf('eth')).toMatchObject([{ from: at(60) }]);
  });

  it('is folded in by the next one if the answer to its write is lost, or the write itself', async () => {
    for (const arrives of [true, false]) {
      const { fold, record, spansOf, store } = spansUnderTest();
      await fold(0, below);
      const writeOpen: typeof store.writeOpen = async (open) => {
        if (arrives) await store.writeOpen(open);
        throw new Error('lost');
      };
      const run = record(1, { reason: 'sweep' });
      await expect(recordSpans({ ...store, writeOpen }, run)).rejects.toThrow('lost');
      await fold(2, { reason: 'halted' });
      expect(spansOf('btc')).toMatchObject([
        { from: at(0), count: 1 },
        { reason: 'sweep', from: at(1), count: 1 },
        { reason: 'halted', from: at(2), count: 1 },
      ]);
    }
  });

  it('leaves a span to the next one if another run is quicker', async () => {
    const { fold, record, spansOf, store } = spansUnderTest();
    await fold(0, below);
    const [slow, quick] = [record(1, { reason: 'sweep' }), record(2, { reason: 'halted' })];
    const writeMonth: typeof store.writeMonth = async (month) => {
      await recordSpans(store, quick);
      return await store.writeMonth(month);
    };
    expect(await recordSpans({ ...store, writeMonth }, slow)).toBe('contended');
    await fold(60, { reason: 'halted' });
    expect(spansOf('btc').map(({ from, count }) => [from, count])).toEqual([
      [at(0), 1],
      [at(1), 1],
      [at(2), 2],
    ]);
  });

  it('keeps fields that this version does not know', async () => {
    const { fold, store, open } = spansUnderTest();
    await fold(0, below);
    const [rule] = open()?.rules ?? [];
    if (rule === undefined) throw new Error('no span');
    const memo = { memo: 'of a later version' };
    const span = { ...rule.span, ...memo };
    const rules = [{ ...rule, span, ...memo }];
    await store.writeOpen({ ...openOf(open()), rules, version: 2, ...memo });
    await fold(60, below);
    expect(open()).toMatchObject({ ...memo, rules: [{ ...memo, span: { ...memo, count: 2 } }] });
  });
});
