import { describe, expect, it } from 'vitest';
import { sayNotTaken } from '../../../treasury/facts/sentences/say/say-not-read.ts';
import type {
  BalancesReading,
  PricesReading,
  Reading,
} from '../../../treasury/ports/trading-service.ts';
import type { Sealer } from '../../../treasury/seals/ports.ts';
import { judgeReading, sealedReading } from '../../../treasury/snapshots/reading-seals.ts';
import type { Snapshot, SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { MAX_SNAPSHOT_BYTES, takeSnapshot } from '../../../treasury/snapshots/take-snapshot.ts';
import type { ZeroBalances } from '../../../treasury/valuation/absent-balances.ts';
import type { Balances } from '../../../treasury/valuation/balance.ts';
import type { Prices } from '../../../treasury/valuation/price.ts';
import { away } from '../../samples/absent.ts';
import { MISSING, NOT_READ } from '../../samples/not-read.ts';
import { readingSeals, unreachableSeals } from '../../seals/hmac-seals.ts';

const NOW = '2026-01-05T09:00:01.000Z';
const TICK = {
  tenant: 'main',
  scheduledFor: '2026-01-05T09:00:00.000Z',
  reportingCurrency: 'USD',
} as const;
const PRICES: Prices = { 'BTC/USD': { bid: '60000', ask: '60010' } };

function balances(read: Balances): Reading<BalancesReading> {
  return { ok: true, value: { readAt: NOW, balances: read, raw: '{}', rawDigest: 'd' } };
}

function prices(read: Prices): Reading<PricesReading> {
  return { ok: true, value: { readAt: NOW, prices: read } };
}

const UNREADABLE = { ok: false, code: 'timeout', failed: NOT_READ } as const;

function reasonOf(snapshot: Snapshot | undefined): string {
  return snapshot?.kind === 'missed' ? sayNotTaken(snapshot.why) : '';
}

interface OnRecord {
  /** Snapshots before the last one. */
  readonly earlier?: readonly SnapshotTaken[];
  readonly zeros?: ZeroBalances;
}

async function taken(
  balancesRead: Reading<BalancesReading>,
  pricesRead: Reading<PricesReading> = prices(PRICES),
  before: SnapshotTaken | null = null,
  readingSealer: Sealer = readingSeals,
  { earlier = [], zeros = 'unknown' }: OnRecord = {},
) {
  const kept: Snapshot[] = [];
  const service = { readBalances: async () => balancesRead, readPrices: async () => pricesRead };
  const put = async (snapshot: Snapshot) => kept.push(snapshot) === 1;
  const latest = async () => before;
  const result = await takeSnapshot(
    {
      now: () => NOW,
      service,
      snapshots: { put, latest, takenBetween: async () => earlier },
      readingSealer,
      zeroBalances: async () => zeros,
    },
    TICK,
  );
  return { result, kept };
}

/** The third of three snapshots that agree on the prices. */
async function agreed(): Promise<SnapshotTaken | null> {
  let before: SnapshotTaken | null = null;
  for (let reading = 0; reading < 3; reading++) {
    const [snapshot]: readonly Snapshot[] = (await taken(balances({}), prices(PRICES), before))
      .kept;
    before = snapshot?.kind === 'taken' ? snapshot : null;
  }
  return before;
}

describe('the seal over a reading', () => {
  it('stands for what was read, of whom, when, and of which tick', async () => {
    const { kept } = await taken(balances({ BTC: { total: '2' } }));
    const [reading] = kept as readonly SnapshotTaken[];
    if (reading === undefined) throw new Error('nothing was kept');
    const judge = (tenant: string, changed: Partial<SnapshotTaken> = {}) =>
      judgeReading(readingSeals, tenant, { ...reading, ...changed });
    expect(await judge('main')).toBe('valid');
    expect(await judge('other')).toBe('invalid');
    expect(await judge('main', { scheduledFor: '2026-01-05T09:05:00.000Z' })).toBe('invalid');
    expect(await judge('main', { takenAt: '2026-01-05T09:05:00.000Z' })).toBe('invalid');
    expect(await judge('main', { balances: { BTC: { total: '3' } } })).toBe('invalid');
    expect(await judge('main', { balances: { BTC: { total: '2', available: '2' } } })).toBe(
      'invalid',
    );
    const { valuation } = reading;
    expect(await judge('main', { unitValues: { BTC: { last: '6000', path: 'direct' } } })).toBe(
      'invalid',
    );
    expect(await judge('main', { valuation: { ...valuation, reportingCurrency: 'EUR' } })).toBe(
      'invalid',
    );
    const { seal: _, ...bare } = reading;
    expect(await judgeReading(readingSeals, 'main', bare)).toBe('unsealed');
  });

  it('is waited for by no history: without the key the snapshot stands, and proves nothing', async () => {
    const { kept } = await taken(
      balances({ BTC: { total: '2' } }),
      undefined,
      null,
      unreachableSeals,
    );
    expect(kept).toMatchObject([{ kind: 'taken', balances: { BTC: { total: '2' } } }]);
    expect(kept[0]).not.toHaveProperty('seal');
  });
});

const many = (count: number, currency: (index: number) => string): Balances =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [currency(index), { total: '1' }]),
  );

