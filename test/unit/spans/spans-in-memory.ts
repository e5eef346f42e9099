import { RunRecords } from '../../../adapters/memory/run-records.ts';
import { SpansInMemory, spansIn } from '../../../adapters/memory/spans-in-memory.ts';
import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import type { SpanStore } from '../../../treasury/spans/ports.ts';
import type { Span } from '../../../treasury/spans/span.ts';

/** The spans of one tenant, in the store in memory, which counts what it is asked. */
export function spansInMemory(mostRuns = 500) {
  const records = new RunRecords();
  const spans = new SpansInMemory(records, mostRuns);
  const asked = { readOpen: 0, readMonth: 0, writeOpen: 0, writeMonth: 0, runsBetween: 0 };
  const { readOpen, readMonth, writeOpen, writeMonth, runsBetween } = spansIn(() => spans);
  const counted =
    <Given extends readonly unknown[], T>(name: keyof typeof asked, ask: (...given: Given) => T) =>
    (...given: Given): T => {
      asked[name]++;
      return ask(...given);
    };
  const store: SpanStore = {
    readOpen: counted('readOpen', readOpen),
    readMonth: counted('readMonth', readMonth),
    writeOpen: counted('writeOpen', writeOpen),
    writeMonth: counted('writeMonth', writeMonth),
    runsBetween: counted('runsBetween', runsBetween),
  };
  return {
    store,
    /** Puts a run on record, once. */
    record: (run: DecisionRun) => {
      if (records.isNew(run)) records.put(run);
    },
    asked,
    open: () => spans.open,
    /** Every span of a rule in the order of time, the open one last. */
    spansOf: (ruleId: string): readonly Span[] => [
      ...spans.months.filter((month) => month.ruleId === ruleId).flatMap((month) => month.spans),
      ...(spans.open?.rules.filter((rule) => rule.ruleId === ruleId).map(({ span }) => span) ?? []),
    ],
  };
}
