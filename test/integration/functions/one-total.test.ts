import { describe, expect, it } from 'vitest';
import { forecastResponse } from '../../../api/openapi/forecast-response.ts';
import { backtestResponse, previewResponse } from '../../../api/openapi/preview-responses.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { Decimal } from '../../../treasury/money/decimal.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { ACCOUNT, draftOf, rule } from '../../samples/policy.ts';
import { snapshotAt } from '../../samples/snapshots.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { DRAFT, policyCalls } from './policy-calls.ts';

/*
 * What a snapshot is worth is asked for by every route that answers it: without a currency, in the reporting currency, and in
 * another one. Francs have a manual rate alone, in dollars; gold has one in euro, which takes a price of the snapshot.
 */

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);
const { putControls, commit } = deploymentSteps(deployed);

const DATES = { from: '2026-01-01', until: '2026-12-31', source: 'the central bank' };
const RATES = [
  { id: 'chf-q1', label: 'CHF', currency: 'CHF', in: 'USD', rate: '1.13', ...DATES },
  { id: 'xau-q1', label: 'XAU', currency: 'XAU', in: 'EUR', rate: '2000', ...DATES },
];
const PRICES = { 'EUR/USD': { bid: '1.25', ask: '1.25' } };
const EARLIER = '2026-03-01T09:00:00.000Z';
const TICK = '2026-03-02T09:00:00.000Z';

/** 10 EUR, 7 USD, francs and gold: by hand, 12.5 + 7 + francs x 1.13 + gold x 2,500. */
const worthInUsd = (francs: string, gold: string) =>
  new Decimal('19.5').plus(new Decimal(francs).times('1.13')).plus(new Decimal(gold).times('2500'));

const WORLDS = [
  { name: 'francs alone without a price', francs: '100', gold: '0' },
  { name: 'francs and gold', francs: '140.25', gold: '2' },
] as const;

async function held({ francs, gold }: (typeof WORLDS)[number]): Promise<void> {
  for (const at of [EARLIER, TICK]) {
    const balances = {
      ...{
        CHF: { total: francs },
        EUR: { total: '10' },
        USD: { total: '7' },
        XAU: { total: gold },
      },
    };
    const taken = { tenant: TENANT, takenAt: plusSeconds(at, 1) };
    await deployed().snapshots.put(snapshotAt(at, balances, PRICES, taken));
    await deployed().invoke('update-books', streamEvent(...(await deployed().snapshotItems())));
  }
  for (const rate of RATES) {
    const asked = await calls.manage('POST /v1/manual-rates', null, rate, {});
    expect((await calls.decide('approve', String(asked.body.id))).status).toBe(200);
  }
  await putControls(() => ({}));
  for (const currency of CURRENCIES) await sweepAll(currency);
}

const CURRENCIES = ['CHF', 'EUR', 'USD', 'XAU'] as const;

/** A rule that takes all of a currency with the next snapshot. */
function takingAll(currency: (typeof CURRENCIES)[number]) {
  const id = `${ACCOUNT.id.slice(0, -2)}c${CURRENCIES.indexOf(currency)}`;
  const account = { ...ACCOUNT, id, label: `Vault ${currency}`, currency };
  const all = { threshold: '0', keep: '0', minimum: '0', step: '0.01' };
  const swept = { id: `all-${currency.toLowerCase()}`, label: `All ${currency}`, currency };
  const withdrawalAccountId = account.id;
  return { account, rule: rule({ ...swept, ...all, withdrawalAccountId, version: 1 }) };
}

async function sweepAll(currency: (typeof CURRENCIES)[number]): Promise<void> {
  const lanes = await deployed().ledger.readLanes(TENANT);
  const epoch = await deployed().ledger.epoch();
  const taking = takingAll(currency);
  await commit(
    { kind: 'put-account', account: taking.account },
    { kind: 'put-rule', rule: taking.rule },
    ...(lanes.some((lane) => lane.currency === currency)
      ? []
      : [{ kind: 'create-lane', lane: newLane(TENANT, currency, epoch) } as const]),
  );
}

type Query = Readonly<Record<string, string>>;

async function get(name: string, route: string, query: Query) {
  const found = await deployed().call(name, {
    routeKey: `GET /v1/${route}`,
    groups: '[viewer]',
    query,
  });
  expect([route, query, found.status]).toEqual([route, query, 200]);
  return found;
}

const report = async (route: string, query: Query) => await get('query-reports', route, query);

const itemsOf = (body: object) => (body as { items: Readonly<Record<string, never>>[] }).items;

const summed = (values: readonly string[]) =>
  values.reduce((sum, value) => sum.plus(value || '0'), new Decimal(0)).toFixed();

/** A column of a table in CSV, of the rows that are said. */
function columnOf(text: string, name: string, isWanted: (line: string) => boolean): string[] {
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const at = head.replace('\uFEFF', '').split(',').indexOf(name);
  return lines.filter(isWanted).map((line) => line.split(',')[at] ?? '');
}

const RANGE = { from: '2026-03-01', to: '2026-03-03' };
const MONTH = { month: '2026-03', timeZone: 'UTC' };
const MONTHS = { firstMonth: '2026-03', lastMonth: '2026-03', timeZone: 'UTC' };

