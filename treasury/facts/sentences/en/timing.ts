import { type Weekday, weekdayOf } from '../../../time/calendar-date.ts';
import { duration } from '../../../time/duration.ts';
import { plusSeconds, secondsBetween } from '../../../time/instant.ts';
import type { TimingFact } from '../../timing-facts.ts';
import type { Said } from '../said.ts';
import {
  datePart,
  moment,
  onWall,
  type Part,
  type Sentence,
  sentence,
  written,
} from '../sentence.ts';

type Of<Code extends TimingFact['code']> = Extract<TimingFact, { readonly code: Code }>;

const atMostOld = ({ maximumSeconds }: { readonly maximumSeconds: number }) =>
  `at most ${duration(maximumSeconds)} old`;

const businessDay = ({ calendars }: { readonly calendars: readonly string[] }) =>
  `a business day of ${calendars.join(' and ')}`;

const named = ({ missing }: Of<'calendar-missing'>) =>
  missing.map((each) => `"${each}"`).join(' and ');

const untilOf = ({ until, timeZone }: Of<'cut-off'>) => onWall(until, timeZone);
const nowOf = ({ now, timeZone }: Of<'cut-off'>) => onWall(now, timeZone);

export const TIMING: Said<TimingFact> = {
  'read-too-early': {
    seen: ({ readAt }) => sentence`read at ${moment(readAt)}`,
    accepted: ({ known }) => sentence`read at ${moment(known)} or later`,
    refused: ({ readAt, known }) =>
      sentence`The balance was read at ${moment(readAt)}, and the ledger already knows a later state, of ${moment(known)}: a newer balance has to be read first.`,
  },
  'read-later-than-now': {
    seen: ({ readAt }) => sentence`read at ${moment(readAt)}, later than now`,
    accepted: atMostOld,
    refused: ({ readAt, now }) =>
      sentence`The balance says it was read at ${moment(readAt)}, but it is only ${moment(now)}: its age is not known.`,
  },
  'balance-age': {
    seen: ({ readAt, now }) => `${duration(secondsBetween(readAt, now))} old`,
    accepted: atMostOld,
    refused: (fact) =>
      `The balance was read ${duration(secondsBetween(fact.readAt, fact.now))} ago; this rule acts on balances ${atMostOld(fact)}.`,
  },
  'business-day': { seen: () => 'a business day', accepted: businessDay },
  holiday: { seen: closedSeen, accepted: businessDay, refused: closedRefused },
  weekend: { seen: closedSeen, accepted: businessDay, refused: closedRefused },
  'calendar-missing': {
    seen: (fact) => `no calendar ${named(fact)}`,
    accepted: businessDay,
    refused: (fact) =>
      `The rule names the calendar ${named(fact)}, which does not exist: no day is known to be a business day.`,
  },
  'outside-calendar': {
    seen: ({ date, calendar: { id, from, until } }) =>
      sentence`${datePart(date)} is outside of ${id}, which knows ${datePart(from)} to ${datePart(until)}`,
    accepted: businessDay,
    refused: ({ date, calendar: { label, from, until } }) =>
      sentence`The calendar "${written(label)}" knows the dates from ${datePart(from)} to ${datePart(until)}. Nothing leaves on ${datePart(date)}, of which it says nothing.`,
  },
  'cut-off': {
    seen: nowOf,
    accepted: (fact) => sentence`before ${untilOf(fact)}`,
    refused: (fact) =>
      sentence`The cut-off of ${untilOf(fact)} is over (it is ${nowOf(fact)}): the occurrence of that day is not started any more.`,
  },
  backoff: {
    seen: ({ until, failures }) =>
      until === null
        ? 'no pause'
        : sentence`pause until ${moment(until)} after ${failures} failed in a row`,
    accepted: ({ until, now }) =>
      until === null ? 'no pause' : sentence`a pause that is over at ${moment(now)}`,
    refused: ({ until, failures, now }) =>
      sentence`The rule pauses until ${moment(until ?? now)}, since ${failures} of its withdrawals in a row did not succeed.`,
  },
  cooldown: {
    seen: ({ lastClaimedAt, now }) =>
      lastClaimedAt === null
        ? 'no withdrawal yet'
        : `${duration(secondsBetween(lastClaimedAt, now))} since the last withdrawal`,
    accepted: ({ cooldownSeconds }) =>
      `${duration(cooldownSeconds)} or more since the last withdrawal`,
    refused: saidInCooldown,
  },
  withdrawals: {
    seen: ({ counted, maximum }) => `${counted} of ${maximum} in 24 hours`,
    accepted: ({ needed }) => `at least ${needed} left`,
    refused: ({ counted, maximum, needed, roomAt }) =>
      sentence`Withdrawals of this rule in 24 hours: ${counted} of at most ${maximum}, and ${needed} more would be needed; ${roomAt === null ? 'there is never room for that' : sentence`there is room again at ${moment(roomAt)}`}.`,
  },
};

function saidInCooldown({ lastClaimedAt, cooldownSeconds, now }: Of<'cooldown'>): Sentence {
  const last = lastClaimedAt ?? now;
  const since = duration(secondsBetween(last, now));
  return sentence`The last withdrawal of this rule was ${since} ago; the next may follow at ${moment(plusSeconds(last, cooldownSeconds))}, after ${duration(cooldownSeconds)}.`;
}

type ClosedDay = Of<'holiday' | 'weekend'>;

const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
};

/** "Good Friday", or "Saturday". */
function dayName(day: ClosedDay): Part {
  if (day.code === 'weekend') return WEEKDAYS[weekdayOf(day.date)];
  return day.name === null ? 'a holiday' : written(day.name);
}

function closedSeen(day: ClosedDay): Sentence {
  return sentence`${datePart(day.date)} is ${dayName(day)} of ${day.calendar.id}`;
}

function closedRefused(day: ClosedDay): Sentence {
  return sentence`Nothing leaves on ${datePart(day.date)}: it is ${dayName(day)} in the calendar "${written(day.calendar.label)}".`;
}
