import {
  REFUSAL_REASONS,
  type RecordedCheck,
  type RefusalReason,
} from '../../decisions/decision.ts';
import type { CheckFact, RefusalFact, StoppingFact } from '../../facts/check-fact.ts';

export interface Refusal {
  readonly reason: RefusalReason;
  readonly why: RefusalFact;
}

/**
 * The result of one check. A limit that is not met usually refuses; it does not if another reason applies (a budget
 * is not the reason when there was nothing to withdraw) or if it only asks for more (an approval).
 */
export type CheckResult = RecordedCheck & { readonly refusal?: Refusal };

export function passed(fact: CheckFact): CheckResult {
  return { fact, holds: true };
}

export function notPassed(fact: CheckFact): CheckResult {
  return { fact, holds: false };
}

export function refused(fact: StoppingFact, reason: RefusalReason): CheckResult {
  return { fact, holds: false, refusal: { reason, why: fact } };
}

/** A check as it is recorded, or shown beside another one, which is the reason. */
export function onlyShown({ fact, holds, valued }: CheckResult): RecordedCheck {
  return { fact, holds, ...(valued !== undefined && { valued }) };
}

/** The refusal that comes first in the order of precedence, or null if nothing refuses. */
export function firstRefusal(results: readonly CheckResult[]): Refusal | null {
  let first: Refusal | null = null;
  for (const { refusal } of results) {
    if (refusal === undefined) continue;
    if (first === null || rank(refusal) < rank(first)) first = refusal;
  }
  return first;
}

/** Whether a refusal takes precedence over a reason. */
export function comesBefore({ reason }: Refusal, other: RefusalReason): boolean {
  return REFUSAL_REASONS.indexOf(reason) < REFUSAL_REASONS.indexOf(other);
}

function rank({ reason }: Refusal): number {
  return REFUSAL_REASONS.indexOf(reason);
}
