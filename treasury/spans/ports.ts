import type { DecisionRun } from '../ledger/stored-decision.ts';
import type { Instant } from '../time/instant.ts';
import type { MonthSpans, OpenSpans } from './span.ts';

/** The spans in the ledger, and the runs that they are made of. Reads are strongly consistent. */
export interface SpanStore {
  /** Null before the first run. */
  readonly readOpen: (tenant: string) => Promise<OpenSpans | null>;
  readonly readMonth: (tenant: string, ruleId: string, month: string) => Promise<MonthSpans | null>;
  /** Its version must be one more than the one in the ledger; false if it is not. */
  readonly writeOpen: (open: OpenSpans) => Promise<boolean>;
  readonly writeMonth: (month: MonthSpans) => Promise<boolean>;
  /** The first runs after one tick and up to another, every part of each, in order. */
  readonly runsBetween: (
    tenant: string,
    range: { readonly after: Instant; readonly through: Instant },
  ) => Promise<RunsRead>;
}

export interface RunsRead {
  readonly runs: readonly DecisionRun[];
  /** False if the range has more. */
  readonly complete: boolean;
}
