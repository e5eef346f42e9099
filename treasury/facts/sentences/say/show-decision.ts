import type { RecordedCheck, RuleDecision } from '../../../decisions/decision.ts';
import { decisionFact } from '../../../decisions/decision-fact.ts';
import type { LimitCheck, ShownRuleDecision } from '../../../decisions/shown-decision.ts';
import { numberSeen } from '../../number-seen.ts';
import type { Language, Reader } from '../language.ts';
import { sayCheck } from './say-check.ts';
import { sayDecision } from './say-decision.ts';

/** A decision as readers get it: its facts in words. */
export function showDecision(
  decision: RuleDecision,
  reader: Language | Reader = 'en',
): ShownRuleDecision {
  const shown = {
    checks: showChecks(decision.checks, reader),
    explanation: explain(decision, reader),
  };
  if (decision.outcome === 'sweep') {
    const { sweep: _, ...rest } = decision;
    return { ...rest, ...shown };
  }
  const { why: _, otherwise: __, ...rest } = decision;
  return { ...rest, ...shown };
}

/** What was decided and why, in one sentence with the numbers. */
export function explain(decision: RuleDecision, reader: Language | Reader = 'en'): string {
  return sayDecision(decisionFact(decision), reader);
}

export function showChecks(
  checks: readonly RecordedCheck[],
  reader: Language | Reader = 'en',
): readonly LimitCheck[] {
  return checks.map(({ fact, holds, valued }) => {
    const value = numberSeen(fact);
    return {
      limit: fact.limit,
      ...sayCheck(fact, reader),
      holds,
      ...(value !== null && { value }),
      ...(valued !== undefined && { valued }),
    };
  });
}
