import type { DecisionRun } from '../../treasury/ledger/stored-decision.ts';
import type { SpanStore } from '../../treasury/spans/ports.ts';
import type { MonthSpans, OpenSpans } from '../../treasury/spans/span.ts';

/** The spans of the made-up runs, for one writer. */
export class SpansInMemory implements SpanStore {
  readonly #months = new Map<string, MonthSpans>();
  readonly #runs: readonly DecisionRun[];
  #open: OpenSpans | null = null;

  /** `runs`: in their order; more may follow. */
  constructor(runs: readonly DecisionRun[]) {
    this.#runs = runs;
  }

  get open(): OpenSpans | null {
    return this.#open;
  }

  get months(): readonly MonthSpans[] {
    return [...this.#months.values()];
  }

  readonly readOpen: SpanStore['readOpen'] = async () => this.#open;

  readonly readMonth: SpanStore['readMonth'] = async (_, ruleId, month) =>
    this.#months.get(`${ruleId} ${month}`) ?? null;

  readonly writeOpen: SpanStore['writeOpen'] = async (open) => {
    this.#open = open;
    return true;
  };

  readonly writeMonth: SpanStore['writeMonth'] = async (month) => {
    this.#months.set(`${month.ruleId} ${month.month}`, month);
    return true;
  };

  readonly runsBetween: SpanStore['runsBetween'] = async (_, { after, through }) => ({
    runs: this.#runs.filter(({ snapshot }) => snapshot > after && snapshot <= through),
    complete: true,
  });
}
