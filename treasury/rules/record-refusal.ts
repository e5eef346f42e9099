import type { RefusalReason } from '../decisions/decision.ts';
import type { LimitCheck } from '../decisions/shown-decision.ts';
import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import { showChecks } from '../facts/sentences/say/show-decision.ts';
import type { CheckResult, Refusal } from './checks/check-result.ts';

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
  return { reason, checks: showChecks(results), explanation: sayRefusal(why) };
}
