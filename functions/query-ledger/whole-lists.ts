import { pageOfKnown } from '../../adapters/store/known-list.ts';
import { readManualRates } from '../../adapters/store/manual-rates.ts';
import { readMatchingRules } from '../../adapters/store/matching-rules.ts';
import type { PageRequest } from '../../adapters/store/pages.ts';
import { holding } from '../../adapters/store/searched-text.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import { webhooksOf } from '../../adapters/store/webhooks.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { json, saidJson } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import type { NamingFilters } from '../../api/requests/known-filters.ts';
import { LANE_ROUTES } from '../../api/responses/lane-actions.ts';
import { type List, mapped } from '../../api/responses/list.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { builtInViews } from '../../treasury/calendars/built-in.ts';
import { withPause } from '../../treasury/facts/sentences/say/say-waiting.ts';
import { showLane } from '../../treasury/lanes/lane-view.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { paysTo } from '../../treasury/policy/rule-split.ts';
import { ruleActivity, showActivity } from '../../treasury/rules/rule-activity.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { SnapshotTaken } from '../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { type LimitMarket, priceReadingOf } from '../../treasury/value-limits/price-of-limits.ts';
import { hasValueLimits } from '../../treasury/value-limits/rule-limits.ts';
import { readLaneViews } from './lanes.ts';
import type { RefuseUnknown } from './query-known.ts';
import type { Reads } from './read-once.ts';

interface WholeListPorts {
  readonly table: StoreTable;
  readonly ledgerOf: (event: ApiEvent) => Reads;
  readonly latestSnapshot: (tenant: string) => Promise<SnapshotTaken | null>;
  readonly cursors: Cursors;
  readonly now: () => Instant;
  readonly refuseUnknown: RefuseUnknown;
}

type Keys =
  `GET /v1/${'sweep-rules' | 'accounts' | 'calendars' | 'webhooks' | 'matching-rules' | 'manual-rates' | 'lanes'}`;

/** Lists whose number of items is limited: read whole, then filtered, and cut into pages only if a `limit` says so. */
export function wholeLists({
  table,
  ledgerOf,
  latestSnapshot,
  cursors,
  now,
  refuseUnknown,
}: WholeListPorts): HandlersOf<typeof QUERY_LEDGER, Keys> {
  const { page, listed } = pagesOf({ cursors, refuseUnknown });
  return {
    'GET /v1/sweep-rules': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { tenant } = event;
      const read = { ledger: ledgerOf(event), latestSnapshot, at: now() };
      const { found, unreadable } = await rulesAsked(read, tenant, filter);
      const list = await page({ event, query }, found, idOf, wanted, unreadable);
      return saidJson(200, (reader) =>
        mapped(list, ({ activity, ...rule }) => ({
          ...withoutSeal(rule),
          activity: showActivity(activity, reader),
        })),
      );
    },
    'GET /v1/accounts': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, text } = filter;
      const { accounts, unreadableAccounts } = await ledgerOf(event).readPolicy(event.tenant);
      const found = accounts
        .filter((account) => currency === undefined || account.currency === currency)
        .filter(labelled(text));
      return await listed({ event, query }, found, idOf, wanted, unreadableAccounts);
    },
    'GET /v1/calendars': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { calendars = [], unreadableCalendars } = await ledgerOf(event).readPolicy(
        event.tenant,
      );
      const found = [...builtInViews(), ...calendars].filter(labelled(filter.text));
      return await listed({ event, query }, found, idOf, wanted, unreadableCalendars);
    },
    'GET /v1/webhooks': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { things: webhooks, unreadable } = await webhooksOf(table, event.tenant);
      const found = webhooks.filter(labelled(filter.text));
      const list = await page({ event, query }, found, idOf, wanted, unreadable);
      return saidJson(200, (reader) =>
        mapped(list, (webhook) => withPause(withoutSeal(webhook), reader)),
      );
    },
    'GET /v1/manual-rates': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, text } = filter;
      const found = (await readManualRates(table, event.tenant))
        .filter((rate) => currency === undefined || rate.currency === currency)
        .filter(labelled(text));
      return await listed({ event, query }, found, idOf, wanted);
    },
    'GET /v1/matching-rules': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, text } = filter;
      const found = (await readMatchingRules(table, event.tenant))
        .filter((rule) => currency === undefined || rule.currency === currency)
        .filter(labelled(text));
      return await listed({ event, query }, found, idOf, wanted);
    },
    'GET /v1/lanes': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, state } = filter;
      const lanes = (await readLaneViews(ledgerOf(event), event.tenant, now()))
        .filter((lane) => currency === undefined || lane.currency === currency)
        .filter((lane) => state === undefined || state.includes(lane.state));
      const list = await page({ event, query }, lanes, (lane) => lane.currency, wanted);
      return saidJson(200, (reader) =>
        mapped(list, (lane) => showLane(lane, { reader, actions: LANE_ROUTES })),
      );
    },
  };
}

