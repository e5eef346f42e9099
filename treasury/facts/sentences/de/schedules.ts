import { latestStartOf } from '../../../policy/sweep-rule.ts';
import type { Instant } from '../../../time/instant.ts';
import type { MissedFact, MovedTimes, RuleSchedule, ScheduleFact } from '../../schedule-facts.ts';
import type { Said } from '../said.ts';
import { moment, onWall, type Part, type Sentence, sentence } from '../sentence.ts';
import { duration, durationDative } from './duration.ts';
import { scheduleText } from './wording.ts';

type Of<Code extends ScheduleFact['code']> = Extract<ScheduleFact, { readonly code: Code }>;

const accepted = ({ plan }: ScheduleFact) => scheduleText(plan);

/** As the clocks of the rule show it. */
function shownAt(at: Instant, { schedule }: RuleSchedule): Part {
  return schedule.kind === 'cron' ? onWall(at, schedule.timeZone) : moment(at);
}

/** ", durch die Kalender verlegt von 03.04.2026, 10:00 Europe/Zurich"; nothing if it fell there itself. */
function movedText(moved: MovedTimes | undefined, plan: RuleSchedule): Sentence {
  if (moved === undefined) return [];
  const { first, count, joins } = moved;
  const from = shownAt(first, plan);
  if (count === 1) {
    return joins
      ? sentence`, zusammen mit dem vom ${from}, den die Kalender hierher verlegt haben`
      : sentence`, von den Kalendern verlegt vom ${from}`;
  }
  return joins
    ? sentence`, zusammen mit ${count} ab dem ${from}, die die Kalender hierher verlegt haben`
    : sentence`, für ${count} ab dem ${from}, die die Kalender hierher verlegt haben`;
}

function fellText({ occurrence, moved, plan }: Of<'fell' | 'missed'>): Sentence {
  return sentence`Termin am ${shownAt(occurrence, plan)}${movedText(moved, plan)}`;
}

function nextText(next: Instant, { moved, plan }: Of<'not-fallen'>): Sentence {
  return sentence`am ${shownAt(next, plan)}${movedText(moved, plan)}`;
}

export const SCHEDULES: Said<ScheduleFact> = {
  'due-by-snapshot': {
    seen: ({ snapshot }) => sentence`Momentaufnahme vom ${moment(snapshot)}`,
    accepted,
  },
  'before-rearming': {
    seen: ({ snapshot, rearmedAt }) =>
      sentence`Momentaufnahme vom ${moment(snapshot)}, vor dem erneuten Scharfschalten am ${moment(rearmedAt)}`,
    accepted,
    refused: ({ snapshot, rearmedAt }) =>
      sentence`Die Währung wurde am ${moment(rearmedAt)} erneut scharf geschaltet; was davor fällig war (die Momentaufnahme vom ${moment(snapshot)}), wird nie ausgeführt.`,
  },
  'already-swept': {
    seen: ({ snapshot, lastOccurrence }) =>
      sentence`Momentaufnahme vom ${moment(snapshot)}, bereits abgeschöpft nach der vom ${moment(lastOccurrence)}`,
    accepted,
    refused: ({ snapshot, lastOccurrence }) =>
      sentence`Diese Regel hat bereits nach der Momentaufnahme vom ${moment(lastOccurrence)} abgeschöpft, die nicht älter ist als diese (${moment(snapshot)}).`,
  },
  fell: { seen: fellText, accepted },
  missed: {
    seen: (fact) =>
      sentence`${fellText(fact)}, vor mehr als ${durationDative(latestStartOf(fact.plan))}`,
    accepted,
    refused: (fact) =>
      sentence`Der Termin am ${shownAt(fact.occurrence, fact.plan)} wurde versäumt: Die Regel startet höchstens ${duration(latestStartOf(fact.plan))} nach dem Termin.`,
  },
  'not-fallen': {
    seen: (fact) => {
      const since = sentence`seit ${shownAt(fact.since, fact.plan)} kein Termin`;
      return fact.next === null
        ? sentence`${since}, und nie wieder einer`
        : sentence`${since}, der nächste ${nextText(fact.next, fact)}`;
    },
    accepted,
    refused: (fact) =>
      fact.next === null
        ? 'Die Regel hat jetzt keinen Termin und wird nie wieder einen haben.'
        : sentence`Die Regel hat jetzt keinen Termin; sie läuft das nächste Mal ${nextText(fact.next, fact)}.`,
  },
};

/** Beside the sentence of a decision; nothing if that sentence names the only one. */
export function missedText(missed: MissedFact): Sentence {
  const { count, countedAll, first, timeZone, isReason } = missed;
  if (isReason && count === 1) return [];
  const many = `${count}${countedAll ? '' : ' oder mehr'} Termin${count === 1 ? '' : 'e'}`;
  const from = onWall(first, timeZone);
  const verb = count === 1 ? 'wurde' : 'wurden';
  return isReason
    ? sentence` Mit ihm ${verb} ${many} versäumt, der erste am ${from}.`
    : sentence` Davor ${verb} ${many} versäumt, der erste am ${from}.`;
}
