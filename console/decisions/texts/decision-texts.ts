import type { components } from '@sluice/client';
import type { DayName } from '../../reports/days.ts';
import type { NumberName, RangeName } from '../spans.ts';

/** Every reason that the API knows: one that is new there does not compile here without its tone and its texts. */
export type Reason = components['schemas']['DecisionSpan']['reason'];

type CheckName = components['schemas']['Decision']['decision']['checks'][number]['limit'];

/** All that the console says of decisions in one language, beside what the API says: complete for each. */
export interface DecisionTexts {
  readonly reasons: Readonly<Record<Reason, { readonly short: string; readonly sentence: string }>>;
  readonly unknownReason: (name: string) => string;
  readonly checks: Readonly<Record<CheckName, string>>;
  readonly table: {
    readonly label: string;
    readonly check: string;
    readonly found: string;
    readonly accepted: string;
    readonly result: string;
    readonly holds: string;
    readonly stops: string;
    /** "100 USD at 50 USD, BTC/USD, is 2". */
    readonly at: string;
    readonly is: string;
  };
  readonly span: {
    readonly untilNow: string;
    readonly numbers: Readonly<Record<NumberName, string>>;
    readonly to: string;
    readonly runs: (count: number, version: number) => string;
    readonly withdrawals: string;
  };
  readonly spans: {
    readonly title: string;
    readonly howFar: string;
    readonly ranges: Readonly<Record<RangeName, string>>;
    readonly none: string;
    readonly longer: string;
  };
  readonly panel: {
    readonly title: (currency: string) => string;
    readonly when: string;
    readonly anotherDay: string;
    readonly days: Readonly<Record<DayName, string>>;
    readonly rule: string;
    readonly none: string;
    readonly first: string;
  };
  readonly day: {
    readonly swept: (day: string, reasons: string) => string;
    readonly notSwept: (day: string, reasons: string) => string;
    readonly lastRun: string;
    readonly expired: string;
    readonly noRun: (day: string) => string;
    readonly younger: string;
    readonly missed: string;
  };
  readonly run: {
    readonly label: string;
    /** Before the moment of the snapshot. */
    readonly snapshot: string;
    readonly withdrawal: string;
    /** Beside an instruction: the decision that led to it, and before the moment of its snapshot. */
    readonly behind: string;
    readonly balancesOf: string;
  };
  readonly preview: {
    readonly undecided: string;
    readonly wouldSweep: string;
    readonly withdraws: string;
    readonly byManualRate: string;
    readonly approval: string;
    readonly approvals: readonly [none: string, one: string, two: string];
    readonly balance: string;
    readonly left: string;
    readonly checks: string;
  };
}
