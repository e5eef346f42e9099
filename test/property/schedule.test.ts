import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latestOccurrence, nextOccurrence } from '../../treasury/schedules/schedule.ts';
import { shareOf } from '../thoroughness.ts';

const MINUTE_MS = 60_000;

/** Days around which clocks change, and one where they do not. */
const WINDOWS = [
  ['Europe/Zurich', '2026-03-28'],
  ['Europe/Zurich', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['America/New_York', '2026-10-31'],
  ['Australia/Lord_Howe', '2026-04-04'],
  ['Asia/Kolkata', '2026-06-30'],
] as const;
const WINDOW_DAYS = 3;

interface WallMinute {
  readonly epochMs: number;
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  readonly month: number;
  /** 1 is Sunday. */
  readonly weekday: number;
  readonly repeated: boolean;
}

/** Every minute of a window as the clocks there show it: what a schedule is judged against. */
function scan(timeZone: string, from: string): readonly WallMinute[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const seen = new Set<string>();
  const start = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: WINDOW_DAYS * 24 * 60 }, (_, index) => {
    const epochMs = start + index * MINUTE_MS;
    const text = format.format(epochMs);
    const repeated = seen.has(text);
    seen.add(text);
    const [, day, month, year, hour, minute] = (
      /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+)$/.exec(text) ?? []
    ).map(Number);
    if (day === undefined || month === undefined || year === undefined) throw new Error(text);
    if (hour === undefined || minute === undefined) throw new Error(text);
    const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
    return { epochMs, minute, hour, day, month, weekday, repeated };
  });
}

const scans = new Map<string, readonly WallMinute[]>();
function scanned(timeZone: string, from: string): readonly WallMinute[] {
  const known = scans.get(timeZone + from) ?? scan(timeZone, from);
  scans.set(timeZone + from, known);
  return known;
}

/** A field with the values it stands for, so that the scan needs no parser of its own. */
interface Field {
  readonly text: string;
  readonly values: ReadonlySet<number> | 'all';
}

/** Values are drawn up to `maximum`; a step without an end runs to the `last` one there is. */
function field(minimum: number, maximum: number, last = maximum): fc.Arbitrary<Field> {
  const value = fc.integer({ min: minimum, max: maximum });
  const between = (first: number, end: number, step = 1) => {
    const values = new Set<number>();
    for (let each = first; each <= end; each += step) values.add(each);
    return values;
  };
  return fc.oneof(
    fc.constant<Field>({ text: '*', values: 'all' }),
    fc
      .uniqueArray(value, { minLength: 1, maxLength: 4 })
      .map((list): Field => ({ text: list.join(','), values: new Set(list) })),
    fc.tuple(value, value).map(([left, right]): Field => {
      const [first, end] = [Math.min(left, right), Math.max(left, right)];
      return { text: `${first}-${end}`, values: between(first, end) };
    }),
    fc
      .tuple(value, fc.integer({ min: 1, max: 20 }))
      .filter(([, step]) => step <= last - minimum)
      .map(
        ([first, step]): Field => ({
          text: `${first}/${step}`,
          values: between(first, last, step),
        }),
      ),
  );
}

const plainWeekdays = field(1, 7).filter(({ text }) => !text.includes('/'));
const fields = fc.record({
  minute: field(0, 59),
  hour: fc.oneof(field(0, 23), field(1, 3, 23)),
  days: fc.oneof(
    field(1, 31).map((day) => ({ kind: 'day', ...day }) as const),
    plainWeekdays.map((weekday) => ({ kind: 'weekday', ...weekday }) as const),
  ),
});

const cases = fc.record({
  window: fc.constantFrom(...WINDOWS),
  fields,
  /** Where in the window the question is asked: minutes from its start, and milliseconds. */
  minutes: fc.integer({ min: 0, max: WINDOW_DAYS * 24 * 60 - 1 }),
  milliseconds: fc.integer({ min: 0, max: 59_999 }),
});

describe('a cron schedule against every minute on the wall', () => {
  it('falls at the same times, before and after any moment, whatever the clocks do', () => {
    fc.assert(
      fc.property(cases, ({ window: [timeZone, from], fields, minutes, milliseconds }) => {
        const { minute, hour, days } = fields;
        const dayPart = days.kind === 'day' ? `${days.text} * ?` : `? * ${days.text}`;
        const expression = `${minute.text} ${hour.text} ${dayPart} *`;
        const schedule = { kind: 'cron', expression, timeZone } as const;
        const wall = scanned(timeZone, from);
        const falls = wall
          .filter(
            (each) =>
              !each.repeated &&
              has(minute, each.minute) &&
              has(hour, each.hour) &&
              has(days, days.kind === 'day' ? each.day : each.weekday),
          )
          .map(({ epochMs }) => epochMs);
        const start = wall[0]?.epochMs ?? 0;
        const end = start + wall.length * MINUTE_MS;
        const at = start + minutes * MINUTE_MS + milliseconds;
        const now = new Date(at).toISOString();
        const latest = latestOccurrence(schedule, now);
        const next = nextOccurrence(schedule, now);
        const before = falls.filter((each) => each <= at).at(-1);
        const after = falls.find((each) => each > at);
        if (before === undefined) expect(latest === null || Date.parse(latest) < start).toBe(true);
        else expect(latest).toBe(new Date(before).toISOString());
        if (after === undefined) expect(next === null || Date.parse(next) >= end).toBe(true);
        else expect(next).toBe(new Date(after).toISOString());
      }),
      { numRuns: shareOf(400) },
    );
  });
});

function has({ values }: Field, value: number): boolean {
  return values === 'all' || values.has(value);
}
