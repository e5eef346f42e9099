import type { NoSweepReason, RuleDecision } from '../decisions/decision.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { PastPartListed } from '../preview/totals.ts';
import type { StepDecision } from '../preview/world.ts';
import type { Instant } from '../time/instant.ts';
import { MAX_RUNS_LISTED } from './forecast-limits.ts';

/** What one rule would do. Counted up in place. */
export interface RuleAhead {
  /** Occurrences that were decided. */
  decided: number;
  readonly reasons: Partial<Record<NoSweepReason, number>>;
  /** The first decision, each one of a schedule, and each sweep; at most MAX_RUNS_LISTED. */
  readonly runs: StepDecision[];
}

/** A sweep that would leave, or wait for approvals. */
export interface SweepAhead extends ConversionAhead {
  readonly withdrawalAccountId: string;
  /** Of a rule with a split: what each account gets of it. */
  readonly parts?: readonly PastPartListed[];
}

/** A conversion: nothing leaves by it. */
export interface ConversionAhead {
  readonly at: Instant;
  readonly ruleId: string;
  readonly currency: string;
  readonly amount: string;
  readonly approvals: 0 | 1 | 2;
}

/** What was decided so far, by rule. */
export class Counted {
  readonly rules = new Map<string, RuleAhead>();
  readonly sweeps: SweepAhead[] = [];
  readonly conversions: ConversionAhead[] = [];
  readonly #scheduled: ReadonlySet<string>;

  constructor(rules: readonly SweepRule[]) {
    this.#scheduled = new Set(rules.filter(isScheduled).map(({ id }) => id));
  }

  add(made: StepDecision): void {
    const { decision, approvals = 0, parts } = made;
    const { ruleId, currency, withdrawalAccountId, decidedAt: at } = decision;
    const ahead = this.rules.get(ruleId) ?? { decided: 0, reasons: {}, runs: [] };
    this.rules.set(ruleId, ahead);
    const isListed =
      ahead.decided === 0 || decision.outcome === 'sweep' || this.#scheduled.has(ruleId);
    if (isListed && ahead.runs.length < MAX_RUNS_LISTED) ahead.runs.push(made);
    if (decision.outcome === 'no-sweep') {
      this.repeat(decision, 1);
      return;
    }
    ahead.decided += 1;
    const { amount } = decision;
    const moved = { at, ruleId, currency, amount, approvals };
    if (withdrawalAccountId === undefined) this.conversions.push(moved);
    else {
      const divided = parts === undefined ? {} : { parts };
      this.sweeps.push({ ...moved, withdrawalAccountId, ...divided });
    }
  }

  /** So many snapshots decide the rule alike. */
  repeat(decision: RuleDecision, times: number): void {
    const ahead = this.rules.get(decision.ruleId);
    if (ahead === undefined || decision.outcome !== 'no-sweep') return;
    ahead.decided += times;
    ahead.reasons[decision.reason] = (ahead.reasons[decision.reason] ?? 0) + times;
  }
}

export function isScheduled({ schedule, enabled }: SweepRule): boolean {
  return enabled && schedule.kind === 'cron';
}

/** By the check itself, since other reasons come before and behind that of the schedule. */
export function isDue({ checks, outcome }: RuleDecision): boolean {
  return (
    outcome === 'sweep' || checks.some(({ fact, holds }) => fact.limit === 'schedule' && holds)
  );
}

/** Whether the next snapshot decides it again: it was due, and its occurrence is not used up. */
export function isRepeated(decision: RuleDecision): boolean {
  return decision.outcome === 'no-sweep' && isDue(decision) && !decision.consumesOccurrence;
}
