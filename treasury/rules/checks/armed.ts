import type { Lane } from '../../instructions/lane.ts';
import { type Controls, haltMessage, modeFor } from '../../policy/controls.ts';
import type { Halting } from '../../policy/halt-state.ts';
import { type CheckResult, passed, refused } from './check-result.ts';

/** Live is the only mode in which money moves; without controls nothing is armed at all. */
export function checkMode(controls: Controls | null, halt: Halting, currency: string): CheckResult {
  if (controls === null) {
    const checked = { limit: 'mode', seen: 'no controls', accepted: 'live' } as const;
    return refused(checked, 'disarmed', 'No policy has been applied, so nothing may be sent.');
  }
  const mode = modeFor(controls, halt, currency);
  const checked = { limit: 'mode', seen: mode, accepted: 'live' } as const;
  switch (mode) {
    case 'live':
      return passed(checked);
    case 'halted':
      return refused(checked, 'halted', haltedMessage(controls, halt, currency));
    case 'dry-run':
      return refused(checked, 'dry-run', `${currency} is in dry-run, so nothing is sent.`);
    default:
      return mode satisfies never;
  }
}

function haltedMessage(controls: Controls, halt: Halting, currency: string): string {
  const halted = haltMessage(controls, halt, currency);
  if (halted?.because === undefined) return `${currency} is halted.`;
  const { by, at, comment } = halted.because;
  const scope = halted.everything ? ', as everything is,' : '';
  return `${currency} is halted${scope} by ${by} since ${at}: ${comment}.`;
}

const FREE_LANE = 'idle, armed in this ledger';

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
  if (lane === null) {
    const message = `${currency} has never been armed in this ledger, so nothing may be sent.`;
    return refused(laneChecked('no lane'), 'disarmed', message);
  }
  if (lane.epoch !== epoch) {
    const message = `${currency} was armed in another ledger (a restored copy, for example) and must be armed again by people.`;
    return refused(laneChecked('armed in another ledger'), 'disarmed', message);
  }
  return (
    checkLaneStatus(lane, currency) ??
    checkBookings(lane, currency) ??
    checkOwnOpen(lane, ruleId) ??
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
