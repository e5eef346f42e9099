import { type Lane, lastIdOf, usageOf } from '../instructions/lane.ts';
import type { Policy } from '../policy/policy.ts';
import type { RegisteredAccount } from '../policy/registered-account.ts';
import { timetableOf } from '../policy/rule-calendars.ts';
import { destinationsOf } from '../policy/rule-split.ts';
import { latestStartOf } from '../policy/sweep-rule.ts';
import { type Instant, secondsBetween } from '../time/instant.ts';

/** An occurrence of a rule's schedule that the rule did not carry out in time, and that a person requests by hand. */
export interface MissedOccurrence {
  readonly ruleId: string;
  readonly occurrence: Instant;
}

export type MissedRefusal = {
  readonly code:
    | 'occurrence-unknown'
    | 'occurrence-not-missed'
    | 'occurrence-before-rearming'
    | 'occurrence-used';
  readonly message: string;
};

/**
 * Why an occurrence cannot be requested by hand; null if it can. An earlier request is found by its id, which is the
 * rule's own for that occurrence: of the rule and the person, the second to write it writes nothing.
 */
export function refuseMissed(
  { ruleId, occurrence }: MissedOccurrence,
  { rules, calendars = [] }: Pick<Policy, 'rules' | 'calendars'>,
  account: RegisteredAccount,
  lane: Lane,
  now: Instant,
): MissedRefusal | null {
  const rule = rules.find(({ id }) => id === ruleId);
  const timetable = rule === undefined ? null : timetableOf(rule, calendars);
  if (rule === undefined || timetable === null) {
    return refused('occurrence-unknown', `There is no rule ${ruleId} with a schedule.`);
  }
  if (timetable.latest(occurrence) !== occurrence) {
    return refused(
      'occurrence-unknown',
      `The schedule of ${ruleId} does not fall at ${occurrence}.`,
    );
  }
  if (!destinationsOf(rule).includes(account.id)) {
    return refused('occurrence-unknown', `Rule ${ruleId} does not pay to "${account.label}".`);
  }
  if (lane.rearmedAt !== undefined && occurrence <= lastIdOf(lane.rearmedAt)) {
    const message = `${account.currency} was armed again at ${lane.rearmedAt}: this ledger does not know whether ${occurrence} was carried out before. Ask for an ordinary withdrawal when you have looked at the service.`;
    return refused('occurrence-before-rearming', message);
  }
  const { lastOccurrence } = usageOf(lane, ruleId);
  const decided = lastOccurrence !== undefined && lastOccurrence >= occurrence;
  if (occurrence > now || (!decided && secondsBetween(occurrence, now) <= latestStartOf(rule))) {
    return refused(
      'occurrence-not-missed',
      `Rule ${ruleId} can still carry out ${occurrence} itself.`,
    );
  }
  return null;
}

export function usedBefore({ ruleId, occurrence }: MissedOccurrence, id: string): MissedRefusal {
  const message = `${id} was made for ${occurrence} of rule ${ruleId} already. If nothing left by it in the end, ask for an ordinary withdrawal.`;
  return refused('occurrence-used', message);
}

function refused(code: MissedRefusal['code'], message: string): MissedRefusal {
  return { code, message };
}
