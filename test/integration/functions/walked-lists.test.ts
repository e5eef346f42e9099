import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../api/openapi/document.ts';
import { BUILT_IN_CALENDARS } from '../../../treasury/calendars/built-in.ts';
import { ACCOUNT, RULE, WEBHOOK } from '../../samples/policy.ts';
import { Random } from '../../simulation/random.ts';
import { isThorough } from '../../thoroughness.ts';
import { itemsOf } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type Counted, fillLists, moments, SEASONS, type Season, ZONE } from './listed-world.ts';

/*
 * Every list of the document, over random data: walking there and back visits each item once, and adjoining ranges part the
 * items, wherever they are cut: at instants, at months, at dates whose clocks change.
 */

const { deployed } = deployedForEachTest({ REPORTING_TIME_ZONE: ZONE });

const SEEDS = isThorough ? [1, 2, 3, 4, 5, 6, 7, 8] : [20_250_330];
/** Walks of each list with a limit and an order of their own. */
const WALKS = isThorough ? 4 : 1;
/** Cuts of a range: pieces of which some are empty. */
const CUTS = isThorough ? 6 : 3;
/** More pages than any list here has: it does not end. */
const MAX_PAGES = 100;

type Query = Readonly<Record<string, string>>;

interface Walked {
  /** Of the function that serves it, if that is not query-ledger. */
  readonly function?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** What stands in the tables, each of which the list has once. */
  readonly stored: ((entity: string, kind?: string, state?: string) => boolean) | keyof Counted;
  /** How many it has beside those: they stand in no table. */
  readonly builtIn?: number;
  /** Why its ranges do not part its items. */
  readonly overlaps?: string;
}

const of =
  (...entities: readonly string[]) =>
  (entity: string) =>
    entities.includes(entity);
const isWithdrawal = (entity: string, kind?: string): boolean =>
  entity === 'instruction' && kind === 'withdrawal';
const reports = 'query-reports';
const series = { function: reports, stored: of('snapshot') } as const;
const versions = (id: string): Walked => ({ path: { id }, stored: 'versions' });

const LISTS: Readonly<Record<string, Walked>> = {
  listInbox: {
    query: { kind: 'withdrawal' },
    stored: (entity, kind, state) => isWithdrawal(entity, kind) && state === 'awaiting-approval',
  },
  listInstructions: { stored: of('instruction') },
  listWithdrawals: { stored: isWithdrawal },
  listTrades: { stored: (entity, kind) => entity === 'instruction' && kind === 'trade' },
  listEvents: { stored: 'events' },
  listAuditEntries: { query: { action: 'halt' }, stored: 'halts' },
  listDenials: { stored: of('denials') },
  listSweepRules: { stored: of('rule') },
  listAccounts: { stored: of('account') },
  listWebhooks: { stored: of('webhook') },
  listMatchingRules: { stored: of('matching-rule') },
  listCalendars: { stored: of('calendar'), builtIn: BUILT_IN_CALENDARS.length },
  listManualRates: { stored: of('manual-rate') },
  listLanes: { stored: of('lane') },
  listSweepRuleVersions: versions(RULE.id),
  listAccountVersions: versions(ACCOUNT.id),
  listWebhookVersions: versions(WEBHOOK.id),
  listMatchingRuleVersions: versions('deposits'),
  listCalendarVersions: versions('closed-days'),
  listManualRateVersions: versions('francs'),
  listControlsVersions: { stored: 'versions' },
  listChanges: { stored: of('change') },
  listDecisions: { stored: 'decisions' },
  listDecisionSpans: {
    query: { rule: RULE.id },
    stored: 'spans',
    overlaps: 'a span lies in every range that it touches',
  },
  listSnapshots: { function: reports, stored: of('snapshot') },
  reportBalances: { ...series, query: { currency: 'BTC', interval: 'raw' } },
  reportTotals: { ...series, query: { interval: 'raw' } },
  listFlows: { function: reports, stored: of('flow') },
  listBreaks: { function: reports, stored: of('break') },
  listDeliveries: {
    function: 'manage-webhooks',
    path: { id: WEBHOOK.id },
    stored: of('delivery'),
  },
};

/** Their items are made of a month's flows, breaks and prices, and stand in no table: test/unit/statements/statement-pages.test.ts walks them. */
const OF_A_STATEMENT: readonly string[] = ['listStatementLines', 'listRestatements'];

const { paths } = openApiDocument() as unknown as {
  readonly paths: Readonly<
    Record<string, { readonly get?: { operationId: string; parameters?: { name: string }[] } }>
  >;
};
const DOCUMENTED = Object.entries(paths).flatMap(([path, { get }]) => {
  const names = (get?.parameters ?? []).map(({ name }) => name);
  return get !== undefined && names.includes('cursor')
    ? [{ name: get.operationId, route: `GET ${path}`, names }]
    : [];
});

it('every list of the document is walked', () => {
  const known = [...Object.keys(LISTS), ...OF_A_STATEMENT];
  expect(DOCUMENTED.map(({ name }) => name).sort()).toEqual(known.sort());
});

interface List extends Walked {
  readonly name: string;
  readonly route: string;
  readonly isSorted: boolean;
  readonly isRanged: boolean;
}

