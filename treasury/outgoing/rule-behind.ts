import type { Calendar } from '../calendars/calendar.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Policy } from '../policy/policy.ts';
import { ownCalendarsOf } from '../policy/rule-calendars.ts';
import type { SweepRule } from '../policy/sweep-rule.ts';
import { leavesBefore } from '../rules/checks/calendars.ts';
import type { Instant } from '../time/instant.ts';

/** The rule that decided something, as it stands, and what it says of the moment of leaving. */
export interface RuleBehind {
  readonly rule: SweepRule;
  /** Those that it names. */
  readonly calendars: readonly Calendar[];
  /** Its cut-off, or the end of the business day, if either is near. */
  readonly leavesBefore: (at: Instant) => Instant | null;
}

export function ruleOf({ origin }: Instruction, { rules }: Pick<Policy, 'rules'>) {
  if (origin.kind !== 'sweep') return null;
  return rules.find(({ id }) => id === origin.ruleId) ?? null;
}

/** Null if a person requested it. */
export function ruleBehind(
  instruction: Instruction,
  policy: Pick<Policy, 'rules' | 'calendars'>,
): RuleBehind | null {
  const rule = ruleOf(instruction, policy);
  const { origin } = instruction;
  if (rule === null || origin.kind !== 'sweep') return null;
  const all = policy.calendars ?? [];
  return {
    rule,
    calendars: ownCalendarsOf(rule, all),
    leavesBefore: (at) => leavesBefore(rule, all, origin.occurrence, at),
  };
}
