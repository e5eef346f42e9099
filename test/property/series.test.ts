import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPoints, unpackPoints } from '../../adapters/store/packed-points.ts';
import { packSnapshot, unpackSnapshot } from '../../adapters/store/packed-snapshot.ts';
import { dayOf, hourOf } from '../../treasury/series/hour.ts';
import { periodsWithin } from '../../treasury/series/periods.ts';
import { rebuildSeries } from '../../treasury/series/rebuild-series.ts';
import {
  periodsReport,
  pointsReport,
  type ReportQuery,
  type Rows,
} from '../../treasury/series/report.ts';
import { merged, rollUp } from '../../treasury/series/roll-up.ts';
import { type SeriesPoint, seriesOf, TOTAL } from '../../treasury/series/series.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { instantOf, plusSeconds } from '../../treasury/time/instant.ts';
import { MISSING } from '../samples/not-read.ts';
import { snapshotAt, TENANT } from '../samples/snapshots.ts';
import { shareOf } from '../thoroughness.ts';
import { someSnapshots } from '../unit/series/samples.ts';
import { booksInMemory } from '../unit/series/series-in-memory.ts';

/** Across midnight of UTC, and the end of summer time in Europe. */
const FROM = '2026-10-24T20:00:00.000Z';
const MINUTES = 60 * 60;
const END = plusSeconds(FROM, (MINUTES + 1_500) * 60);
const NAMES = ['BTC', 'ETH', TOTAL];

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.stringMatching(/^[0-9]{0,18}$/))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`));
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });

/** Points of one hour that mean nothing together: any price, any value, any pace. */
const pointsOfAnHour = fc
  .uniqueArray(
    fc.record({
      ms: fc.oneof(
        fc.nat({ max: 11 }).map((index) => index * 300_000),
        fc.nat({ max: 3_599_999 }),
      ),
      amount,
      price: maybe(amount),
      value: maybe(amount),
      reportingCurrency: fc.constantFrom('USD', 'EUR'),
      unvalued: fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,8}$/), {
        maxLength: 3,
      }),
    }),
    { selector: ({ ms }) => ms, minLength: 1, maxLength: 14 },
  )
  .map((all) =>
    all
      .sort((a, b) => a.ms - b.ms)
      .map(({ ms, ...point }): SeriesPoint => ({ at: instantOf(Date.parse(FROM) + ms), ...point })),
  );

describe('what is stored', () => {
  const text = fc.string({ unit: 'grapheme' });
  const balances = fc.dictionary(text, fc.record({ total: amount, available: amount }));
  const anySnapshot = fc
    .tuple(
      balances,
      fc.dictionary(text, fc.record({ bid: amount, ask: amount })),
      fc.array(amount, { maxLength: 3 }),
      text,
    )
    .map(([held, prices, odd, message]) => {
      const snapshot = snapshotAt(FROM, held, prices);
      const [currency] = Object.keys(held);
      const path = 'crossed' as const;
      const value = { value: odd[0] ?? '0', price: odd[1] ?? '1', path, instruments: [message] };
      const values = currency === undefined ? {} : { [currency]: value };
      const valuation = { ...snapshot.valuation, values, unvalued: [message] };
      return {
        ...snapshot,
        valuation,
        pricesMissing: { ...MISSING, code: message },
        rawBalances: message,
      };
    });

  /** Prices on record, each by its own instrument, of which a reading may value no currency, or another way. */
  const agreedSnapshot = fc
    .array(
      fc.record({
        total: amount,
        available: fc.constantFrom('total', 'none', 'less'),
        price: fc.integer({ min: 1, max: 9_999 }).map((cents) => `${cents / 100}`),
        value: fc.constantFrom('as-expected', 'none', 'unvalued', 'another'),
        unit: fc.constantFrom('as-read', 'none', 'inverse', 'crossed-as-well'),
      }),
      { maxLength: 6 },
    )
    .map((all) => {
      const each = all.map((of, index) => [`C${index}`, of] as const);
      const held = each.map(([name, { total, available }]) => {
        const said = available === 'less' ? '0.5' : total;
        return [name, available === 'none' ? { total } : { total, available: said }] as const;
      });
      const quoted = each.map(([name, { price }]) => [`${name}/USD`, { bid: price, ask: price }]);
      const snapshot = snapshotAt(FROM, Object.fromEntries(held), Object.fromEntries(quoted));
      const { valuation, unitValues = {} } = snapshot;
      const of = (name: string) => all[Number(name.slice(1))];
      const values = Object.entries(valuation.values).flatMap(([name, value]) => {
        if (of(name)?.value === 'another') return [[name, { ...value, price: '7' }] as const];
        return of(name)?.value === 'as-expected' ? [[name, value] as const] : [];
      });
      const units = Object.entries(unitValues).flatMap(([name, unit]) => {
        if (of(name)?.unit === 'none') return [];
        if (of(name)?.unit === 'inverse') return [[name, { ...unit, path: 'inverse' }] as const];
        const isCrossed = of(name)?.unit === 'crossed-as-well';
        return [[name, isCrossed ? { ...unit, crossed: { last: '3' } } : unit] as const];
      });
      const unvalued = each.filter(([, { value }]) => value === 'unvalued').map(([name]) => name);
      return {
        ...snapshot,
        valuation: { ...valuation, values: Object.fromEntries(values), unvalued },
        unitValues: Object.fromEntries(units) as typeof unitValues,
      };
    });

  it('of a snapshot is all of it', () => {
    fc.assert(
      fc.property(
        fc.oneof(anySnapshot, agreedSnapshot, someSnapshots(FROM, 9, 1).map(first)),
        (snapshot) => {
          const { kind, tenant, scheduledFor, takenAt, ...packed } = snapshot;
          expect(unpackSnapshot(packSnapshot(packed))).toEqual(packed);
        },
      ),
    );
  });

  it('of points is all of them', () => {
    fc.assert(
      fc.property(pointsOfAnHour, (points) => {
        expect(unpackPoints(packPoints(points))).toEqual(points);
      }),
    );
  });

  it('of roll-ups joined is that of all points at once', () => {
    fc.assert(
      fc.property(pointsOfAnHour, fc.nat({ max: 14 }), (points, at) => {
        const parts = [rollUp(points.slice(0, at)), rollUp(points.slice(at))] as const;
        expect(merged(...parts)).toEqual(rollUp(points));
      }),
    );
  });
});

describe('series', () => {
  /** Arrivals in any order, some of them twice, and at last one that closes all the rest. */
  const arrivals = someSnapshots(FROM, MINUTES, 40).chain((taken) =>
    fc
      .tuple(
        fc.shuffledSubarray(taken, { minLength: taken.length }),
        fc.array(fc.nat({ max: taken.length - 1 }), { maxLength: 8 }),
      )
      .map(([order, again]) => ({
        taken,
        order: [...order, ...again.map((at) => at1(taken, at))],
      })),
  );

  async function kept(order: readonly SnapshotTaken[]) {
    const books = booksInMemory();
    for (const snapshot of [...order, snapshotAt(END, {})]) {
      books.take(snapshot);
      await updateSeries(books, TENANT, snapshot.scheduledFor);
    }
    return books;
  }

  it('equal recomputation, in any order of arrival and with duplicates', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ taken, order }) => {
        const books = await kept(order);
        const all = seriesOf(taken);
        for (const name of NAMES) {
          const points = all.get(name) ?? [];
          const range = { from: hourOf(FROM), to: hourOf(END) };
          expect(await books.series.points(TENANT, name, range)).toEqual(points);
          const byDay = Map.groupBy(points, ({ at }) => dayOf(at));
          const days = [...byDay].map(([day, ofDay]) => [day, rollUp(ofDay)]);
          const wanted = { from: dayOf(FROM), to: dayOf(END) };
          expect([...(await books.series.days(TENANT, name, wanted))]).toEqual(days);
        }
      }),
      { numRuns: shareOf(60) },
    );
  });

  it('are the same when they are rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ taken, order }) => {
        const books = booksInMemory();
        for (const snapshot of [...taken, snapshotAt(END, {})]) books.take(snapshot);
        await rebuildSeries(books, { tenant: TENANT });
        expect(books.contents()).toEqual((await kept(order)).contents());
      }),
      { numRuns: shareOf(30) },
    );
  });

  it('stay as they are when they are rebuilt from fewer snapshots', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, fc.array(fc.boolean()), async ({ taken, order }, gone) => {
        const books = await kept(order);
        const before = books.contents();
        for (const [index, snapshot] of taken.entries()) {
          if (gone[index] === true) books.expire(snapshot.scheduledFor);
        }
        await rebuildSeries(books, { tenant: TENANT });
        expect(books.contents()).toEqual(before);
      }),
      { numRuns: shareOf(30) },
    );
  });

  const zones = [
    'UTC',
    'Europe/Zurich',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Australia/Lord_Howe',
  ];
  const question = fc.record({
    kind: fc.constantFrom('raw', 'hour', 'day', 'month'),
    timeZone: fc.constantFrom(...zones),
    name: fc.constantFrom(...NAMES),
    from: fc.integer({ min: -600, max: MINUTES }),
    length: fc.integer({ min: 0, max: MINUTES + 600 }),
    limit: fc.integer({ min: 1, max: 30 }),
  });

  it('answer every question as the snapshots themselves do, open hours included, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, question, async ({ taken, order }, asked) => {
        const books = booksInMemory();
        for (const snapshot of order) {
          books.take(snapshot);
          await updateSeries(books, TENANT, snapshot.scheduledFor);
        }
        const { kind, timeZone, name, limit } = asked;
        const from = plusSeconds(FROM, asked.from * 60);
        const to = plusSeconds(from, asked.length * 60);
        const points = (seriesOf(taken).get(name) ?? []).filter(({ at }) => at >= from && at < to);
        const read = async (
          place: Pick<ReportQuery, 'after' | 'before'>,
        ): Promise<Rows<unknown>> => {
          const command = { tenant: TENANT, name, from, to, limit, ...place };
          const page =
            kind === 'raw'
              ? await pointsReport(books, command)
              : await periodsReport(books, { ...command, kind, timeZone });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          return page;
        };
        let page = await read({});
        expect(page.previous).toBeUndefined();
        const items = [...page.items];
        while (page.next !== undefined) {
          page = await read({ after: page.next });
          items.push(...page.items);
        }
        const back = [...page.items];
        while (page.previous !== undefined) {
          page = await read({ before: page.previous });
          back.unshift(...page.items);
        }
        expect(back).toEqual(items);
        if (kind === 'raw') {
          expect(items).toEqual(points);
          return;
        }
        const rows = periodsWithin({ from, to }, kind, timeZone, 10_000).flatMap((period) => {
          const rolled = rollUp(points.filter(({ at }) => at >= period.from && at < period.to));
          return rolled === null ? [] : [{ period, ...rolled }];
        });
        expect(items).toEqual(rows);
      }),
      { numRuns: shareOf(150) },
    );
  });
});

function first<T>([one]: readonly T[]): T {
  if (one === undefined) throw new Error('there is none');
  return one;
}

function at1<T>(all: readonly T[], index: number): T {
  return first(all.slice(index));
}
