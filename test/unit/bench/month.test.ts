import { describe, expect, it } from 'vitest';
import type { Assumptions } from '../../../bench/cost/assumptions.ts';
import {
  durationOf,
  monthOf,
  recordedOf,
  tracesOf,
  usageUsdOf,
  usdOf,
} from '../../../bench/cost/month.ts';
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
  logBytesPerTick: 2_048,
  logBytesPerSweep: 512,
  tracedShare: 0.1,
  keyRequestsPerMonth: 1_000,
  eventsPerSweep: 3,
  feedReadEverySeconds: 60,
  rareMetricHours: 0.5,
  routesCalledInAnHour: 1,
  accessLogBytes: 1_024,
  logRetentionMonths: 1,
  retentionMonths: 2,
};

const NONE = units(0, 0, 0, 0);
const IDLE = {
  'take-snapshot': NONE,
  'run-sweeps': NONE,
  'send-withdrawal': NONE,
  'update-books': NONE,
  watchdog: NONE,
  'publish-events': NONE,
};

const TICK = {
  currencies: 5,
  sizes: [],
  quiet: {
    ...IDLE,
    // The table of snapshots has prices of its own, and a trail records who writes to it.
    'take-snapshot': {
      ...units(1, 0, 1, 10),
      infrequentWrites: 1,
      infrequentReads: 0,
      recorded: 1,
    },
    'run-sweeps': units(10, 2, 4, 5),
    'update-books': units(1, 3, 2, 0),
    watchdog: units(0, 1, 1, 0),
  },
  deposit: { ...IDLE, 'update-books': units(2, 1, 1, 0) },
  sweep: { ...IDLE, 'run-sweeps': units(4, 0, 1, 5), 'send-withdrawal': units(14, 4, 8, 20) },
  // A kilobyte, and ten.
  quietBytes: 1_024,
  sweepBytes: 10_240,
  quietRecordBytes: 512,
  sweepRecordBytes: 5_120,
  // In the feed, half a kilobyte, and one.
  quietFeedBytes: 512,
  sweepFeedBytes: 1_024,
  reads: { whyNot: 1, monthOfReasons: 2, yearOfReasons: 3 },
};

function units(writes: number, reads: number, calls: number, processorMs: number): Units {
  const others = { infrequentWrites: 0, infrequentReads: 0, recorded: 0 };
  return { writes, reads, ...others, calls, processorMs };
}

describe('a month of two tenants with five currencies and a tick a day', () => {
  // 2 tenants x 30.4 days: 60.8 ticks; x 5 currencies: 304 sweeps, 912 events; x 100: 6080 requests.
  const month = monthOf({ tenants: 2, currencies: 5, everyMinutes: 1_440 }, TICK, ASSUMED);

  it('counts four invocations a tick, one a sweep, one an event and one a request', () => {
    expect(month['lambda-requests']).toBeCloseTo(4 * 60.8 + 304 + 912 + 6_080, 6);
  });

  it('bills half a GB for as long as calls, the service and the processor take', () => {
    // A tick: 225 + 30 + 10 + 5 = 270 ms; a sweep: 50 + 300 + 50 = 400 ms.
    const seconds = (60.8 * 270 + 304 * 400 + 6_080 * 10) / 1_000;
    expect(seconds).toBeCloseTo(198.816, 6);
    expect(month['lambda-compute']).toBeCloseTo(99.408, 6);
  });

  it('adds up the units of ticks, sweeps and requests', () => {
    expect(month['dynamodb-writes']).toBeCloseTo(60.8 * 11 + 304 * 20, 6);
    expect(month['infrequent-writes']).toBeCloseTo(60.8, 6);
    expect(month['dynamodb-reads']).toBeCloseTo(60.8 * 6 + 304 * 5 + 6_080 * 3, 6);
    expect(month['infrequent-reads']).toBe(0);
  });

  it('counts one event of a trail for each request that it records, whatever units that takes', () => {
    expect(
      recordedOf({ tenants: 2, currencies: 5, everyMinutes: 1_440 }, TICK, ASSUMED),
    ).toBeCloseTo(60.8, 6);
  });

  it('stores what ticks and sweeps leave, for as many months as it is kept', () => {
    // 60.8 kB and 3040 kB, for 2 months; and in the feed 30.4 kB and 304 kB, for one.
    const kilobytes = 2 * (60.8 + 3_040) + 30.4 + 304;
    expect(month['dynamodb-recovery']).toBeCloseTo(kilobytes / 1_024 ** 2, 9);
    // Half of what ticks and sweeps leave is in the table of snapshots.
    expect(month['infrequent-storage']).toBeCloseTo((60.8 + 3_040) / 1_024 ** 2, 9);
    const both = month['dynamodb-storage'] + month['infrequent-storage'];
    expect(both).toBeCloseTo(month['dynamodb-recovery'], 9);
  });

  it('counts what the key is asked for all the time, and for each snapshot', () => {
    expect(month['key-requests']).toBeCloseTo(1_060.8, 6);
  });

  it('counts two schedules a tick, and what follows the invocations', () => {
    expect(month.scheduler).toBeCloseTo(121.6, 6);
    // One of each sweep's three, and one of each snapshot.
    expect(month['event-bus']).toBeCloseTo(912 + 60.8, 6);
    expect(month['api-requests']).toBeCloseTo(6_080, 6);
    expect(month.logs).toBeCloseTo((7_539.2 + 2 * 60.8 + 304 / 2) / 1_024 ** 2, 9);
  });
});

describe('traces', () => {
  it('are of every invocation that has its second for itself, and of a share of those that have not', () => {
    expect(tracesOf(100_000, ASSUMED)).toBe(100_000);
    const seconds = 30.4 * 86_400;
    expect(tracesOf(3 * seconds, ASSUMED)).toBeCloseTo(1.2 * seconds, 3);
  });
});

describe('usage', () => {
  it('is without what stands there unused', () => {
    const load = { tenants: 2, currencies: 5, everyMinutes: 1_440 };
    const month = monthOf(load, TICK, ASSUMED);
    expect(Object.keys(month)).not.toContain('keys');
    expect(usageUsdOf({ ...month, scheduler: month.scheduler + 1_000_000 })).toBeCloseTo(
      usageUsdOf(month) + usdOf('scheduler', 1_000_000),
      9,
    );
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
