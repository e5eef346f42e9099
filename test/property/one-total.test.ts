import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeList } from '../../api/responses/list.ts';
import { rowsOf, SNAPSHOT_COLUMNS, snapshotsResponse } from '../../reporting/reports/snapshots.ts';
import { ZERO } from '../../treasury/money/decimal.ts';
import { decimalOf, formatDecimal } from '../../treasury/money/decimal-text.ts';
import { overviewOf } from '../../treasury/overview/overview.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import { readMarketBalancesIn } from '../../treasury/report-values/market-in.ts';
import { readingsWithRates } from '../../treasury/report-values/series-with-rates.ts';
import { type AskedIn, valuationIn } from '../../treasury/report-values/valuation-in.ts';
import { periodsWithin } from '../../treasury/series/periods.ts';
import { periodsReport, pointsReport } from '../../treasury/series/report.ts';
import { rollUp } from '../../treasury/series/roll-up.ts';
import { pointsOf, TOTAL } from '../../treasury/series/series.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { shownTotal, totalValue } from '../../treasury/valuation/total-value.ts';
import { quotes, snapshotAt, TENANT, totals } from '../samples/snapshots.ts';
import { shareOf } from '../thoroughness.ts';
import { booksInMemory } from '../unit/series/series-in-memory.ts';

/*
 * Made-up treasuries in which some currencies have a price, some a manual rate, in dollars or over a price, and some neither. What
 * all of it is worth is asked for in every way there is: two that know the same never say different numbers.
 */

const FROM = '2026-03-01T20:00:00.000Z';
const MINUTES = 52 * 60;
const CURRENCIES = ['BTC', 'CHF', 'EUR', 'USD', 'XAU'] as const;

const amount = fc.integer({ min: 0, max: 9_999_999 }).map((units) => `${units / 1_000}`);
const price = fc.integer({ min: 1, max: 9_999_999 }).map((units) => `${units / 1_000}`);

const taken = fc
  .record({
    minute: fc.nat({ max: MINUTES - 1 }),
    held: fc.dictionary(fc.constantFrom(...CURRENCIES), amount),
    prices: fc.dictionary(fc.constantFrom('BTC/USD', 'USD/EUR', 'XAU/EUR', 'CHF/BTC'), price),
  })
  .map(({ minute, held, prices }) =>
    snapshotAt(plusSeconds(FROM, minute * 60), totals(held), quotes(prices)),
  );

const history = fc
  .uniqueArray(taken, { selector: ({ scheduledFor }) => scheduledFor, minLength: 1, maxLength: 14 })
  .map((all) => all.toSorted((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1)));

/** One of each currency at most; some begin on the second day. */
const rates = fc
  .dictionary(
    fc.constantFrom('BTC', 'CHF', 'USD', 'XAU'),
    fc.record({ in: fc.constantFrom(...CURRENCIES), rate: price, isLate: fc.boolean() }),
  )
  .map((drawn) =>
    Object.entries(drawn).map(
      ([currency, { isLate, ...each }]): ManualRate => ({
        ...{ id: currency.toLowerCase(), label: currency, currency, ...each, source: 'drawn' },
        ...{ from: isLate ? '2026-03-02' : '2026-03-01', until: '2026-04-01' },
        ...{ version: 1, activeSince: FROM },
      }),
    ),
  );

const POLICY = { controls: null, halt: neverHalted(TENANT), accounts: [], rules: [] };

function frontPage(latest: SnapshotTaken, asked: AskedIn) {
  const rest = { lanes: [], dayBefore: null, weekBefore: null, runs: [], webhooks: [] };
  const seen = { at: latest.takenAt, snapshotEverySeconds: 300, policy: POLICY };
  return overviewOf({ ...seen, ...rest, newest: latest, latest, asked });
}

async function balancesNow(
  { scheduledFor: readAt, balances, prices }: SnapshotTaken,
  asked: AskedIn,
) {
  const beside = { readAt, raw: '', rawDigest: '' };
  const service = {
    readBalances: async () => ({ ok: true as const, value: { ...beside, balances } }),
    readPrices: async () => ({ ok: true as const, value: { readAt, prices } }),
  };
  const onRecord = async () => ({ read: true as const, last: null });
  const found = await readMarketBalancesIn({ service, onRecord }, 'USD', asked);
  if (!found.ok) throw new Error(found.reason);
  return found.value;
}

