import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeList } from '../../api/responses/list.ts';
import { snapshotRows } from '../../reporting/analytics/rows.ts';
import { rowsOf, SNAPSHOT_COLUMNS, snapshotsResponse } from '../../reporting/reports/snapshots.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import { ZERO } from '../../treasury/money/decimal.ts';
import { formatDecimal } from '../../treasury/money/decimal-text.ts';
import { overviewOf } from '../../treasury/overview/overview.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import type { ManualRate } from '../../treasury/policy/manual-rate.ts';
import { distinctRates, rateText } from '../../treasury/policy/used-rate.ts';
import { previewOn } from '../../treasury/preview/preview.ts';
import { readMarketBalancesIn } from '../../treasury/report-values/market-in.ts';
import { readingsWithRates } from '../../treasury/report-values/series-with-rates.ts';
import { shownByRates } from '../../treasury/report-values/shown-by-rates.ts';
import { type AskedIn, valuationIn } from '../../treasury/report-values/valuation-in.ts';
import { periodsWithin } from '../../treasury/series/periods.ts';
import { periodsReport, pointsReport } from '../../treasury/series/report.ts';
import { rollUp } from '../../treasury/series/roll-up.ts';
import { pointsOf, TOTAL } from '../../treasury/series/series.ts';
import { updateSeries } from '../../treasury/series/update-series.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { statedIn } from '../../treasury/valuation/balance.ts';
import { shownTotal, totalValue } from '../../treasury/valuation/total-value.ts';
import { ACCOUNT, CONTROLS, draftOf, rule } from '../samples/policy.ts';
import { saidPlainly } from '../samples/said-plainly.ts';
import { quotes, snapshotAt, TENANT, totals } from '../samples/snapshots.ts';
import { shareOf } from '../thoroughness.ts';
import { forecastOf } from '../unit/forecast/present.ts';
import { replayOf } from '../unit/preview/past.ts';
import { EPOCH } from '../unit/rules/samples.ts';
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
  if (!found.ok) throw new Error(found.code);
  return found.value;
}

/** What a preview shows of a policy without a rule: what is held, as it stays. */
async function previewed(latest: SnapshotTaken, drawn: readonly ManualRate[]) {
  const shown = (await shownByRates(async () => drawn)(TENANT))(latest, 'USD');
  const view = { policy: POLICY, lanes: [], epoch: EPOCH, usage: null };
  return previewOn(view, latest, latest.takenAt, shown);
}

/** A rule of each currency that takes everything with the next snapshot. */
function takingAll() {
  const found = CURRENCIES.map((currency) => {
    const account = { ...ACCOUNT, id: `account-${currency}`, currency };
    const all = { threshold: '0', keep: '0', minimum: '0', step: '0.001' };
    const swept = { id: `all-${currency}`, currency, withdrawalAccountId: account.id, ...all };
    return { account, rule: rule(swept), lane: newLane(TENANT, currency, EPOCH) };
  });
  const policy = {
    ...POLICY,
    controls: CONTROLS,
    accounts: found.map(({ account }) => account),
    rules: found.map((each) => each.rule),
  };
  return { policy, lanes: found.map(({ lane }) => lane) };
}

async function forecastOfAll(latest: SnapshotTaken, drawn: readonly ManualRate[]) {
  const now = plusSeconds(latest.takenAt, 1);
  return await forecastOf({ ...takingAll(), latest, now, rates: drawn }, { days: 1 });
}

/** What the same rules would have taken with the snapshot, as the store gives it to a backtest. */
async function backtestOfAll(one: SnapshotTaken, drawn: readonly ManualRate[]) {
  const { policy } = takingAll();
  const rules = policy.rules.map((each) => draftOf({}, each));
  const asked = { draft: { rules, scope: 'replacing' }, from: FROM } as const;
  return await replayOf({ policy, past: [one], rates: drawn }, asked);
}

const summed = (values: readonly (string | null | undefined)[]) =>
  formatDecimal(values.reduce((all, value) => all.plus(value || '0'), ZERO));

const totalOf = (found: {
  readonly total: string | null;
  readonly partialTotal?: string | undefined;
}) => [found.total, found.partialTotal];

/** Of what leaves, and of what the analyst's files have: they are in the reporting currency alone. */
async function expectShownAlike(one: SnapshotTaken, drawn: readonly ManualRate[]): Promise<void> {
  const valuation = valuationIn(one, { into: null, rates: drawn });
  const { total, manualRates, unvalued } = valuation;
  const files = snapshotRows(one, drawn);
  expect(summed(files.map(({ value }) => value as string | null))).toBe(total);
  const whole = shownTotal(totalValue(valuation, one.balances)).total;
  for (const row of files) {
    // As the series of totals: there is none of a snapshot in which nothing has a price.
    expect(row.total_value).toBe(pointsOf(one).has(TOTAL) ? whole : null);
    const by = valuation.values[String(row.currency)]?.manualRate;
    expect(row.manual_rate).toBe(by === undefined ? null : rateText(by));
  }
  const preview = await previewed(one, drawn);
  expect(summed(preview.balances.map(({ valueBefore }) => valueBefore))).toBe(total);
  expect(preview.manualRates).toEqual(manualRates);
  const { days, rules, ...forecast } = await forecastOfAll(one, drawn);
  expect(summed(days.map(({ value }) => value))).toBe(total);
  expect(summed(rules.map(({ value }) => value))).toBe(total);
  expect([...new Set(days.flatMap((day) => day.unvalued))].sort()).toEqual(unvalued);
  // Of what is not held nothing leaves, so no rate is named.
  const leaving = valuation.values;
  const named = Object.entries(leaving).filter(([currency]) => isHeld(one, currency));
  const used = distinctRates(named.flatMap(([, { manualRate }]) => manualRate ?? []));
  expect(forecast.manualRates).toEqual(used);
  const { draft, ...backtest } = await backtestOfAll(one, drawn);
  expect(draft.rules.filter((each) => each.unvalued > 0).map(({ currency }) => currency)).toEqual(
    unvalued,
  );
  expect(backtest.manualRates).toEqual(used);
  // Where there is no rate, a backtest reads what was believed, which has other fraction digits.
  if (drawn.length > 0) expect(summed(draft.rules.map(({ value }) => value))).toBe(total);
}

function isHeld({ balances }: SnapshotTaken, currency: string): boolean {
  return statedIn(balances).some(([name, { total }]) => name === currency && total !== '0');
}

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
          const answer = JSON.parse(
            saidPlainly(snapshotsResponse(wholeList([one]), 'json', asked)).body ?? '',
          );
          expect(totalOf(answer.items[0].valuation)).toEqual(wanted);
          const column = SNAPSHOT_COLUMNS.indexOf('value');
          expect(summed(rowsOf(one, asked).map((row) => row[column]))).toBe(wanted[0] ?? wanted[1]);
          const front = frontPage(one, asked);
          expect(totalOf(front.value)).toEqual(wanted);
          const values = front.currencies.map(({ value }) => value);
          expect(summed(values)).toBe(wanted[0] ?? wanted[1]);
          expect(totalOf(await balancesNow(one, asked))).toEqual(wanted);
          if (into !== null) return;
          expect(valuationIn(one, { into: 'USD', rates: drawn })).toEqual(valuation);
          await expectShownAlike(one, drawn);
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
