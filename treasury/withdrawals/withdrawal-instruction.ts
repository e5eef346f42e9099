import type { Calendar } from '../calendars/calendar.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import { leavesBefore } from '../rules/checks/calendars.ts';
import type { Instant } from '../time/instant.ts';

/** An instruction that pays to an account. */
export type WithdrawalInstruction = Instruction & {
  readonly content: { readonly kind: 'withdrawal' };
};

export function isWithdrawal(instruction: Instruction): instruction is WithdrawalInstruction {
  return instruction.content.kind === 'withdrawal';
}

export function ruleOf({ origin }: Instruction, policy: Policy) {
  if (origin.kind !== 'sweep') return null;
  return policy.rules.find(({ id }) => id === origin.ruleId) ?? null;
}

export function calendarsBehind(instruction: Instruction, policy: Policy): readonly Calendar[] {
  const rule = ruleOf(instruction, policy);
  return rule === null ? [] : ownCalendarsOf(rule, policy.calendars ?? []);
}

export function leavesBeforeOf(
  instruction: Instruction,
  policy: Policy,
  now: Instant,
): Instant | null {
  const rule = ruleOf(instruction, policy);
  const { origin } = instruction;
  if (rule === null || origin.kind !== 'sweep') return null;
  return leavesBefore(rule, policy.calendars ?? [], origin.occurrence, now);
}

export function accountOf({ content }: WithdrawalInstruction, policy: Policy) {
  return (
    policy.accounts.find(({ id }) => accountKey(id) === accountKey(content.withdrawalAccountId)) ??
    null
  );
}
