import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  draftOf,
  keptOf,
  NEW_CALENDAR,
  problemsOf,
} from '../../../console/screens/calendars/calendar-draft.ts';

const ZURICH = {
  ...NEW_CALENDAR,
  ...{ id: 'zurich', label: 'Zurich', timeZone: 'Europe/Zurich' },
  ...{ from: '2026-01-01', until: '2026-12-31' },
  holidays: '2026-08-01, National Day\n\n2026-04-06',
};

describe('the form of a calendar', () => {
  it('becomes the calendar that the API takes, and back', () => {
    const body = bodyOf(ZURICH);
    expect(body).toMatchObject({
      weekend: ['SAT', 'SUN'],
      holidays: [{ date: '2026-04-06' }, { date: '2026-08-01', name: 'National Day' }],
    });
    const calendar = { ...body, weekend: body.weekend ?? [], holidays: body.holidays ?? [] };
    expect(bodyOf(draftOf({ ...calendar, version: 1 }))).toEqual(body);
    expect(problemsOf(ZURICH)).toEqual({});
  });

  it('outlives a reload as it was, with what it was begun on', () => {
    const kept = { begun: { before: bodyOf(ZURICH), etag: '"3"' }, draft: ZURICH };
    expect(keptOf(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(keptOf({ draft: { id: 'zurich' } })).toBeNull();
    expect(keptOf(null)).toBeNull();
  });

  it.each([
    ['1 August', 'Line 1 does not begin with a date such as 2026-08-01.'],
    ['2026-08-01\n2026-08-01', 'Line 2: 2026-08-01 stands there twice.'],
    ['2027-01-01', 'Line 1: 2027-01-01 is outside of the range.'],
  ])('names the line that is no day: %j', (holidays, problem) => {
    expect(problemsOf({ ...ZURICH, holidays })).toEqual({ holidays: problem });
  });
});