/** The page that a caller asks for, of what was read whole: to be shown, and as the answer. */
function pagesOf({ cursors, refuseUnknown }: Pick<WholeListPorts, 'cursors' | 'refuseUnknown'>) {
  const page = async <T extends object>(
    { event, query }: { readonly event: ApiEvent; readonly query: ListQuery },
    items: readonly T[],
    keyOf: (item: T) => string,
    wanted: PageRequest,
    unreadable: readonly string[] = [],
  ): Promise<List<T>> => {
    const found = {
      ...pageOfKnown(items, keyOf, wanted),
      ...(unreadable.length > 0 && { unreadable }),
    };
    await refuseUnknown(event, query, found);
    return await cursors.sealed(event, found);
  };
  const listed = async <T extends object>(...of: Parameters<typeof page<T>>) => {
    const list = await page<T>(...of);
    return json(
      200,
      mapped(list, (item) => withoutSeal(item)),
    );
  };
  return { page, listed };
}

/** The rules that a filter asks for, with what they have done lately, and those that cannot be read. */
async function rulesAsked(
  {
    ledger,
    latestSnapshot,
    at,
  }: Pick<WholeListPorts, 'latestSnapshot'> & { readonly ledger: Reads; readonly at: Instant },
  tenant: string,
  { currency, account, text }: RuleFilter,
) {
  const [{ rules, unreadableRules, calendars, accounts, controls }, lanes] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
  ]);
  const laneOf = new Map(lanes.map((lane) => [lane.currency, lane]));
  const priced = controls !== null && rules.some(hasValueLimits);
  const snapshot = priced ? await latestSnapshot(tenant) : null;
  const market = marketOf(controls, snapshot, at);
  const known = { accounts, ...(calendars === undefined ? {} : { calendars }) };
  const found = rules
    .filter((rule) => currency === undefined || rule.currency === currency)
    .filter((rule) => account === undefined || paysTo(rule, account))
    .filter(labelled(text))
    .map((rule) => ({
      ...rule,
      activity: ruleActivity(rule, laneOf.get(rule.currency), at, market, known),
    }));
  return { found, unreadable: (unreadableRules ?? []).map(idOf) };
}

interface RuleFilter {
  readonly currency?: string;
  readonly account?: string;
  readonly text?: string;
}

type ListQuery = NamingFilters & { readonly cursor?: string };

interface Labelled {
  readonly id: string;
  readonly label?: string;
}

function idOf({ id }: Labelled): string {
  return id;
}

function labelled(text: string | undefined): (item: Labelled) => boolean {
  return holding(text, ({ id, label }: Labelled) => [id, label]) ?? (() => true);
}

/** The prices at which limits by value are shown: those of the latest snapshot, as the next decision would judge them. */
function marketOf(
  controls: Controls | null,
  snapshot: SnapshotTaken | null,
  now: Instant,
): LimitMarket | null {
  if (controls === null || snapshot === null) return null;
  const { reportingCurrency } = controls;
  return { reportingCurrency, readings: [priceReadingOf(snapshot, controls)], now };
}
