import type { RecordedCheck, RuleDecision } from '../../../decisions/decision.ts';
import { decisionFact } from '../../../decisions/decision-fact.ts';
import type { LimitCheck, ShownRuleDecision } from '../../../decisions/shown-decision.ts';
import { numberSeen } from '../../number-seen.ts';
import type { Language } from '../language.ts';
import { sayCheck } from './say-check.ts';
import { sayDecision } from './say-decision.ts';

/** A decision as readers get it: its facts in words. */
export function showDecision(decision: RuleDecision, language: Language = 'en'): ShownRuleDecision {
  const shown = {
    checks: showChecks(decision.checks, language),
    explanation: explain(decision, language),
  };
  if (decision.outcome === 'sweep') {
    const { sweep: _, ...rest } = decision;
    return { ...rest, ...shown };
  }
  const { why: _, otherwise: __, ...rest } = decision;
  return { ...rest, ...shown };
}

/** What was decided and why, in one sentence with the numbers. */
export function explain(decision: RuleDecision, language: Language = 'en'): string {
  return sayDecision(decisionFact(decision), language);
}

export function showChecks(
  checks: readonly RecordedCheck[],
  language: Language = 'en',
): readonly LimitCheck[] {
  return checks.map(({ fact, holds, valued }) => {
    const value = numberSeen(fact);
    return {
      limit: fact.limit,
      ...sayCheck(fact, language),
      holds,
      ...(value !== null && { value }),
      ...(valued !== undefined && { valued }),
    };
  });
}
