import { type Weekday, weekdayOf } from '../../../time/calendar-date.ts';
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
import { duration, durationDative } from './duration.ts';
import { listed } from './wording.ts';

type Of<Code extends TimingFact['code']> = Extract<TimingFact, { readonly code: Code }>;

const atMostOld = ({ maximumSeconds }: { readonly maximumSeconds: number }) =>
  `höchstens ${duration(maximumSeconds)} alt`;

const businessDay = ({ calendars }: { readonly calendars: readonly string[] }) =>
  `ein Geschäftstag von ${listed(calendars)}`;

const named = ({ missing }: Of<'calendar-missing'>) => listed(missing.map((each) => `„${each}“`));

const untilOf = ({ until, timeZone }: Of<'cut-off'>) => onWall(until, timeZone);
const nowOf = ({ now, timeZone }: Of<'cut-off'>) => onWall(now, timeZone);

export const TIMING: Said<TimingFact> = {
  'read-too-early': {
    seen: ({ readAt }) => sentence`gelesen am ${moment(readAt)}`,
    accepted: ({ known }) => sentence`gelesen am ${moment(known)} oder später`,
    refused: ({ readAt, known }) =>
      sentence`Der Bestand wurde am ${moment(readAt)} gelesen, und das Hauptbuch kennt bereits einen späteren Stand vom ${moment(known)}: Zuerst muss ein neuerer Bestand gelesen werden.`,
  },
  'read-later-than-now': {
    seen: ({ readAt }) => sentence`gelesen am ${moment(readAt)}, später als jetzt`,
    accepted: atMostOld,
    refused: ({ readAt, now }) =>
      sentence`Der Bestand wurde nach eigener Angabe am ${moment(readAt)} gelesen, doch es ist erst ${moment(now)}: Sein Alter ist nicht bekannt.`,
  },
  'balance-age': {
    seen: ({ readAt, now }) => `${duration(secondsBetween(readAt, now))} alt`,
    accepted: atMostOld,
    refused: (fact) =>
      `Der Bestand wurde vor ${durationDative(secondsBetween(fact.readAt, fact.now))} gelesen; diese Regel handelt nach Beständen, die ${atMostOld(fact)} sind.`,
  },
  'business-day': { seen: () => 'ein Geschäftstag', accepted: businessDay },
  holiday: { seen: closedSeen, accepted: businessDay, refused: closedRefused },
  weekend: { seen: closedSeen, accepted: businessDay, refused: closedRefused },
  'calendar-missing': {
    seen: (fact) => `kein Kalender ${named(fact)}`,
    accepted: businessDay,
    refused: (fact) =>
      `Die Regel nennt den Kalender ${named(fact)}, den es nicht gibt: Kein Tag gilt als Geschäftstag.`,
  },
  'outside-calendar': {
    seen: ({ date, calendar: { id, from, until } }) =>
      sentence`${datePart(date)} liegt außerhalb von ${id}, der ${datePart(from)} bis ${datePart(until)} kennt`,
    accepted: businessDay,
    refused: ({ date, calendar: { label, from, until } }) =>
      sentence`Der Kalender „${written(label)}“ kennt die Tage vom ${datePart(from)} bis zum ${datePart(until)}. Am ${datePart(date)}, über den er nichts sagt, fließt nichts ab.`,
  },
  'cut-off': {
    seen: nowOf,
    accepted: (fact) => sentence`vor ${untilOf(fact)}`,
    refused: (fact) =>
      sentence`Der Annahmeschluss am ${untilOf(fact)} ist vorbei (es ist ${nowOf(fact)}): Der Termin dieses Tages wird nicht mehr ausgeführt.`,
  },
  backoff: {
    seen: ({ until, failures }) =>
      until === null
        ? 'keine Pause'
        : sentence`Pause bis ${moment(until)} nach ${failures} Fehlschlägen in Folge`,
    accepted: ({ until, now }) =>
      until === null ? 'keine Pause' : sentence`eine Pause, die am ${moment(now)} vorbei ist`,
    refused: ({ until, failures, now }) =>
      sentence`Die Regel pausiert bis ${moment(until ?? now)}, weil ${failures} ihrer Auszahlungen in Folge nicht gelungen sind.`,
  },
  cooldown: {
    seen: ({ lastClaimedAt, now }) =>
      lastClaimedAt === null
        ? 'noch keine Auszahlung'
        : `${duration(secondsBetween(lastClaimedAt, now))} seit der letzten Auszahlung`,
    accepted: ({ cooldownSeconds }) =>
      `${duration(cooldownSeconds)} oder mehr seit der letzten Auszahlung`,
    refused: cooldownRefused,
  },
  withdrawals: {
    seen: ({ counted, maximum }) => `${counted} von ${maximum} in 24 Stunden`,
    accepted: ({ needed }) => `mindestens ${needed} übrig`,
    refused: ({ counted, maximum, needed, roomAt }) =>
      sentence`Auszahlungen dieser Regel in 24 Stunden: ${counted} von höchstens ${maximum}, nötig: ${needed} mehr; ${roomAt === null ? 'dafür ist nie Platz' : sentence`wieder Platz ist am ${moment(roomAt)}`}.`,
  },
};

function cooldownRefused({ lastClaimedAt, cooldownSeconds, now }: Of<'cooldown'>): Sentence {
  const last = lastClaimedAt ?? now;
  const ago = durationDative(secondsBetween(last, now));
  return sentence`Die letzte Auszahlung dieser Regel war vor ${ago}; die nächste darf am ${moment(plusSeconds(last, cooldownSeconds))} folgen, nach ${durationDative(cooldownSeconds)}.`;
}

type ClosedDay = Of<'holiday' | 'weekend'>;

const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  MON: 'Montag',
  TUE: 'Dienstag',
  WED: 'Mittwoch',
  THU: 'Donnerstag',
  FRI: 'Freitag',
  SAT: 'Samstag',
  SUN: 'Sonntag',
};

/** "Karfreitag", or "Samstag". */
function dayName(day: ClosedDay): Part {
  if (day.code === 'weekend') return WEEKDAYS[weekdayOf(day.date)];
  return day.name === null ? 'ein Feiertag' : written(day.name);
}

function closedSeen(day: ClosedDay): Sentence {
  return sentence`${datePart(day.date)} ist ${dayName(day)} in ${day.calendar.id}`;
}

function closedRefused(day: ClosedDay): Sentence {
  return sentence`Am ${datePart(day.date)} fließt nichts ab: Im Kalender „${written(day.calendar.label)}“ ist es ${dayName(day)}.`;
}
