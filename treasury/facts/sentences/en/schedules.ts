import { latestStartOf } from '../../../policy/sweep-rule.ts';
import { duration } from '../../../time/duration.ts';
import type { Instant } from '../../../time/instant.ts';
import type { MissedFact, MovedTimes, RuleSchedule, ScheduleFact } from '../../schedule-facts.ts';
import type { Said } from '../said.ts';
import { moment, onWall, type Part, type Sentence, sentence } from '../sentence.ts';
import { scheduleText } from './wording.ts';

type Of<Code extends ScheduleFact['code']> = Extract<ScheduleFact, { readonly code: Code }>;

const accepted = ({ plan }: ScheduleFact) => scheduleText(plan);
const lateBy = ({ plan }: ScheduleFact) => duration(latestStartOf(plan));

/** As the clocks of the rule show it. */
function shownAt(at: Instant, { schedule }: RuleSchedule): Part {
  return schedule.kind === 'cron' ? onWall(at, schedule.timeZone) : moment(at);
}

/** ", moved from 2026-04-03 10:00 Europe/Zurich by its calendars"; nothing if it fell there itself. */
function movedText(moved: MovedTimes | undefined, plan: RuleSchedule): Sentence {
  if (moved === undefined) return [];
  const { first, count, joins } = moved;
  const from = shownAt(first, plan);
  if (count === 1) {
    return joins
      ? sentence`, with that of ${from}, moved by its calendars`
      : sentence`, moved from ${from} by its calendars`;
  }
  return joins
    ? sentence`, with ${count} from ${from} on, moved by its calendars`
    : sentence`, for ${count} from ${from} on, moved by its calendars`;
}

function fellText({ occurrence, moved, plan }: Of<'fell' | 'missed'>): Sentence {
  return sentence`fell ${shownAt(occurrence, plan)}${movedText(moved, plan)}`;
}

function nextText(next: Instant, { moved, plan }: Of<'not-fallen'>): Sentence {
  return sentence`${shownAt(next, plan)}${movedText(moved, plan)}`;
}

export const SCHEDULES: Said<ScheduleFact> = {
  'due-by-snapshot': {
    seen: ({ snapshot }) => sentence`snapshot of ${moment(snapshot)}`,
    accepted,
  },
  'before-rearming': {
    seen: ({ snapshot, rearmedAt }) =>
      sentence`snapshot of ${moment(snapshot)}, before the re-arming at ${moment(rearmedAt)}`,
    accepted,
    refused: ({ snapshot, rearmedAt }) =>
      sentence`The currency was armed again at ${moment(rearmedAt)}; what fell before that (the snapshot of ${moment(snapshot)}) is never carried out.`,
  },
  'already-swept': {
    seen: ({ snapshot, lastOccurrence }) =>
      sentence`snapshot of ${moment(snapshot)}, already swept on ${moment(lastOccurrence)}`,
    accepted,
    refused: ({ snapshot, lastOccurrence }) =>
      sentence`This rule has already swept on the snapshot of ${moment(lastOccurrence)}, which is not older than this one (${moment(snapshot)}).`,
  },
  fell: { seen: fellText, accepted },
  missed: {
    seen: (fact) => sentence`${fellText(fact)}, more than ${lateBy(fact)} ago`,
    accepted,
    refused: (fact) =>
      sentence`The occurrence of ${shownAt(fact.occurrence, fact.plan)} is missed: the rule starts at most ${lateBy(fact)} after its time.`,
  },
  'not-fallen': {
    seen: (fact) => {
      const fell = sentence`has not fallen since ${shownAt(fact.since, fact.plan)}`;
      return fact.next === null
        ? sentence`${fell}, and never will again`
        : sentence`${fell}, next ${nextText(fact.next, fact)}`;
    },
    accepted,
    refused: (fact) =>
      fact.next === null
        ? 'The rule is not scheduled now, and never again.'
        : sentence`The rule is not scheduled now; it next runs ${nextText(fact.next, fact)}.`,
  },
};

/** Beside the sentence of a decision; nothing if that sentence names the only one. */
export function missedText({ count, countedAll, first, timeZone, isReason }: MissedFact): Sentence {
  if (isReason && count === 1) return [];
  const many = `${count} occurrence${count === 1 ? '' : 's'}${countedAll ? '' : ' or more'}`;
  const from = onWall(first, timeZone);
  const are = count === 1 ? 'is' : 'are';
  return isReason
    ? sentence` With it ${many} ${are} missed, the first ${from}.`
    : sentence` ${many} before it ${are} missed, the first ${from}.`;
}
