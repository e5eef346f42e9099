import type { Lane } from '../../instructions/lane.ts';
import { armedLane, codeOfLane, codeOfMode, notSentByMode } from '../../instructions/not-sent.ts';
import type { Controls } from '../../policy/controls.ts';
import type { Halting } from '../../policy/halt-state.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** Live is the only mode in which money moves; without controls nothing is armed at all. */
export function checkMode(controls: Controls | null, halt: Halting, currency: string): CheckResult {
  if (controls === null) return refused({ limit: 'mode', code: 'no-policy' }, 'disarmed');
  const why = notSentByMode(controls, halt, currency);
  return why === null
    ? passed({ limit: 'mode', code: 'live', currency })
    : refused({ limit: 'mode', ...why }, codeOfMode(why));
}

/**
 * The lane must be armed in this very table, and free. `ruleId` is given if a new instruction is decided: then an
 * open one of the same rule is an obstacle too.
 */
export function checkLane(
  lane: Lane | null,
  currency: string,
  epoch: string,
  ruleId?: string,
): CheckResult {
  const armed = armedLane(lane, currency, epoch);
  if (!armed.ok) return refused({ limit: 'lane', ...armed.why }, codeOfLane(armed.why));
  return (
    checkLaneStatus(armed.lane, currency) ??
    checkOwnOpen(armed.lane, ruleId) ??
    passed({ limit: 'lane', code: 'lane-idle', currency })
  );
}

function checkLaneStatus({ status }: Lane, currency: string): CheckResult | null {
  if (status.state === 'idle') return null;
  const { instructionId } = status.claim;
  if (status.state === 'sending') {
    return refused({ limit: 'lane', code: 'lane-busy', currency, instructionId }, 'in-flight');
  }
  const { state, since } = status;
  return refused(
    { limit: 'lane', code: 'lane-blocked', currency, state, instructionId, since },
    'uncertain',
  );
}

function checkOwnOpen({ open }: Lane, ruleId: string | undefined): CheckResult | null {
  if (ruleId === undefined) return null;
  const own = Object.values(open).find((each) => each.ruleId === ruleId);
  if (own === undefined) return null;
  const { instructionId } = own;
  return refused({ limit: 'lane', code: 'earlier-open', instructionId }, 'in-flight');
}
