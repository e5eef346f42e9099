import {
  type LimitCheck,
  type LimitName,
  REFUSAL_REASONS,
  type RefusalReason,
} from '../../decisions/decision.ts';
import { isDecimalText } from '../../money/decimal-text.ts';

export interface Refusal {
  readonly reason: RefusalReason;
  /** One sentence with the numbers. */
  readonly message: string;
}

/**
 * The result of one check. A limit that is not met usually refuses; it does not if another reason applies (a budget
 * is not the reason when there was nothing to withdraw) or if it only asks for more (an approval).
 */
export interface CheckResult {
  readonly check: LimitCheck;
  readonly refusal?: Refusal;
}

interface Checked {
  readonly limit: LimitName;
  readonly seen: string;
  readonly accepted: string;
  readonly value?: string;
}

export function passed(checked: Checked): CheckResult {
  return { check: checkOf(checked, true) };
}

export function notPassed(checked: Checked): CheckResult {
  return { check: checkOf(checked, false) };
}

export function refused(checked: Checked, reason: RefusalReason, message: string): CheckResult {
  return { check: checkOf(checked, false), refusal: refusalOf(reason, message) };
}

/** A percentage of an amount may have more digits than decimal text; `seen` has them all. */
function checkOf({ value, ...checked }: Checked, holds: boolean): LimitCheck {
  return {
    ...checked,
    holds,
    ...(value !== undefined && isDecimalText(value) && { value }),
  };
}

export function refusalOf(reason: RefusalReason, message: string): Refusal {
  return { reason, message };
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
