import { latestStartOf } from '../../../policy/sweep-rule.ts';
import { describeSchedule } from '../../../policy/wording.ts';
import { onTheWall } from '../../../schedules/wall-clock.ts';
import { duration } from '../../../time/duration.ts';
import type { Instant } from '../../../time/instant.ts';
import type { MissedFact, MovedTimes, RuleSchedule, ScheduleFact } from '../../schedule-facts.ts';
import type { Said } from './said.ts';

type Of<Code extends ScheduleFact['code']> = Extract<ScheduleFact, { readonly code: Code }>;

const accepted = ({ plan }: ScheduleFact) => describeSchedule(plan);
const lateBy = ({ plan }: ScheduleFact) => duration(latestStartOf(plan));

/** As the clocks of the rule show it. */
function shownAt(at: Instant, { schedule }: RuleSchedule): string {
  return schedule.kind === 'cron' ? onTheWall(at, schedule.timeZone) : at;
}

/** ", moved from 2026-04-03 10:00 Europe/Zurich by its calendars"; nothing if it fell there itself. */
function movedText(moved: MovedTimes | undefined, plan: RuleSchedule): string {
  if (moved === undefined) return '';
  const { first, count, joins } = moved;
  const from = shownAt(first, plan);
  if (count === 1) {
    return joins
      ? `, with that of ${from}, moved by its calendars`
      : `, moved from ${from} by its calendars`;
  }
  return joins
    ? `, with ${count} from ${from} on, moved by its calendars`
    : `, for ${count} from ${from} on, moved by its calendars`;
}

function fellText({ occurrence, moved, plan }: Of<'fell' | 'missed'>): string {
  return `fell ${shownAt(occurrence, plan)}${movedText(moved, plan)}`;
}

function nextText(next: Instant, { moved, plan }: Of<'not-fallen'>): string {
  return `${shownAt(next, plan)}${movedText(moved, plan)}`;
}

export const SCHEDULES: Said<ScheduleFact> = {
  'due-by-snapshot': { seen: ({ snapshot }) => `snapshot of ${snapshot}`, accepted },
  'before-rearming': {
    seen: ({ snapshot, rearmedAt }) =>
      `snapshot of ${snapshot}, before the re-arming at ${rearmedAt}`,
    accepted,
    refused: ({ snapshot, rearmedAt }) =>
      `The currency was armed again at ${rearmedAt}; what fell before that (the snapshot of ${snapshot}) is never carried out.`,
  },
  'already-swept': {
    seen: ({ snapshot, lastOccurrence }) =>
      `snapshot of ${snapshot}, already swept on ${lastOccurrence}`,
    accepted,
    refused: ({ snapshot, lastOccurrence }) =>
      `This rule has already swept on the snapshot of ${lastOccurrence}, which is not older than this one (${snapshot}).`,
  },
  fell: { seen: fellText, accepted },
  missed: {
    seen: (fact) => `${fellText(fact)}, more than ${lateBy(fact)} ago`,
    accepted,
    refused: (fact) =>
      `The occurrence of ${shownAt(fact.occurrence, fact.plan)} is missed: the rule starts at most ${lateBy(fact)} after its time.`,
  },
  'not-fallen': {
    seen: (fact) => {
      const fell = `has not fallen since ${shownAt(fact.since, fact.plan)}`;
      return fact.next === null
        ? `${fell}, and never will again`
        : `${fell}, next ${nextText(fact.next, fact)}`;
    },
    accepted,
    refused: (fact) =>
      fact.next === null
        ? 'The rule is not scheduled now, and never again.'
        : `The rule is not scheduled now; it next runs ${nextText(fact.next, fact)}.`,
  },
};

/** Beside the sentence of a decision; nothing if that sentence names the only one. */
export function sayMissed({ count, countedAll, first, timeZone, isReason }: MissedFact): string {
  if (isReason && count === 1) return '';
  const many = `${count} occurrence${count === 1 ? '' : 's'}${countedAll ? '' : ' or more'}`;
  const from = onTheWall(first, timeZone);
  const are = count === 1 ? 'is' : 'are';
  return isReason
    ? ` With it ${many} ${are} missed, the first ${from}.`
    : ` ${many} before it ${are} missed, the first ${from}.`;
}
