import { pageOfKnown } from '../../adapters/store/known-list.ts';
import { readMatchingRules } from '../../adapters/store/matching-rules.ts';
import type { PageRequest } from '../../adapters/store/pages.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { holding } from '../../adapters/store/searched-text.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { type HttpResponse, json } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { mapped } from '../../api/responses/list.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { withoutSeal } from '../../treasury/sealing/messages.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { refuseUnknown } from './known-ids.ts';
import { readLaneViews } from './lanes.ts';
import type { Reads } from './read-once.ts';

interface WholeListPorts {
  readonly table: StoreTable;
  readonly ledgerOf: (event: ApiEvent) => Reads;
  readonly cursors: Cursors;
  readonly now: () => Instant;
}

type Keys = `GET /v1/${'sweep-rules' | 'accounts' | 'webhooks' | 'matching-rules' | 'lanes'}`;

/** Lists whose number of items is limited: read whole, then filtered, and cut into pages only if a `limit` says so. */
export function wholeLists({
  table,
  ledgerOf,
  cursors,
  now,
}: WholeListPorts): HandlersOf<typeof QUERY_LEDGER, Keys> {
  const page = async <T>(
    event: ApiEvent,
    items: readonly T[],
    keyOf: (item: T) => string,
    wanted: PageRequest,
  ): Promise<HttpResponse> => {
    const list = await cursors.sealed(event, pageOfKnown(items, keyOf, wanted));
    return json(
      200,
      mapped(list, (item) => withoutSeal(item as T & object)),
    );
  };
  return {
    'GET /v1/sweep-rules': async ({ event, query }) => {
      await refuseUnknown(table, event.tenant, query);
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, account, text } = filter;
      const { rules } = await ledgerOf(event).readPolicy(event.tenant);
      const found = rules
        .filter((rule) => currency === undefined || rule.currency === currency)
        .filter((rule) => account === undefined || rule.withdrawalAccountId === account)
        .filter(labelled(text));
      return await page(event, found, idOf, wanted);
    },
    'GET /v1/accounts': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, text } = filter;
      const { accounts } = await ledgerOf(event).readPolicy(event.tenant);
      const found = accounts
        .filter((account) => currency === undefined || account.currency === currency)
        .filter(labelled(text));
      return await page(event, found, idOf, wanted);
    },
    'GET /v1/webhooks': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const webhooks = await createPolicyChanges(table).readWebhooks(event.tenant);
      return await page(event, webhooks.filter(labelled(filter.text)), idOf, wanted);
    },
    'GET /v1/matching-rules': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const rules = await readMatchingRules(table, event.tenant);
      return await page(event, rules.filter(labelled(filter.text)), idOf, wanted);
    },
    'GET /v1/lanes': async ({ event, query }) => {
      const { page: wanted, filter } = await cursors.paged(event, query);
      const { currency, state } = filter;
      const lanes = (await readLaneViews(ledgerOf(event), event.tenant, now()))
        .filter((lane) => currency === undefined || lane.currency === currency)
        .filter((lane) => state === undefined || state.includes(lane.state));
      return await page(event, lanes, (lane) => lane.currency, wanted);
    },
  };
}

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