describe('a snapshot', () => {
  it('holds what was read and what it is worth', async () => {
    const { kept } = await taken(balances({ BTC: { total: '2' }, XYZ: { total: '5' } }));
    expect(kept).toMatchObject([
      {
        kind: 'taken',
        takenAt: NOW,
        prices: PRICES,
        valuation: { total: '120010', unvalued: ['XYZ'] },
      },
    ]);
  });

  it('values nothing with a price that has jumped, and keeps it as read', async () => {
    const before = await agreed();
    const jumped = { 'BTC/USD': { bid: '600000', ask: '600100' } };
    const { kept } = await taken(balances({ BTC: { total: '2' } }), prices(jumped), before);
    expect(kept).toMatchObject([
      {
        prices: jumped,
        pricesDoubted: [{ instrument: 'BTC/USD', from: '60005', readings: 1 }],
        valuation: { total: '0', unvalued: ['BTC'] },
        unitValues: {
          BTC: { last: '60005', level: { low: '600050', high: '600050', readings: 1 } },
        },
      },
    ]);
  });

  it('values nothing by another instrument that says something else than the last one', async () => {
    const inverse = { 'USD/BTC': { bid: '0.00016', ask: '0.00017' } };
    const held = balances({ BTC: { total: '2' } });
    const { kept } = await taken(held, prices(inverse), await agreed());
    expect(kept).toMatchObject([
      {
        pricesDoubted: [{ instrument: 'USD/BTC', readings: 1 }],
        valuation: { total: '0', unvalued: ['BTC'] },
      },
    ]);
  });

  it('values reports with a first price at once, and says that nothing rests on it yet', async () => {
    const { kept } = await taken(balances({ BTC: { total: '2' } }));
    expect(kept).toMatchObject([
      {
        valuation: { total: '120010' },
        unitValues: { BTC: { level: { low: '60005', high: '60005', readings: 1 } } },
      },
    ]);
  });

  it('names prices that are none, and values the rest', async () => {
    const dropped = [{ instrument: 'ETH/USD', why: { code: 'crossed' } }] as const;
    const read = { ok: true, value: { readAt: NOW, prices: PRICES, dropped } } as const;
    const { kept } = await taken(balances({ BTC: { total: '2' } }), read);
    expect(kept).toMatchObject([{ pricesDropped: dropped, valuation: { total: '120010' } }]);
  });

  it('carries the last value of what was not read this time', async () => {
    const before = await agreed();
    expect(before).toMatchObject({ unitValues: { BTC: { last: '60005', path: 'direct' } } });
    const { kept } = await taken(balances({}), UNREADABLE, before);
    expect(kept).toMatchObject([{ prices: {}, unitValues: { BTC: { last: '60005' } } }]);
    expect(kept[0]).not.toHaveProperty('unitValues.BTC.path');
  });

  it('carries nothing on from a record that another program wrote, or that nothing proves', async () => {
    const before = await agreed();
    if (before === null) throw new Error('no prices were agreed');
    const { seal: _, ...bare } = before;
    const lowered = { unitValues: { BTC: { last: '60000.5', path: 'direct' } } } as const;
    for (const each of [bare, { ...before, ...lowered }]) {
      const { kept } = await taken(balances({}), prices(PRICES), each);
      expect(kept[0]).toMatchObject({ unitValues: { BTC: { level: { readings: 1 } } } });
      expect(kept[0]).not.toHaveProperty('unitValues.BTC.last');
    }
    const unreached = await taken(balances({}), prices(PRICES), before, unreachableSeals);
    expect(unreached.kept[0]).not.toHaveProperty('unitValues.BTC.last');
  });

  it('carries on from the newest record before it that is its own', async () => {
    const own = await agreed();
    if (own === null) throw new Error('no prices were agreed');
    const { seal: _, ...bare } = own;
    const last = { ...bare, balances: { ETH: { total: '7' }, SOL: { total: '1' } } };
    const empty = { ...own, balances: { ...own.balances, SOL: { total: '0' } } };
    const { kept } = await taken(balances({}), prices(PRICES), last, readingSeals, {
      earlier: [own, await sealedReading(readingSeals, empty), last],
    });
    expect(kept[0]).toMatchObject({ unitValues: { BTC: { last: '60005', path: 'direct' } } });
    // What the last one alone lists, or alone has not empty, may be held, and nothing proves how much.
    const away = { reading: 'not-listed' };
    expect(kept[0]).toMatchObject({
      balances: { ETH: away, SOL: { ...away, last: { total: '1' } } },
    });
  });

  it('takes no balance for zero because a record that another program wrote nearly did', async () => {
    const [own] = (await taken(balances({ BTC: { total: '2' }, USD: { total: '1' } }))).kept;
    if (own?.kind !== 'taken') throw new Error('nothing was kept');
    const last = { total: '2', readAt: NOW, tick: TICK.scheduledFor };
    const away = { reading: 'not-listed', since: NOW, readings: 2, last } as const;
    for (const BTC of [{ total: '0' }, away]) {
      const written = { ...own, balances: { ...own.balances, BTC } };
      const leftOut = balances({ USD: { total: '1' } });
      const { kept } = await taken(leftOut, prices(PRICES), written, readingSeals, {
        zeros: 'omitted',
      });
      expect(kept[0]).toMatchObject({ balances: { BTC: { reading: 'not-listed', readings: 1 } } });
      const second = await taken(leftOut, prices(PRICES), kept[0] as SnapshotTaken, readingSeals, {
        zeros: 'omitted',
      });
      expect(second.kept[0]).toMatchObject({ balances: { BTC: { readings: 2 } } });
    }
  });

  it('takes no balance for zero that a record of between has stated, whoever wrote that', async () => {
    const [first] = (await taken(balances({ BTC: { total: '2' }, USD: { total: '1' } }))).kept;
    if (first?.kind !== 'taken') throw new Error('nothing was kept');
    const last = { total: '2', readAt: NOW, tick: TICK.scheduledFor };
    const since = '2026-01-05T07:00:00.000Z';
    const away = { reading: 'not-listed', since, readings: 2, last } as const;
    const own = await sealedReading(readingSeals, {
      ...first,
      balances: { ...first.balances, BTC: away },
    });
    const { seal: _, ...bare } = first;
    for (const [BTC, begun] of [
      [{ total: '3' }, bare.takenAt],
      [away, since],
    ] as const) {
      const unsealed = { ...bare, balances: { ...first.balances, BTC } };
      const leftOut = balances({ USD: { total: '1' } });
      const { kept } = await taken(leftOut, prices(PRICES), unsealed, readingSeals, {
        earlier: [own, unsealed],
        zeros: 'omitted',
      });
      expect(kept[0]).toMatchObject({
        balances: { BTC: { reading: 'not-listed', readings: 1, since: begun, last } },
      });
    }
  });

  it('says where balances and prices came from, and how old they were', async () => {
    const readAt = '2026-01-05T08:59:58.750Z';
    const read = { source: 'service.example/v1/balances', readAt, balances: {}, raw: '{}' };
    const { kept } = await taken({ ok: true, value: { ...read, rawDigest: 'd' } });
    expect(kept).toMatchObject([
      {
        inputs: {
          balances: { source: 'service.example/v1/balances', readAt, ageMs: 2_250 },
          prices: { readAt: NOW, ageMs: 0 },
        },
      },
    ]);
    const [without] = (await taken(balances({}), UNREADABLE)).kept;
    expect(without).toMatchObject({ inputs: { balances: { readAt: NOW, ageMs: 0 } } });
    expect(without).not.toHaveProperty('inputs.prices');
  });

  it('is a recorded miss, with its reason, where the balances cannot be read', async () => {
    const { kept } = await taken(UNREADABLE);
    expect(kept).toMatchObject([{ kind: 'missed', missedAt: NOW, ...MISSING }]);
  });

  it('keeps the balances where only the prices cannot be read', async () => {
    const { kept } = await taken(balances({ BTC: { total: '2' } }), UNREADABLE);
    expect(kept).toMatchObject([{ kind: 'taken', prices: {}, pricesMissing: MISSING }]);
  });

  it('is a recorded miss where it comes late and is the first to list a currency', async () => {
    const [latest] = (await taken(balances({ BTC: { total: '2' } }))).kept;
    if (latest?.kind !== 'taken') throw new Error('nothing was kept');
    const later = { ...latest, scheduledFor: '2026-01-05T09:05:00.000Z' };
    const known = await taken(balances({ BTC: { total: '3' } }), prices(PRICES), later);
    expect(known.kept).toMatchObject([{ kind: 'taken' }]);
    const both = balances({ BTC: { total: '3' }, ETH: { total: '1' } });
    const { kept } = await taken(both, prices(PRICES), later);
    expect(kept).toMatchObject([{ kind: 'missed', code: 'late' }]);
    expect(reasonOf(kept[0])).toBe(
      'it was read after the snapshot of 2026-01-05T09:05:00.000Z, which does not know ETH; the next one lists what there is',
    );
    // On time it stands: the ones after it know.
    expect((await taken(both, prices(PRICES), latest)).kept).toMatchObject([{ kind: 'taken' }]);
  });

  /** As it stands in the snapshot of the tick after this one: BTC as it is read, and EUR as it says. */
  async function afterwards(eur: Balances[string] | undefined, countedAsZero?: readonly string[]) {
    const [latest] = (await taken(balances({ BTC: { total: '2' } }))).kept;
    if (latest?.kind !== 'taken') throw new Error('nothing was kept');
    return {
      ...latest,
      scheduledFor: '2026-01-05T09:05:00.000Z',
      balances: { ...latest.balances, ...(eur === undefined ? {} : { EUR: eur }) },
      ...(countedAsZero === undefined ? {} : { countedAsZero: [...countedAsZero] }),
    };
  }
  const LEFT_OUT = away('100', { last: { total: '100', readAt: NOW, tick: TICK.scheduledFor } });

  it.each([
    ['states what the later one leaves out', { total: '110' }, LEFT_OUT, 'does not know EUR'],
    ['leaves out what the later one states', undefined, { total: '110' }, 'states EUR'],
  ])('is a recorded miss where it comes late and %s', async (_, here, there, reason) => {
    const read = balances({ BTC: { total: '3' }, ...(here === undefined ? {} : { EUR: here }) });
    const { kept } = await taken(read, prices(PRICES), await afterwards(there));
    expect(kept).toMatchObject([{ kind: 'missed', code: 'late' }]);
    expect(reasonOf(kept[0])).toContain(reason);
  });

  it.each([
    ['both state it', { total: '110' }, { total: '120' }, undefined],
    ['neither does', undefined, LEFT_OUT, undefined],
    ['it states what was stated last', { total: '100.0' }, LEFT_OUT, undefined],
    ['it leaves out what the later one counts as zero', undefined, { total: '0' }, ['EUR']],
  ])('stands where it comes late and %s', async (_, here, there, countedAsZero) => {
    const read = balances({ BTC: { total: '3' }, ...(here === undefined ? {} : { EUR: here }) });
    const later = await afterwards(there, countedAsZero);
    const { kept } = await taken(read, prices(PRICES), later);
    expect(kept).toMatchObject([{ kind: 'taken' }]);
  });

  it('gives up its prices, not its valuation, where they are too many to be kept', async () => {
    const tenThousand: Prices = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`C${index}/USD`, { bid: '1.25', ask: '1.26' }]),
    );
    const { kept } = await taken(
      balances({ BTC: { total: '2' } }),
      prices({ ...tenThousand, ...PRICES }),
    );
    expect(kept).toMatchObject([
      {
        kind: 'taken',
        prices: {},
        pricesMissing: { code: 'too-large', why: { code: 'too-large', most: MAX_SNAPSHOT_BYTES } },
        valuation: { total: '120010' },
      },
    ]);
    expect(JSON.stringify(kept[0]).length).toBeLessThan(MAX_SNAPSHOT_BYTES);
  });

  it('is a recorded miss where even the balances are too large to be kept', async () => {
    const read = many(1_000, (index) => `${'€'.repeat(200)}${index}`);
    const { kept } = await taken(balances(read));
    expect(kept).toMatchObject([{ kind: 'missed', code: 'too-large' }]);
  });
});
