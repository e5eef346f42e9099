import { describe, expect, it } from 'vitest';
import { holidaysIn } from '../../../bin/policy-as-code/calendar-csv.ts';

const RANGE = { from: '2026-01-01', until: '2026-12-31' };

describe('a calendar as CSV', () => {
  it('is dates with names, in any order, with or without a heading', () => {
    const csv =
      '\uFEFFdate,name\r\n2026-12-25,"Christmas, observed"\r\n2026-08-01;National Day\r\n2026-04-06\r\n';
    expect(holidaysIn(csv, RANGE)).toEqual({
      ok: true,
      holidays: [
        { date: '2026-04-06' },
        { date: '2026-08-01', name: 'National Day' },
        { date: '2026-12-25', name: 'Christmas, observed' },
      ],
    });
    expect(holidaysIn('2026-04-06', RANGE)).toMatchObject({ ok: true });
  });

  it('is refused with every line that is no date of the range', () => {
    const csv = 'date\n06.04.2026\n2027-01-01\n2026-02-30\n2026-04-06\n2026-04-06,again';
    expect(holidaysIn(csv, RANGE)).toEqual({
      ok: false,
      problems: [
        'line 2: "06.04.2026" is no date such as 2026-08-01',
        'line 3: 2027-01-01 is not from 2026-01-01 to 2026-12-31',
        'line 4: "2026-02-30" is no date such as 2026-08-01',
        'line 6: 2026-04-06 stands there twice',
      ],
    });
  });

  it('is refused without a date: an empty calendar would open every day', () => {
    expect(holidaysIn('date,name\n', RANGE)).toEqual({ ok: false, problems: ['it has no date'] });
  });
});
