import { describe, expect, it } from 'vitest';
import type { Assumptions } from '../../../bench/cost/assumptions.ts';
import { durationOf, monthOf, usdOf } from '../../../bench/cost/month.ts';
import { PRICES } from '../../../bench/cost/prices.ts';
import { added, perOne, type Units } from '../../../bench/cost/units.ts';

/** Round numbers, so that a correction of the real ones changes nothing here. */
const ASSUMED: Assumptions = {
  sweepsPerCurrencyPerDay: 1,
  requestsPerTenantPerDay: 100,
  databaseCallMs: 5,
  serviceCallMs: 100,
  processorFactor: 2,
  requestMs: 10,
  requestReadUnits: 3,
  logBytesPerInvocation: 1_024,
  tracedShare: 0.1,
  keyRequestsPerMonth: 1_000,
  eventsPerSweep: 3,
  secretsPerStage: 1,
  retentionMonths: 2,
};

const TICK = {
  currencies: 5,
  takeSnapshot: units(1, 0, 1, 10),
  runSweeps: units(10, 2, 4, 5),
  updateBooks: units(1, 3, 2, 0),
  watchdog: units(0, 1, 1, 0),
  sendWithdrawal: units(20, 5, 10, 25),
};

function units(writes: number, reads: number, calls: number, processorMs: number): Units {
  return { writes, reads, calls, processorMs };
}

describe('a month of two tenants with five currencies and a tick a day', () => {
  // 2 tenants x 30.4 days: 60.8 ticks; x 5 currencies: 304 sweeps, 912 events; x 100: 6080 requests.
  const month = monthOf({ tenants: 2, currencies: 5, everyMinutes: 1_440 }, TICK, ASSUMED);

  it('counts four invocations a tick, one a sweep, one an event and one a request', () => {
    expect(month['lambda-requests']).toBeCloseTo(4 * 60.8 + 304 + 912 + 6_080, 6);
  });

  it('bills half a GB for as long as calls, the service and the processor take', () => {
    // A tick: 225 + 30 + 10 + 5 = 270 ms; a sweep: 50 + 200 + 50 = 300 ms.
    const seconds = (60.8 * 270 + 304 * 300 + 912 * 10 + 6_080 * 10) / 1_000;
    expect(seconds).toBeCloseTo(177.536, 6);
    expect(month['lambda-compute']).toBeCloseTo(88.768, 6);
  });

  it('adds up the units of ticks, sweeps and requests', () => {
    expect(month['dynamodb-writes']).toBeCloseTo(60.8 * 12 + 304 * 20, 6);
    expect(month['dynamodb-reads']).toBeCloseTo(60.8 * 6 + 304 * 5 + 6_080 * 3, 6);
  });

  it('stores half a kilobyte for each write unit, for as many months as are kept', () => {
    // 6809.6 units x 512 bytes x 2 months is 6809.6 kB.
    expect(month['dynamodb-storage']).toBeCloseTo(6_809.6 / 1_024 ** 2, 9);
    expect(month['dynamodb-recovery']).toBe(month['dynamodb-storage']);
  });

  it('counts what is there once for the stage, and once for each tenant', () => {
    expect(month).toMatchObject({ secrets: 3, keys: 1, 'key-requests': 1_000 });
  });

  it('counts two schedules a tick, and what follows the invocations', () => {
    expect(month.scheduler).toBeCloseTo(121.6, 6);
    expect(month['event-bus']).toBeCloseTo(912, 6);
    expect(month['api-requests']).toBeCloseTo(6_080, 6);
    expect(month.logs).toBeCloseTo(7_539.2 / 1_024 ** 2, 9);
    expect(month.traces).toBeCloseTo(753.92, 6);
  });
});

describe('a price', () => {
  it('is for as many as it says', () => {
    const prices = { ...PRICES, 'dynamodb-writes': { usd: 0.5, per: 1_000_000 } };
    expect(usdOf('dynamodb-writes', 3_000_000, prices)).toBe(1.5);
    expect(usdOf('dynamodb-writes', 200_000, prices)).toBeCloseTo(0.1, 12);
  });

  it('names the month as of which it was listed, and the page that lists it', () => {
    for (const price of Object.values(PRICES)) {
      expect(price.asOf).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
      expect(price.source).toMatch(/^https:\/\/aws\.amazon\.com\/[a-z-]+\/pricing\/$/);
      expect(price.usd).toBeGreaterThan(0);
    }
  });
});

describe('units', () => {
  it('are added field by field, and divided among the ticks that they were counted over', () => {
    const sum = added(units(1, 2, 3, 4), units(10, 20, 30, 40));
    expect(sum).toEqual(units(11, 22, 33, 44));
    expect(perOne(sum, 11)).toEqual(units(1, 2, 3, 4));
  });

  it('are billed for calls one after the other', () => {
    expect(durationOf(units(0, 0, 10, 25), 2, ASSUMED)).toBe(50 + 200 + 50);
    expect(durationOf(units(9, 9, 0, 0), 0, ASSUMED)).toBe(0);
  });
});