/** What would leave, were everything swept, and what is held before: both in the reporting currency alone. */
async function totalsOfWhatLeaves(): Promise<Readonly<Record<string, unknown>>> {
  const { days, rules } = forecastResponse.parse(
    (await get('preview-policy', 'forecast', { days: '1' })).body,
  );
  const tried = await deployed().call('preview-policy', {
    routeKey: 'POST /v1/sweep-rules/preview',
    groups: '[treasurer]',
    body: { rules: [DRAFT] },
  });
  const { balances } = previewResponse.parse(tried.body);
  const drafts = CURRENCIES.map((currency) => draftOf({}, takingAll(currency).rule));
  const past = await deployed().call('preview-policy', {
    routeKey: 'POST /v1/sweep-rules/backtest',
    groups: '[treasurer]',
    body: { rules: drafts, from: TICK, to: plusSeconds(TICK, 60) },
  });
  expect([past.status, past.body.fields]).toEqual([200, undefined]);
  const replayed = backtestResponse.parse(past.body);
  const named = replayed.manualRates.map(({ id }) => id);
  expect(named).toEqual(expect.arrayContaining(['chf-q1']));
  return {
    forecast: summed(days.map(({ value }) => value ?? 'none')),
    forecastLines: summed(days.flatMap(({ leaving }) => leaving.map(({ value = '' }) => value))),
    forecastRules: summed(rules.map(({ value }) => value ?? 'none')),
    backtest: summed(replayed.draft.rules.map(({ value }) => value)),
    backtestInForce: summed(replayed.inForce.rules.map(({ value }) => value)),
    preview: summed(balances.map(({ valueBefore = '' }) => valueBefore)),
  };
}

/** What the treasury is worth at the tick, by each path. */
async function totalsBy(valuedIn: Query): Promise<Readonly<Record<string, unknown>>> {
  const latest = (await report('snapshots/latest', valuedIn)).body;
  const asOf = (await report('snapshots', { at: plusSeconds(TICK, 60), ...valuedIn })).body;
  const page = (await report('snapshots', { ...RANGE, ...valuedIn })).body;
  const table = (await report('snapshots/latest', { format: 'csv', ...valuedIn })).text;
  const file = (await report('snapshots', { format: 'csv', whole: 'true', ...RANGE, ...valuedIn }))
    .text;
  const overview = (await get('query-ledger', 'overview', valuedIn)).body;
  const series = async (interval: string, more: Query = {}) =>
    await report('reports/totals', { ...RANGE, interval, ...more, ...valuedIn });
  const [raw, hour, day, month] = await Promise.all(
    ['raw', 'hour', 'day', 'month'].map(async (interval) =>
      itemsOf((await series(interval)).body).at(-1),
    ),
  );
  const days = await series('day', { format: 'csv', whole: 'true' });
  const balances = await Promise.all(
    CURRENCIES.map(async (currency) =>
      Promise.all(
        ['raw', 'day'].map(async (interval) => {
          const { body } = await report('reports/balances', {
            ...RANGE,
            currency,
            interval,
            ...valuedIn,
          });
          return itemsOf(body).at(-1)?.value ?? 'none';
        }),
      ),
    ),
  );
  const statement = (await report('reports/statement', { ...MONTH, ...valuedIn })).body.statement;
  const rollForward = (
    await report('reports/roll-forward', { ...MONTHS, format: 'csv', ...valuedIn })
  ).text;
  const valuation = (body: object) => (body as { valuation: { total: string } }).valuation.total;
  const isOf = (tick: string) => (line: string) => line.startsWith(tick);
  return {
    latest: valuation(latest),
    asOf: valuation(itemsOf(asOf)[0] ?? {}),
    page: itemsOf(page).map(valuation)[0],
    table: summed(columnOf(table, 'value', isOf(TICK))),
    file: summed(columnOf(file, 'value', isOf(TICK))),
    overview: (overview.value as { total: string }).total,
    overviewRows: summed((overview.currencies as { value: string }[]).map(({ value }) => value)),
    raw: raw?.value,
    hour: hour?.close,
    hourLow: hour?.low,
    day: day?.close,
    dayHigh: day?.high,
    month: month?.close,
    monthOpen: month?.open,
    days: columnOf(days.text, 'close', () => true).at(-1),
    balances: summed(balances.map(([value]) => String(value))),
    balancesByDay: summed(balances.map(([, value]) => String(value))),
    statement: (statement as { totals: { closing: string } }).totals.closing,
    rollForward: columnOf(rollForward, 'value', (line) => line.includes(',all,,closing,')).at(-1),
  };
}

describe('the total of a snapshot is the same by every path', () => {
  it.each(WORLDS)('$name', async (world) => {
    await held(world);
    const usd = worthInUsd(world.francs, world.gold);
    for (const [valuedIn, total] of [
      [{}, usd],
      [{ in: 'USD' }, usd],
      [{ in: 'usd' }, usd],
      [{ in: 'EUR' }, usd.dividedBy('1.25')],
    ] as const) {
      const found = await totalsBy(valuedIn);
      const others = Object.entries(found).filter(([, seen]) => seen !== total.toFixed());
      expect([JSON.stringify(valuedIn), others.join(' ')]).toEqual([JSON.stringify(valuedIn), '']);
    }
    for (const [path, seen] of Object.entries(await totalsOfWhatLeaves())) {
      expect([path, seen]).toEqual([path, usd.toFixed()]);
    }
  });
});
