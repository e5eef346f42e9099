import { armedLane, notSentByMode } from '../../facts/not-sent.ts';
import { sayNotSent } from '../../facts/sentences/not-sent.ts';
import type { Lane } from '../../instructions/lane.ts';
import type { Controls } from '../../policy/controls.ts';
import type { Halting } from '../../policy/halt-state.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** Live is the only mode in which money moves; without controls nothing is armed at all. */
export function checkMode(controls: Controls | null, halt: Halting, currency: string): CheckResult {
  if (controls === null) {
    const checked = { limit: 'mode', seen: 'no controls', accepted: 'live' } as const;
    return refused(checked, 'disarmed', sayNotSent({ code: 'no-policy' }));
  }
  const why = notSentByMode(controls, halt, currency);
  const checked = { limit: 'mode', seen: why?.code ?? 'live', accepted: 'live' } as const;
  return why === null ? passed(checked) : refused(checked, why.code, sayNotSent(why));
}

const FREE_LANE = 'idle, armed in this ledger';
const SEEN = { 'never-armed': 'no lane', 'armed-elsewhere': 'armed in another ledger' } as const;

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
  if (!armed.ok) {
    return refused(laneChecked(SEEN[armed.why.code]), 'disarmed', sayNotSent(armed.why));
  }
  return (
    checkLaneStatus(armed.lane, currency) ??
    checkBookings(armed.lane, currency) ??
    checkOwnOpen(armed.lane, ruleId) ??
    passed(laneChecked('idle'))
  );
}

function checkLaneStatus({ status }: Lane, currency: string): CheckResult | null {
  if (status.state === 'idle') return null;
  const { instructionId } = status.claim;
  const checked = laneChecked(`${status.state}, ${instructionId}`);
  if (status.state === 'sending') {
    const message = `Instruction ${instructionId} in ${currency} is being sent.`;
    return refused(checked, 'in-flight', message);
  }
  const message = `${currency} is blocked since ${status.since}: the outcome of ${instructionId} is ${status.state}.`;
  return refused(checked, 'uncertain', message);
}

/** Recent withdrawals of such a lane may not be booked yet. */
function checkBookings({ booking }: Lane, currency: string): CheckResult | null {
  if (booking !== undefined) return null;
  const checked = laneChecked('idle, what is not booked yet is not known');
  const message = `What of ${currency} was sent but not booked yet is not known; the watchdog works it out.`;
  return refused(checked, 'uncertain', message);
}

function checkOwnOpen({ open }: Lane, ruleId: string | undefined): CheckResult | null {
  if (ruleId === undefined) return null;
  const own = Object.values(open).find((each) => each.ruleId === ruleId);
  if (own === undefined) return null;
  const checked = laneChecked(`idle, ${own.instructionId} is open`);
  const message = `This rule's earlier instruction ${own.instructionId} is still open.`;
  return refused(checked, 'in-flight', message);
}

function laneChecked(seen: string) {
  return { limit: 'lane', seen, accepted: FREE_LANE } as const;
}
