import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochMsOfIso8601 } from '../../../treasury/time/iso-8601.ts';

const at = Date.UTC(2026, 10, 27, 6, 30);

describe('a moment of ISO 8601', () => {
  it.each([
    ['2026-11-27T06:30:00.000Z', at],
    ['2026-11-27T06:30Z', at],
    ['2026-11-27T06Z', at - 30 * 60_000],
    ['2026-11-27t06:30:00z', at],
    ['2026-11-27 06:30:00Z', at],
    ['2026-11-27T06:30:00,123Z', at + 123],
    ['2026-11-27T06:30:00.123456789Z', at + 123],
    ['2026-11-27T06:30:00+00', at],
    ['2026-11-27T06:30:00+0000', at],
    ['2026-11-27T06:30:00-00:00', at],
    ['2026-11-27T08:00:00+0130', at],
    ['2026-11-27T01:00:00-05:30', at],
    ['2026-11-27T01:00:00\u221205:30', at],
    ['20261127T063000Z', at],
    ['20261127T0630Z', at],
    ['20261127T073000,5+01', at + 500],
    [' 2026-11-27T06:30:00Z ', at],
    ['2026-11-27T06:29:60Z', at],
    ['2026-11-26T24:00:00Z', Date.UTC(2026, 10, 27)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('may be written %j', (text, expected) => {
    expect(epochMsOfIso8601(text)).toBe(expected);
  });

  it.each([
    ['no zone', '2026-11-27T06:30:00'],
    ['a date alone', '2026-11-27'],
    ['nothing', ''],
    ['a word', 'yesterday'],
    ['seconds since 1970', '1795761000'],
    ['a day that does not exist', '2026-02-29T00:00:00Z'],
    ['a month that does not exist', '2026-13-01T00:00:00Z'],
    ['an hour that does not exist', '2026-11-27T25:00:00Z'],
    ['a minute that does not exist', '2026-11-27T06:60:00Z'],
    ['a second that does not exist', '2026-11-27T06:30:61Z'],
    ['an offset that does not exist', '2026-11-27T06:30:00+24:00'],
    ['half a basic form', '2026-1127T06:30:00Z'],
    ['a year of two digits', '26-11-27T06:30:00Z'],
    ['a year that stands for another', '0026-11-27T06:30:00Z'],
    ['more behind it', '2026-11-27T06:30:00Z and later'],
  ])('is not named by %s', (_, text) => {
    expect(epochMsOfIso8601(text)).toBeNull();
  });

  it('is what the platform writes', () => {
    const moment = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('9999-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, (date) => {
        const text = date.toISOString();
        expect(epochMsOfIso8601(text)).toBe(date.getTime());
        expect(epochMsOfIso8601(text.replaceAll(/[-:]/g, '').toLowerCase())).toBe(date.getTime());
      }),
    );
  });
});
