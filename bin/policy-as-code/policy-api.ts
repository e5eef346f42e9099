import type { Instant } from '../../treasury/time/instant.ts';
import type { Drafts } from './object-kinds.ts';
import type { CurrentObject, PlannedChange } from './plan.ts';

/** The outcome of one write, as the API answers it. */
export type WriteOutcome =
  | { readonly outcome: 'applied'; readonly version: number }
  /** `repeated`: it waited already; the same person proposed the same before. */
  | {
      readonly outcome: 'proposed';
      readonly changeId: string;
      readonly expiresAt: Instant;
      readonly repeated: boolean;
    }
  /** `code`: the problem's; 412 and the like mean that the policy moved since the plan. */
  | { readonly outcome: 'refused'; readonly code: string; readonly message: string };

/** Ticks from one, included, to another, not. */
export interface BacktestRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** Rules, and the calendars that they or rules in force name. */
export interface BacktestedDrafts {
  readonly rules: readonly Drafts['rule'][];
  readonly calendars: readonly Drafts['calendar'][];
}

/** What the commands need of the API. Nothing else of it is called. */
export interface PolicyApi {
  readonly address: string;
  readonly tenant: string;
  /** Everything in force: rules, accounts, controls, with their versions. */
  readonly current: () => Promise<readonly CurrentObject[]>;
  /** Creates, replaces or deletes on condition of the version that the plan rests on. */
  readonly write: (change: PlannedChange) => Promise<WriteOutcome>;
  /** A sentence for each currency: what the drafts would have done, and what the rules in force did. */
  readonly backtest: (drafts: BacktestedDrafts, range: BacktestRange) => Promise<readonly string[]>;
  /** The same of drafts of matching rules, over the recorded differences. */
  readonly backtestMatching: (
    drafts: readonly Drafts['matching-rule'][],
    range: BacktestRange,
  ) => Promise<readonly string[]>;
}
