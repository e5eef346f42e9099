import { describe, expect, it } from 'vitest';
import { pageQuery, verificationQuery, withdrawalsQuery } from '../../../api/routes/queries.ts';
import { totalsQuery } from '../../../api/routes/reports.ts';

const FROM = '2026-01-01T00:00:00Z';

describe('a number in a query', () => {
  it.each(['1', '50', '200'])('is %s', (limit) => {
    expect(pageQuery.parse({ limit })).toEqual({ sort: 'newest', limit: Number(limit) });
  });

  it.each([
    '1e2',
    '+5',
    '05',
    '5.0',
    ' 5',
    '5 ',
    '5\n',
    '',
    '0x10',
    '1_0',
    '٥',
    '-1',
    '0',
    '201',
    '9'.repeat(40),
  ])('is refused where it is written %j', (limit) => {
    const parsed = pageQuery.safeParse({ limit });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'expected 1 to 200, in digits alone',
    ]);
    expect(
      totalsQuery.safeParse({ from: FROM, limit: limit === '201' ? '1e1' : limit }).success,
    ).toBe(false);
  });

  it('counts entries exactly', () => {
    const afterHash = '0'.repeat(64);
    expect(verificationQuery.safeParse({ afterSequence: '0', afterHash }).success).toBe(true);
    for (const afterSequence of ['1e3', '00', '-1', '9007199254740992']) {
      expect(verificationQuery.safeParse({ afterSequence, afterHash }).success).toBe(false);
    }
  });
});

describe('a moment in a query', () => {
  it.each([
    ['2026-01-31T10:00:00+01:00', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
    ['1969-12-31T23:00:00-01:00', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('may have an offset: %s is %s', (from, utc) => {
    expect(withdrawalsQuery.parse({ from }).from).toBe(utc);
  });

  it.each([
    '9999-12-31T23:00:00-05:00',
    '0000-01-01T00:00:00+05:00',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:30:00+01:00',
  ])('is refused with its bounds where it is, in UTC, beyond them: %s', (from) => {
    const parsed = withdrawalsQuery.safeParse({ from });
    expect(parsed.error?.issues[0]?.message).toMatch(/in UTC, between 1970-.*9999-/);
  });

  it('says how an offset is written where its sign has become a blank on the way', () => {
    const parsed = withdrawalsQuery.safeParse({ from: '2026-01-31T10:00:00 01:00' });
    expect(parsed.error?.issues[0]?.message).toContain('%2B');
  });
});
