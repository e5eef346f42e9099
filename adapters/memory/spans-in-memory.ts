import type { SpanStore } from '../../treasury/spans/ports.ts';
import type { MonthSpans, OpenSpans } from '../../treasury/spans/span.ts';
import { InOrder } from './in-order.ts';
import { follows } from './ledger-keys.ts';
import type { RunRecords } from './run-records.ts';

/** As in adapters/store/spans.ts: parts of runs that one fold takes. */
const MAX_RUNS_OF_FOLD = 120;

/** The spans of one tenant, in memory, made of the runs on record. */
export class SpansInMemory {
  readonly #months = new InOrder<MonthSpans>();
  readonly #runs: RunRecords;
  readonly #maxRunsOfFold: number;
  #open: OpenSpans | null = null;

  constructor(runs: RunRecords, maxRunsOfFold = MAX_RUNS_OF_FOLD) {
    this.#runs = runs;
    this.#maxRunsOfFold = maxRunsOfFold;
  }

  get open(): OpenSpans | null {
    return this.#open;
  }

  /** By rule, each rule's in the order of time. */
  get months(): readonly MonthSpans[] {
    return this.#months.values();
  }

  month(ruleId: string, month: string): MonthSpans | null {
    return this.#months.get(`${ruleId} ${month}`) ?? null;
  }

  writeOpen(open: OpenSpans): boolean {
    if (!follows(this.#open, open)) return false;
    this.#open = open;
    return true;
  }

  writeMonth(month: MonthSpans): boolean {
    if (!follows(this.month(month.ruleId, month.month), month)) return false;
    this.#months.set(`${month.ruleId} ${month.month}`, month);
    return true;
  }

  runsBetween(range: Parameters<SpanStore['runsBetween']>[1]) {
    return this.#runs.between(range, this.#maxRunsOfFold);
  }
}

export function spansIn(of: (tenant: string) => SpansInMemory): SpanStore {
  return {
    readOpen: async (tenant) => of(tenant).open,
    readMonth: async (tenant, ruleId, month) => of(tenant).month(ruleId, month),
    writeOpen: async (open) => of(open.tenant).writeOpen(open),
    writeMonth: async (month) => of(month.tenant).writeMonth(month),
    runsBetween: async (tenant, range) => of(tenant).runsBetween(range),
  };
}
