import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldRuns } from '../../treasury/spans/fold.ts';
import type { SpanStore } from '../../treasury/spans/ports.ts';
import { type RecordedRun, recordSpans } from '../../treasury/spans/record-spans.ts';
import { justBefore, plusSeconds } from '../../treasury/time/instant.ts';
import { type Decided, runAt, TENANT } from '../samples/decision-runs.ts';
import { spansInMemory } from '../unit/spans/spans-in-memory.ts';

/** Over the end of a month, a run every ten minutes. */
const START = '2026-01-31T22:00:00.000Z';
const at = (index: number) => plusSeconds(START, index * 600);
const RULES = ['btc', 'eth'];

/** What becomes of a call, and after how many turns of other work. */
interface Fault {
  readonly outcome: 'none' | 'refused' | 'answer-lost';
  readonly turns: number;
}

interface Delivery {
  /** Of each call, in turn. */
  readonly faults: readonly Fault[];
  /** Of each call of a process beside it. */
  readonly slow: readonly Fault[];
  /** Whether the run after it is folded in meanwhile, by another process. */
  readonly overlaps: boolean;
  readonly again: boolean;
  readonly decided: readonly Decided[];
}

const decided = (rule: string): fc.Arbitrary<Decided> =>
  fc.record({
    rule: fc.constant(rule),
    reason: fc.constantFrom('sweep' as const, 'below-threshold' as const),
    values: fc.record({ threshold: fc.integer({ min: 0, max: 99 }).map(String) }),
  });

const turns = fc.integer({ min: 0, max: 12 });
const slowly: fc.Arbitrary<Fault> = turns.map((each) => ({ outcome: 'none', turns: each }));
const fault: fc.Arbitrary<Fault> = fc.record({
  outcome: fc.constantFrom(
    'none' as const,
    'none' as const,
    'refused' as const,
    'answer-lost' as const,
  ),
  turns,
});

const deliveries: fc.Arbitrary<readonly Delivery[]> = fc.array(
  fc.record({
    faults: fc.array(fault, { maxLength: 6 }),
    slow: fc.array(slowly, { maxLength: 6 }),
    overlaps: fc.boolean(),
    again: fc.boolean(),
    decided: fc.tuple(...RULES.map(decided)),
  }),
  { minLength: 2, maxLength: 40 },
);

/** The store as a network has it: a call fails before it is carried out, or afterwards. */
function faulty(store: SpanStore, faults: readonly Fault[]): SpanStore {
  let call = 0;
  const through =
    <Args extends readonly unknown[], T>(perform: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const { outcome, turns: left } = faults[call++] ?? { outcome: 'none', turns: 0 };
      for (let turn = 0; turn < left; turn++) await null;
      if (outcome === 'refused') throw new Error('refused');
      const result = await perform(...args);
      if (outcome === 'answer-lost') throw new Error('the answer is lost');
      return result;
    };
  return {
    readOpen: through(store.readOpen),
    readMonth: through(store.readMonth),
    writeOpen: through(store.writeOpen),
    writeMonth: through(store.writeMonth),
    runsBetween: through(store.runsBetween),
  };
}

describe('spans that are recorded over a bad network', () => {
  it('are in the end those of all runs, whatever was lost, repeated or done at once', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, fc.integer({ min: 1, max: 5 }), async (drawn, mostRuns) => {
        const memory = spansInMemory(mostRuns);
        const runs = drawn.map((each, index) => runAt(at(index), ...each.decided));
        const recorded = (index: number): RecordedRun => ({
          tenant: TENANT,
          tick: at(index),
          decisions: runs[index]?.decisions.map(({ decision }) => decision) ?? [],
          rules: new Set(RULES),
        });
        const attempt = async (index: number, faults: readonly Fault[]) => {
          const run = runs[index];
          if (run === undefined) return;
          memory.record(run);
          await recordSpans(faulty(memory.store, faults), recorded(index)).catch(() => undefined);
        };
        // The first is there for certain: what follows depends on where the spans begin.
        await attempt(0, []);
        for (const [index, { faults, slow, overlaps, again }] of drawn.entries()) {
          if (index === 0) continue;
          const attempts = [attempt(index, faults)];
          if (again) attempts.push(attempt(index, faults.toReversed()));
          if (overlaps) attempts.push(attempt(index + 1, slow));
          await Promise.all(attempts);
        }
        // The network is well again, and a tick of every later hour comes by.
        const last = runs.length - 1;
        for (let hour = 1; hour <= runs.length; hour++) {
          const later = { ...recorded(last), tick: plusSeconds(at(last), hour * 3_600) };
          expect(await recordSpans(memory.store, { ...later, decisions: [] })).toBe('recorded');
        }
        const none = { tenant: TENANT, through: justBefore(START), rules: [], version: 0 };
        const { open, closed } = foldRuns(none, runs);
        expect(memory.open()?.rules).toEqual(open.rules);
        for (const rule of RULES) {
          expect(memory.spansOf(rule)).toEqual([
            ...closed.filter(({ ruleId }) => ruleId === rule).map(({ span }) => span),
            ...open.rules.filter(({ ruleId }) => ruleId === rule).map(({ span }) => span),
          ]);
        }
      }),
    );
  });
});
