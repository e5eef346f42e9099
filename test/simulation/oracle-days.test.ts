import { describe, expect, it } from 'vitest';
import { FEDWIRE, TARGET } from '../../treasury/calendars/built-in.ts';
import { judgeMoment } from '../../treasury/calendars/business-day.ts';
import type { Calendar } from '../../treasury/calendars/calendar.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { DayBooks } from './oracle/days.ts';
import { builtInCalendar, momentIn } from './oracle/days-known.ts';
import type { SimulatedTable } from './table.ts';

/** The second day is closed: what falls on it leaves on the first. */
const CLOSED = {
  id: 'house',
  timeZone: 'UTC',
  from: '2026-01-01',
  until: '2026-12-31',
  weekend: [],
  holidays: [{ date: '2026-03-30' }],
} as unknown as Calendar;
const OPENED = { ...CLOSED, holidays: [] };
const RULE = { id: 'r', calendars: ['house'], convention: 'preceding' } as unknown as SweepRule;
const FOLLOWING = { ...RULE, convention: 'following' } as unknown as SweepRule;

const FIRST = '2026-03-29T23:58:00.000Z';
const SECOND = '2026-03-30T23:58:00.000Z';

describe('what the oracle knows of days', () => {
  it.each([TARGET, FEDWIRE])('is what is built in, on every day of two years: $id', (calendar) => {
    const own = builtInCalendar(calendar.id);
    if (own === null) throw new Error(`the oracle does not know ${calendar.id}`);
    const first = Date.parse('2026-01-01T17:00:00.000Z');
    for (let day = 0; day < 2 * 365; day++) {
      const noon = new Date(first + day * 86_400_000).toISOString();
      expect(judgeMoment([own], noon).kind, noon).toBe(judgeMoment([calendar], noon).kind);
    }
  });

  it.each([
    ['an hour that is skipped', '2026-03-29', '02:10', '2026-03-29T01:10:00.000Z'],
    ['before an hour that is skipped', '2026-03-29', '01:58', '2026-03-29T00:58:00.000Z'],
    ['an hour that comes twice', '2026-10-25', '02:58', '2026-10-25T00:58:00.000Z'],
    ['after an hour that comes twice', '2026-10-25', '03:04', '2026-10-25T02:04:00.000Z'],
  ])('knows changes of clocks: %s', (_what, date, time, moment) => {
    expect(new Date(momentIn('Europe/Zurich', date, time)).toISOString()).toBe(moment);
  });
});

describe('the oracle of days', () => {
  it('sees a time of the schedule that leaves again on the day that opens after all', () => {
    const books = new DayBooks();
    claim(books, 'first', FIRST, CLOSED);
    claim(books, 'second', SECOND, OPENED);
    expect(sent(books, 'first', FIRST)).toBeNull();
    expect(sent(books, 'second', SECOND)?.code).toBe('occurrence-twice');
  });

  it('lets a day leave by its own time, with that of the day before, which closed after it had left', () => {
    const books = new DayBooks();
    const closedLate = { ...CLOSED, holidays: [{ date: '2026-03-29' }] } as unknown as Calendar;
    claim(books, 'first', FIRST, OPENED, FOLLOWING);
    claim(books, 'second', SECOND, closedLate, FOLLOWING);
    expect(sent(books, 'first', FIRST)).toBeNull();
    expect(sent(books, 'second', SECOND)).toBeNull();
  });

  it('sees a time that left on the day after leave again on its own day, which opens after all', () => {
    const third = '2026-03-31T23:58:00.000Z';
    const books = new DayBooks();
    claim(books, 'first', third, CLOSED, FOLLOWING);
    expect(sent(books, 'first', third)).toBeNull();
    claim(books, 'again', SECOND, OPENED, FOLLOWING);
    expect(sent(books, 'again', SECOND)?.code).toBe('occurrence-twice');
  });

  it('lets both days leave where both were open', () => {
    const books = new DayBooks();
    claim(books, 'first', FIRST, OPENED);
    claim(books, 'second', SECOND, OPENED);
    expect(sent(books, 'first', FIRST)).toBeNull();
    expect(sent(books, 'second', SECOND)).toBeNull();
  });

  it('sees a request that is sent on a closed day, to the millisecond', () => {
    const books = new DayBooks();
    claim(books, 'first', FIRST, CLOSED);
    expect(sent(books, 'first', '2026-03-29T23:59:59.999Z')).toBeNull();
    expect(sent(books, 'first', '2026-03-30T00:00:00.000Z')?.code).toBe('sent-when-closed');
  });

  it.each([
    ['2026-03-30T00:00:10.000Z', undefined],
    ['2026-03-30T00:00:20.000Z', 'received-when-closed'],
  ])('of a request sent right before midnight, received at %s: %s', (receivedAt, code) => {
    const books = new DayBooks();
    claim(books, 'first', FIRST, CLOSED);
    sent(books, 'first', '2026-03-29T23:59:59.000Z');
    expect(books.received('first', Date.parse(receivedAt))?.code).toBe(code);
  });
});

function claim(
  books: DayBooks,
  id: string,
  occurrence: string,
  calendar: Calendar,
  rule = RULE,
): void {
  const table = { agreedRule: () => rule, agreedCalendar: () => calendar };
  const origin = { kind: 'sweep', ruleId: 'r', occurrence };
  books.moved(
    table as unknown as SimulatedTable,
    { id, origin, status: { state: 'sending' } } as unknown as Instruction,
  );
}

function sent(books: DayBooks, id: string, at: string) {
  return books.sent(id, Date.parse(at), Date.parse(at));
}
