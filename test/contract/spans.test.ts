import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../adapters/memory/memory-store.ts';
import { recordSpans } from '../../treasury/spans/record-spans.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { type Decided, runAt, TENANT } from '../samples/decision-runs.ts';
import { MAX_RUNS_OF_FOLD, storeKinds } from './stores.ts';

const START = '2026-01-31T22:00:00.000Z';
const tickOf = (index: number) => plusSeconds(START, index * 300);

describe.each(storeKinds())('spans $name', ({ open }) => {
  it('are written on the version that was read', async () => {
    const { spans } = await open();
    const first = { tenant: TENANT, through: START, rules: [], version: 1 };
    expect(await spans.writeOpen(first)).toBe(true);
    expect(await spans.writeOpen(first)).toBe(false);
    expect(await spans.writeOpen({ ...first, version: 3 })).toBe(false);
    expect(await spans.writeOpen({ ...first, version: 2 })).toBe(true);
    expect(await spans.readOpen(TENANT)).toEqual({ ...first, version: 2 });
    expect(await spans.readOpen('other')).toBeNull();
    const month = { tenant: TENANT, ruleId: 'btc', month: '2026-01', spans: [], version: 1 };
    expect(await spans.writeMonth(month)).toBe(true);
    expect(await spans.writeMonth(month)).toBe(false);
    expect(await spans.readMonth(TENANT, 'btc', '2026-01')).toEqual(month);
    expect(await spans.readMonth(TENANT, 'btc', '2026-02')).toBeNull();
  });

  it('are made of runs that come in batches, every part of a run together, of one tenant', async () => {
    const { ledger, spans } = await open();
    for (let index = 0; index < 3; index++) {
      const run = runAt(tickOf(index), { reason: 'halted' });
      const second = { ...runAt(tickOf(index), { reason: 'halted', rule: 'eth' }), part: 1 };
      for (const part of [run, second]) {
        const written = await ledger.commit(TENANT, [{ kind: 'create-decision-run', run: part }]);
        expect(written).toEqual({ ok: true });
      }
      const other = { ...run, tenant: 'other' };
      await ledger.commit('other', [{ kind: 'create-decision-run', run: other }]);
    }
    const found: (readonly [string, number])[] = [];
    const through = tickOf(2);
    for (let [after, batches] = [tickOf(-1), 0]; ; batches++) {
      const { runs, complete } = await spans.runsBetween(TENANT, { after, through });
      found.push(...runs.map(({ snapshot, part }) => [snapshot, part] as const));
      expect(runs.length).toBeLessThanOrEqual(MAX_RUNS_OF_FOLD);
      if (complete) {
        expect(batches).toBeGreaterThan(0);
        break;
      }
      after = runs.at(-1)?.snapshot ?? after;
    }
    expect(found).toEqual([0, 1, 2].flatMap((n) => [0, 1].map((part) => [tickOf(n), part])));
  });
});

const [, ...others] = storeKinds();

describe.each(others)('spans $name', ({ open }) => {
  it('are what they are in memory, in whatever batches runs are read', async () => {
    const store = await open();
    const memory = new MemoryStore('table-1', { maxRunsOfFold: MAX_RUNS_OF_FOLD });
    for (let index = 0; index < 40; index++) {
      const reason = index % 9 < 5 ? ('below-threshold' as const) : ('sweep' as const);
      const values: Decided['values'] = { threshold: `${index % 7}` };
      const run = runAt(tickOf(index), { reason, values });
      const decisions = run.decisions.map(({ decision }) => decision);
      const recorded = { tenant: TENANT, tick: run.snapshot, decisions, rules: new Set(['btc']) };
      const results = [];
      for (const { ledger, spans } of [store, memory.ports]) {
        await ledger.commit(TENANT, [{ kind: 'create-decision-run', run }]);
        results.push(await recordSpans(spans, recorded));
      }
      expect(results[0]).toBe(results[1]);
    }
    expect(await store.spans.readOpen(TENANT)).toEqual(memory.spansOf(TENANT).open);
    const { months } = memory.spansOf(TENANT);
    expect(months.length).toBeGreaterThan(1);
    for (const month of months) {
      expect(await store.spans.readMonth(TENANT, month.ruleId, month.month)).toEqual(month);
    }
  });
});