function listOf({ name, route, names }: (typeof DOCUMENTED)[number], { whole }: Season): List {
  const walked = LISTS[name];
  if (walked === undefined) throw new Error(`${name} is not walked`);
  const isRanged = names.includes('to') && walked.overlaps === undefined;
  // A report needs a range; any other list is whole without one.
  const query = { ...(name.startsWith('report') && whole), ...walked.query };
  return { ...walked, query, name, route, isSorted: names.includes('sort'), isRanged };
}

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
  readonly previous: string | null;
}

async function pageOf({ name, route, function: of = 'query-ledger', ...list }: List, query: Query) {
  const { status, body } = await deployed().call(of, {
    routeKey: route,
    groups: '[admin]',
    query: { ...list.query, ...query },
    ...(list.path === undefined ? {} : { path: list.path }),
  });
  expect(status, `${name} ${JSON.stringify({ query, body })}`).toBe(200);
  return body as unknown as Page;
}

/** Every page from a list's start to its end, or back from a cursor. */
async function walked(
  list: List,
  query: Query,
  [direction, from]: readonly ['next' | 'previous', string?] = ['next'],
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let cursor: string | null | undefined = from;
  do {
    const page: Page = await pageOf(list, { ...query, ...(cursor && { cursor }) });
    pages.push(page);
    cursor = page[direction];
    if (pages.length > MAX_PAGES) throw new Error(`${list.name} does not end`);
  } while (cursor !== null);
  return pages;
}

const idsIn = (pages: readonly Page[]) =>
  pages.flatMap(({ items }) => items.map((item) => JSON.stringify(item)));

/** How many of each there are in the tables, whatever the lists say. */
async function storedOf({ stored, builtIn = 0 }: List, counted: Counted): Promise<number> {
  if (typeof stored === 'string') return counted[stored];
  const { ledgerTable, snapshotsTable, eventsTable, deliveriesTable } = deployed();
  const tables = [ledgerTable, snapshotsTable, eventsTable, deliveriesTable];
  const items = (await Promise.all(tables.map(itemsOf))).flat();
  const found = items.filter(({ entity, kind, state }) =>
    stored(entity?.S ?? '', kind?.S, state?.S),
  );
  return found.length + builtIn;
}

/** Adjoining ranges from one end of the season to the other, cut at dates of the zone and at instants. */
function pieces(random: Random, season: Season): readonly Query[] {
  const dates = Object.entries(season.midnights);
  const cuts = Array.from({ length: CUTS }, () => {
    const [date, midnight] = random.pick(dates);
    const [at = midnight] = moments(random, season, 1);
    const other = `${new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, -1)}+02:00`;
    return random.pick([
      { at: midnight, text: date },
      { at, text: at },
      { at, text: other },
    ]);
  }).sort((one, next) => (one.at < next.at ? -1 : 1));
  const bounds = [season.whole.from, ...cuts.map(({ text }) => text), season.whole.to];
  return bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? '', to }));
}

describe.each(SEEDS)('with seed %d, each list', (seed) => {
  it('is walked there and back, and parted by adjoining ranges', async () => {
    const random = new Random(seed);
    const season = random.pick(SEASONS);
    const counted = await fillLists(deployed(), random, season);
    const here = DOCUMENTED.filter(({ name }) => !OF_A_STATEMENT.includes(name));
    for (const list of here.map((each) => listOf(each, season))) {
      const whole = idsIn(await walked(list, { limit: '200' }));
      const stored = await storedOf(list, counted);
      expect([list.name, new Set(whole).size]).toEqual([list.name, whole.length]);
      expect([list.name, whole.length]).toEqual([list.name, stored]);
      expect(whole.length, list.name).toBeGreaterThan(2);
      for (let walk = 0; walk < WALKS; walk++) await walkedBothWays(list, whole, random);
      if (list.isRanged) await parted(list, whole, pieces(random, season), random);
    }
  });
});

async function walkedBothWays(list: List, whole: readonly string[], random: Random) {
  const sort = random.pick(['newest', 'oldest']);
  const query = {
    limit: `${random.between(1, 5)}`,
    ...(list.isSorted && { sort }),
  };
  const there = await walked(list, query);
  const ordered = list.isSorted && sort === 'oldest' ? whole.toReversed() : whole;
  expect({ ...query, list: list.name, ids: idsIn(there) }).toEqual({
    ...query,
    list: list.name,
    ids: ordered,
  });
  const last = there.at(-1);
  expect(there[0]?.previous).toBeNull();
  if (last?.previous == null) return;
  const back = await walked(list, query, ['previous', last.previous]);
  const again = [...back.toReversed(), last];
  expect({ ...query, list: list.name, ids: idsIn(again) }).toEqual({
    ...query,
    list: list.name,
    ids: ordered,
  });
}

async function parted(list: List, whole: readonly string[], cut: readonly Query[], random: Random) {
  const found: string[] = [];
  for (const piece of cut) {
    const limit = `${random.between(2, 9)}`;
    found.push(...idsIn(await walked(list, { ...piece, limit })));
  }
  expect({ list: list.name, cut, ids: found.sort() }).toEqual({
    list: list.name,
    cut,
    ids: whole.toSorted(),
  });
}
