import {
  currenciesOf,
  type Instruction,
  type InstructionState,
} from '../instructions/instruction.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import type { LedgerWrite } from './ledger.ts';
import { ENDED_UNSENT, type EndedUnsent } from './missed-occurrences.ts';

/**
 * The occurrence of a schedule whose instruction ends without anything having left is missed like one that was never decided: the
 * rule does not come back to it. Written with the end itself, once for each instruction. What people declined or called off
 * they know; a rule on every snapshot decides anew with the next.
 */
export function missedByEnd(
  before: Instruction,
  after: Instruction,
  rules: readonly Pick<SweepRule, 'id' | 'schedule'>[],
): readonly LedgerWrite[] {
  const { origin, status, tenant } = after;
  if (origin.kind !== 'sweep' || status.state === before.status.state) return [];
  const rule = rules.find(({ id }) => id === origin.ruleId);
  if (rule?.schedule.kind !== 'cron' || !isUnsent(status.state) || isByPeople(after)) return [];
  // That it was rejected was recorded then; its release changes nothing about that.
  if (before.status.state === 'rejected') return [];
  const { ruleId, ruleVersion, occurrence, snapshot } = origin;
  const currency = after.conversion?.currency ?? currenciesOf(after.content)[0] ?? '';
  return [
    {
      kind: 'record-missed',
      missed: {
        ...{ tenant, snapshot, ruleId, ruleVersion, currency, decidedAt: status.at },
        missed: { count: 1, countedAll: true, first: occurrence, last: occurrence },
        ended: { instructionId: after.id, state: status.state, reason: reasonOf(after) },
      },
    },
  ];
}

function isUnsent(state: InstructionState): state is EndedUnsent {
  return ENDED_UNSENT.some((each) => each === state);
}

function isByPeople({ status }: Instruction): boolean {
  return status.state === 'cancelled' && status.reason.startsWith('cancelled-by-');
}

/** A code, or the status of the service's answer. */
function reasonOf({ status }: Instruction): string {
  switch (status.state) {
    case 'cancelled':
      return status.reason;
    case 'not-sent':
      return status.cause;
    case 'rejected':
      return String(status.status);
    case 'released':
      return status.by === 'evidence' ? 'settled-by-evidence' : 'settled-by-people';
    default:
      return status.state;
  }
}
