import type { DecisionRun } from '../../../treasury/ledger/stored-decision.ts';
import type { SpanStore } from '../../../treasury/spans/ports.ts';
import type { MonthSpans, OpenSpans, Span } from '../../../treasury/spans/span.ts';

/** A store of spans whose writes have the conditions of the real one, and that counts what it is asked. */
export function spansInMemory(mostRuns = 500) {
  const runs: DecisionRun[] = [];
  const months = new Map<string, MonthSpans>();
  let open: OpenSpans | null = null;
  const asked = { readOpen: 0, readMonth: 0, writeOpen: 0, writeMonth: 0, runsBetween: 0 };
  const store: SpanStore = {
    readOpen: async () => {
      asked.readOpen++;
      return open;
    },
    readMonth: async (_, ruleId, month) => {
      asked.readMonth++;
      return months.get(`${ruleId} ${month}`) ?? null;
    },
    writeOpen: async (next) => {
      asked.writeOpen++;
      if (next.version !== (open?.version ?? 0) + 1) return false;
      open = next;
      return true;
    },
    writeMonth: async (next) => {
      asked.writeMonth++;
      const key = `${next.ruleId} ${next.month}`;
      if (next.version !== (months.get(key)?.version ?? 0) + 1) return false;
      months.set(key, next);
      return true;
    },
    runsBetween: async (_, { after, through }) => {
      asked.runsBetween++;
      const found = runs.filter(({ snapshot }) => snapshot > after && snapshot <= through);
      return { runs: found.slice(0, mostRuns), complete: found.length <= mostRuns };
    },
  };
  return {
    store,
    runs,
    asked,
    open: () => open,
    /** Every span of a rule in the order of time, the open one last. */
    spansOf: (ruleId: string): readonly Span[] => [
      ...[...months.values()]
        .filter((month) => month.ruleId === ruleId)
        .sort((left, right) => (left.month < right.month ? -1 : 1))
        .flatMap(({ spans }) => spans),
      ...(open?.rules.filter((rule) => rule.ruleId === ruleId).map(({ span }) => span) ?? []),
    ],
  };
}
