import type { CalendarDays } from '../../../treasury/calendars/calendar.ts';

/* What the oracle knows of clocks and of the calendars that are built in: as tables, with nothing of the treasury's. */

const HOUR_MS = 3_600_000;

/** Hours ahead of UTC, from a moment on; the first before all others. */
type Ahead = readonly (readonly [from: string, hours: number])[];

const EUROPE: Ahead = [
  ['2025-10-26T01:00Z', 1],
  ['2026-03-29T01:00Z', 2],
  ['2026-10-25T01:00Z', 1],
  ['2027-03-28T01:00Z', 2],
  ['2027-10-31T01:00Z', 1],
  ['2028-03-26T01:00Z', 2],
  ['2028-10-29T01:00Z', 1],
  ['2029-03-25T01:00Z', 2],
];
const NEW_YORK: Ahead = [
  ['2025-11-02T06:00Z', -5],
  ['2026-03-08T07:00Z', -4],
  ['2026-11-01T06:00Z', -5],
  ['2027-03-14T07:00Z', -4],
  ['2027-11-07T06:00Z', -5],
  ['2028-03-12T07:00Z', -4],
  ['2028-11-05T06:00Z', -5],
  ['2029-03-11T07:00Z', -4],
];
const always = (hours: number): Ahead => [['2025-01-01T00:00Z', hours]];

const ZONES: Readonly<Record<string, Ahead>> = {
  UTC: always(0),
  'Asia/Tokyo': always(9),
  'America/Phoenix': always(-7),
  'Europe/Zurich': EUROPE,
  'Europe/Berlin': EUROPE,
  'America/New_York': NEW_YORK,
};
const stretches = new Map(
  Object.entries(ZONES).map(([zone, ahead]) => [
    zone,
    ahead.map(([from, hours]) => ({ fromMs: Date.parse(from), aheadMs: hours * HOUR_MS })),
  ]),
);

function stretchesOf(timeZone: string) {
  const known = stretches.get(timeZone);
  if (known === undefined) throw new RangeError(`no world has ${timeZone}`);
  return known;
}

export function dateIn(timeZone: string, atMs: number): string {
  const found = stretchesOf(timeZone).findLast(({ fromMs }) => fromMs <= atMs);
  return new Date(atMs + (found?.aheadMs ?? 0)).toISOString().slice(0, 10);
}

/**
 * When the clocks of a zone show a time: the first time, where they show it twice; where they jump over it, as long after the
 * jump as it is after what they jump from.
 */
export function momentIn(timeZone: string, date: string, time: string): number {
  const wallMs = Date.parse(`${date}T${time}:00Z`);
  const all = stretchesOf(timeZone);
  const index = all.findIndex(({ aheadMs }, at) => {
    const end = all[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    return wallMs - aheadMs < end;
  });
  const [own, before] = [all[index], all[index - 1]];
  if (own === undefined) throw new RangeError(`no world has ${date}`);
  const isSkipped = wallMs - own.aheadMs < own.fromMs && before !== undefined;
  return wallMs - (isSkipped ? before.aheadMs : own.aheadMs);
}

const closed = (...dates: readonly string[]) => dates.map((date) => ({ date }));

/** As their operators publish them, for as long as worlds last. */
const BUILT_IN: readonly CalendarDays[] = [
  {
    id: 'target',
    label: 'TARGET',
    timeZone: 'Europe/Berlin',
    ...{ from: '2002-01-01', until: '2035-12-31', weekend: ['SAT', 'SUN'] },
    holidays: [
      ...closed('2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2026-12-26'),
      ...closed('2027-01-01', '2027-03-26', '2027-03-29', '2027-05-01', '2027-12-25', '2027-12-26'),
      ...closed('2028-01-01', '2028-04-14', '2028-04-17', '2028-05-01', '2028-12-25', '2028-12-26'),
    ],
  },
  {
    id: 'fedwire',
    label: 'Fedwire',
    timeZone: 'America/New_York',
    ...{ from: '2022-01-01', until: '2027-12-31', weekend: ['SAT', 'SUN'] },
    holidays: [
      ...closed('2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-09-07'),
      ...closed('2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'),
      ...closed('2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-07-05', '2027-09-06'),
      ...closed('2027-10-11', '2027-11-11', '2027-11-25'),
    ],
  },
];

export function builtInCalendar(name: string): CalendarDays | null {
  return BUILT_IN.find(({ id }) => id === name) ?? null;
}