const totalOf = (found: {
  readonly total: string | null;
  readonly partialTotal?: string | undefined;
}) => [found.total, found.partialTotal];

describe('the total of a snapshot', () => {
  it('is the same in the snapshot, its table, the overview and the balances of the moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        taken,
        rates,
        fc.constantFrom(null, ...CURRENCIES),
        async (one, drawn, into) => {
          const asked = { into, rates: drawn };
          const valuation = valuationIn(one, asked);
          const wanted = totalOf(shownTotal(totalValue(valuation, one.balances)));
          const answer = JSON.parse(snapshotsResponse(wholeList([one]), 'json', asked).body ?? '');
          expect(totalOf(answer.items[0].valuation)).toEqual(wanted);
          const column = SNAPSHOT_COLUMNS.indexOf('value');
          const sum = rowsOf(one, asked).reduce((all, row) => all.plus(row[column] || '0'), ZERO);
          expect(formatDecimal(sum)).toBe(wanted[0] ?? wanted[1]);
          const front = frontPage(one, asked);
          expect(totalOf(front.value)).toEqual(wanted);
          const values = front.currencies.map(({ value }) => decimalOf(value ?? '0'));
          expect(formatDecimal(values.reduce((all, value) => all.plus(value), ZERO))).toBe(
            wanted[0] ?? wanted[1],
          );
          expect(totalOf(await balancesNow(one, asked))).toEqual(wanted);
          if (into !== null) return;
          expect(valuationIn(one, { into: 'USD', rates: drawn })).toEqual(valuation);
        },
      ),
      { numRuns: shareOf(400) },
    );
  });

  it('is the same in every series, closed hours and days as well as open ones', async () => {
    const question = fc.record({
      kind: fc.constantFrom('raw', 'hour', 'day', 'month'),
      name: fc.constantFrom(TOTAL, ...CURRENCIES),
    });
    await fc.assert(
      fc.asyncProperty(history, rates, question, async (all, drawn, { kind, name }) => {
        const books = booksInMemory();
        for (const each of all) {
          books.take(each);
          await updateSeries(books, TENANT, each.scheduledFor);
        }
        const points = all.flatMap((each) => {
          const valuation = valuationIn(each, { into: null, rates: drawn });
          const isLeftOut = name === TOTAL && !pointsOf(each).has(TOTAL);
          return isLeftOut ? [] : (pointsOf({ ...each, valuation }).get(name) ?? []);
        });
        const range = { from: FROM, to: plusSeconds(FROM, MINUTES * 60) };
        const asked = { tenant: TENANT, name, ...range, limit: 1_000 };
        const { usedBetween, ...readings } = readingsWithRates(books, drawn);
        if (kind === 'raw') {
          expect((await pointsReport(readings, asked)).items).toEqual(points);
        } else {
          const read = await periodsReport(readings, { ...asked, kind, timeZone: 'UTC' });
          const rows = periodsWithin(range, kind, 'UTC', 1_000).flatMap((period) => {
            const rolled = rollUp(points.filter(({ at }) => at >= period.from && at < period.to));
            return rolled === null ? [] : [{ period, ...rolled }];
          });
          expect(read.items).toEqual(rows);
        }
        if (kind !== 'raw') return;
        for (const { at } of points) {
          const used = usedBetween(name, at, at);
          const one = all.find(({ scheduledFor }) => scheduledFor === at);
          const values =
            one === undefined ? {} : valuationIn(one, { into: null, rates: drawn }).values;
          const named = Object.entries(values).filter(([of]) => name === TOTAL || of === name);
          const rated = named.flatMap(([, { manualRate, value }]) =>
            manualRate === undefined ? [] : [{ manualRate, isNothing: value === '0' }],
          );
          // A rate that values nothing of something is named by whoever reads it, or not.
          const needed = rated.filter(({ isNothing }) => !isNothing);
          expect(used).toEqual(expect.arrayContaining(needed.map(({ manualRate }) => manualRate)));
          expect(rated.map(({ manualRate }) => manualRate)).toEqual(
            expect.arrayContaining([...used]),
          );
        }
      }),
      { numRuns: shareOf(300) },
    );
  });
});
