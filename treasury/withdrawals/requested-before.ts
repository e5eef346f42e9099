import type { Instruction } from '../instructions/instruction.ts';
import { fingerprintOf, insteadOf, sweepInstructionId } from '../instructions/instruction-id.ts';
import { labelParts } from '../instructions/request-labels.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type WithdrawalDetails, withdrawalDetailsSchema } from '../outcomes/outcome.ts';
import type { Policy } from '../policy/policy.ts';
import { MAX_SPLIT_PARTS } from '../policy/policy-limits.ts';
import { accountKey } from '../policy/registered-account.ts';
import { partPayingTo } from '../policy/rule-split.ts';
import { knownPart } from '../records/unknown-fields.ts';
import { type MissedRefusal, usedBefore } from './missed-occurrence.ts';
import type { AskedWithdrawal } from './withdrawal-command.ts';

/**
 * For a missed occurrence the rule's own, so that there is one instruction for it, whether the rule or a person makes
 * it; of a rule with a split, that of the part which pays to the account. Where the rule's has ended and nothing of it left,
 * one that stands instead. Null if no occurrence is meant.
 */
export function idOfOccurrence(
  { missed, withdrawalAccountId }: AskedWithdrawal,
  { rules }: Pick<Policy, 'rules'>,
  known: readonly Instruction[],
): string | null {
  if (missed === undefined) return null;
  const rule = rules.find(({ id }) => id === missed.ruleId);
  const part = rule === undefined ? null : partPayingTo(rule, withdrawalAccountId);
  const own = sweepInstructionId(missed.ruleId, missed.occurrence, part ?? 1);
  return known.some(({ id }) => id === own) ? insteadOf(own) : own;
}

/** Every id that an occurrence's withdrawals can have: the split may have been another when one was made. */
function idsOfOccurrence({ missed }: AskedWithdrawal): readonly string[] {
  if (missed === undefined) return [];
  const { ruleId, occurrence } = missed;
  const parts = Array.from({ length: MAX_SPLIT_PARTS }, (_, index) =>
    sweepInstructionId(ruleId, occurrence, index + 1),
  );
  return [...parts, ...parts.map(insteadOf)];
}

/** The instructions that a withdrawal can be, or meets: those of its occurrence, and the one under its own key. */
export async function readKnown(
  ledger: Pick<Ledger, 'readInstruction'>,
  asked: AskedWithdrawal,
  byKey?: string,
): Promise<readonly Instruction[]> {
  const ids = [...idsOfOccurrence(asked), ...(byKey === undefined ? [] : [byKey])];
  const read = await Promise.all(ids.map((id) => ledger.readInstruction(asked.tenant, id)));
  return read.filter((each) => each !== null);
}

/** The very same, if it was requested before: whatever its key, one occurrence is paid once. */
export function sameRequest(
  known: readonly Instruction[],
  asked: AskedWithdrawal,
): Instruction | null {
  const fingerprint = withdrawalFingerprint(asked);
  const isSame = ({ origin }: Instruction) =>
    origin.kind === 'request' && origin.fingerprint === fingerprint;
  return known.find(isSame) ?? null;
}

/** Why the occurrence is used up; null if it is not, or none is meant. */
export function refuseUsed(
  known: readonly Instruction[],
  asked: AskedWithdrawal,
): MissedRefusal | null {
  const { missed } = asked;
  const used = known.find((each) => usesUp(each, asked));
  return missed === undefined || used === undefined ? null : usedBefore(missed, used.id);
}

/** Ended for good, and nothing of it left. What was rejected is not among them before its currency is free again. */
const UNSENT: ReadonlySet<Instruction['status']['state']> = new Set([
  'cancelled',
  'declined',
  'expired',
  'not-sent',
  'released',
]);

/**
 * The occurrence was carried out as a whole, or its part for this very account was, or still may be. A person's own that
 * came to nothing uses it up as well: there is one to stand instead, not one after the other.
 */
function usesUp(
  { id, origin, status, content }: Instruction,
  { withdrawalAccountId }: AskedWithdrawal,
): boolean {
  if (UNSENT.has(status.state) && !id.endsWith(insteadOf(''))) return false;
  const whole = origin.kind === 'sweep' && origin.split === undefined;
  const account = content.kind === 'withdrawal' ? accountKey(content.withdrawalAccountId) : null;
  return whole || account === accountKey(withdrawalAccountId);
}

export function detailsOf(command: AskedWithdrawal): WithdrawalDetails {
  return knownPart<WithdrawalDetails>(withdrawalDetailsSchema, command);
}

/** Every detail tells one command from another: a different one under the same key is refused. */
export function withdrawalFingerprint(command: AskedWithdrawal): string {
  const { requestedBy, missed } = command;
  const { withdrawalAccountId, amount, ...more } = detailsOf(command);
  const occurrence = missed === undefined ? [] : [missed.ruleId, missed.occurrence];
  const others = Object.entries(more).map(([name, value]) => `${name}=${String(value)}`);
  const account = accountKey(withdrawalAccountId);
  return fingerprintOf([
    requestedBy,
    account,
    amount,
    ...occurrence,
    ...others.sort(),
    ...labelParts(command),
  ]);
}
