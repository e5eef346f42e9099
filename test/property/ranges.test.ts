import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withMoments } from '../../api/requests/range-dates.ts';
import { startOfDate } from '../../treasury/schedules/wall-clock.ts';
import { periodAt } from '../../treasury/series/periods.ts';

const SEED = 20_260_329;

/** With clocks that change at midnight, by half an hour, far from UTC on both sides, and never. */
const ZONES = [
  'UTC',
  'Europe/Zurich',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
] as const;

const zone = fc.constantFrom(...ZONES);
const day = fc.integer({ min: 0, max: 365 * 66 }).map((days) => dateOf(days * 86_400_000));

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

describe('the first moment of a date', () => {
  it('is where reports and statements begin that day, in every zone', () => {
    fc.assert(
      fc.property(day, zone, (date, timeZone) => {
        const start = startOfDate(date, timeZone);
        const { name, from } = periodAt(start, 'day', timeZone);
        // Apia left a date out: it begins with the date after it.
        if (name !== date) expect([date, timeZone]).toEqual(['2011-12-30', 'Pacific/Apia']);
        else expect(from).toBe(start);
      }),
      { seed: SEED, numRuns: 400 },
    );
  });
});

describe('months taken one after the other', () => {
  it('hold every moment of a year once', () => {
    const moment = fc.integer({ min: Date.UTC(2026, 0, 3), max: Date.UTC(2026, 11, 29) });
    fc.assert(
      fc.property(moment, zone, (ms, timeZone) => {
        const at = new Date(ms).toISOString();
        const holding = Array.from({ length: 12 }, (_, month) => {
          const from = dateOf(Date.UTC(2026, month, 1));
          const to = dateOf(Date.UTC(2026, month + 1, 1));
          const { queryStringParameters: read } = withMoments(
            { queryStringParameters: { from, to } },
            timeZone,
          );
          return at >= (read.from ?? '') && at < (read.to ?? '');
        });
        expect(holding.filter(Boolean)).toHaveLength(1);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });
});
