import { describe, expect, it } from 'vitest';
import { ASSUMED } from '../../../bench/cost/assumptions.ts';
import {
  deliveriesOf,
  feedReadsOf,
  looksOf,
  usdOfAddition,
} from '../../../bench/cost/events-month.ts';
import { usdOf } from '../../../bench/cost/month.ts';

const LOAD = { tenants: 2, currencies: 5, everyMinutes: 15 };

describe('what webhooks and the feed of events add to a month', () => {
  it('is a look a minute for up to 25 tenants at once, whether or not there is a webhook', () => {
    const { times, amounts } = looksOf(LOAD);
    expect(times).toBeCloseTo(30.4 * 1_440, 6);
    expect(amounts.scheduler).toBe(times);
    expect(amounts['dynamodb-reads']).toBeCloseTo(2 * times * 1.5, 6);
    expect(looksOf({ ...LOAD, tenants: 26 }).times).toBeCloseTo(2 * times, 6);
  });

  it('is two invocations, 16 write and 7 read units for each event that is posted', () => {
    const assumed = { ...ASSUMED, sweepsPerCurrencyPerDay: 1, eventsPerSweep: 3 };
    const { times, amounts } = deliveriesOf(LOAD, assumed);
    expect(times).toBeCloseTo(2 * 5 * 30.4 * 3, 6);
    expect(amounts).toMatchObject({
      'lambda-requests': times * 2,
      'dynamodb-writes': times * 16,
      'dynamodb-reads': times * 7,
      'key-requests': times * 3,
    });
  });

  it('is a request of the API as often as the feed is read', () => {
    const { times, amounts } = feedReadsOf(LOAD, { ...ASSUMED, feedReadEverySeconds: 60 });
    expect(times).toBeCloseTo(2 * 30.4 * 1_440, 6);
    expect(amounts['api-requests']).toBe(times);
  });

  it('is priced by the same list as the month', () => {
    const addition = { times: 1, amounts: { 'api-requests': 1_000_000, scheduler: 500_000 } };
    expect(usdOfAddition(addition)).toBeCloseTo(
      usdOf('api-requests', 1_000_000) + usdOf('scheduler', 500_000),
      9,
    );
  });
});
