import type { LimitCheck, RefusalReason, RuleDecision } from '../decisions/decision.ts';
import { numberSeen } from '../facts/number-seen.ts';
import { sayCheck, sayRefusal } from '../facts/sentences/say/say-check.ts';
import { sayDecision } from '../facts/sentences/say/say-decision.ts';
import type { DecisionFact } from '../facts/sweep-fact.ts';
import { isDecimalText } from '../money/decimal-text.ts';
import type { CheckResult, Refusal } from './checks/check-result.ts';

/*
 * Where facts become the words that are stored: the only place.
 */

/** A decision in facts. */
export type DecidedRule = InFacts<RuleDecision>;

type InFacts<Decision> = Decision extends unknown
  ? Omit<Decision, 'checks' | 'explanation'> & {
      readonly results: readonly CheckResult[];
      readonly said: DecisionFact;
    }
  : never;

export function recordDecision({ results, said, ...decided }: DecidedRule): RuleDecision {
  return { ...decided, checks: recordChecks(results), explanation: sayDecision(said) };
}

/** Why an instruction that was decided earlier is not sent. */
export interface RecordedRefusal {
  readonly reason: RefusalReason;
  readonly checks: readonly LimitCheck[];
  readonly explanation: string;
}

export function recordRefusal(
  { reason, why }: Refusal,
  results: readonly CheckResult[],
): RecordedRefusal {
  return { reason, checks: recordChecks(results), explanation: sayRefusal(why) };
}

export function recordChecks(results: readonly CheckResult[]): readonly LimitCheck[] {
  return results.map(recordCheck);
}

function recordCheck({ fact, holds, valued }: CheckResult): LimitCheck {
  const value = numberSeen(fact);
  return {
    limit: fact.limit,
    ...sayCheck(fact),
    holds,
    // A percentage of an amount may have more digits than decimal text; `seen` has them all.
    ...(value !== null && isDecimalText(value) && { value }),
    ...(valued !== undefined && { valued }),
  };
}
