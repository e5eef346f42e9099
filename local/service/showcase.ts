import type { FaultRuleInput } from '../../sandbox/faults/fault.ts';
import type { Service } from './service.ts';

/**
 * What the demo has happen once, so that people can settle an unknown outcome in it: the third withdrawal leaves, and its answer
 * is lost. The first round sends two, so it is the second sweep of ETH, two minutes after the start.
 */
export const LOST_ANSWER: FaultRuleInput = {
  on: 'POST /v1/withdrawals',
  after: 2,
  fault: { kind: 'execute-then-reset-before-headers' },
};

/** In a sandbox that was not asked for anything yet: a start that goes on has had its showcase, or keeps it waiting. */
export function loseOneAnswer({ sandbox }: Pick<Service, 'sandbox'>): void {
  if (sandbox === null || sandbox.withdrawals().length > 0 || sandbox.faultsWaiting() > 0) return;
  sandbox.queueFault(LOST_ANSWER);
}
