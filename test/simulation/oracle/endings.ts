import { currenciesOf, type Instruction } from '../../../treasury/instructions/instruction.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { modeFor } from '../../../treasury/policy/controls.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { Committed } from '../table.ts';
import type { Violation } from '../violation.ts';

/** How an instruction ends of which nothing left. */
const UNSENT: ReadonlySet<string> = new Set(['cancelled', 'not-sent', 'rejected', 'expired']);

/**
 * No person approves while nothing may leave, and an occurrence of a schedule that ends unsent is put on record as missed, by the
 * very write that ends it.
 */
export function endingsViolation({ table, changes, before }: Committed): Violation | null {
  const policy = table.policy();
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'replace-instruction') continue;
    const previous = before[index] as Instruction | null;
    const { instruction } = change;
    if (previous === null || previous.version === instruction.version) continue;
    if (isUnreported(previous, instruction, policy, changes)) {
      const message = `${instruction.id} ends ${instruction.status.state}, and its occurrence is not missed`;
      return { code: 'missed-unreported', message };
    }
    if (isApprovedInVain(previous, instruction, policy)) {
      return { code: 'approved-in-vain', message: `${instruction.id} is approved under a halt` };
    }
  }
  return null;
}

function isUnreported(
  before: Instruction,
  after: Instruction,
  { rules }: Policy,
  changes: readonly LedgerWrite[],
): boolean {
  const { origin, status, id } = after;
  if (origin.kind !== 'sweep' || !UNSENT.has(status.state)) return false;
  if (before.status.state === status.state) return false;
  if (status.state === 'cancelled' && status.reason.startsWith('cancelled-by-')) return false;
  const rule = rules.find((each) => each.id === origin.ruleId);
  // A rule that has changed since may have had another schedule when its end was decided.
  if (rule?.schedule.kind !== 'cron' || rule.version !== origin.ruleVersion) return false;
  return !changes.some(
    (each) => each.kind === 'record-missed' && each.missed.ended?.instructionId === id,
  );
}

function isApprovedInVain(
  before: Instruction,
  after: Instruction,
  { controls, halt }: Policy,
): boolean {
  const [was, is] = [before, after].map(approvalsOf) as [number, number];
  if (before.status.state !== 'awaiting-approval' || is <= was) return false;
  if (controls === null) return true;
  return currenciesOf(after.content).some(
    (currency) => modeFor(controls, halt, currency) !== 'live',
  );
}

function approvalsOf({ status }: Instruction): number {
  return 'approvals' in status ? (status.approvals?.length ?? 0) : 0;
}
