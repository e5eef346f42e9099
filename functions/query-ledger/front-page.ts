import {
  newestRuns,
  newestTick,
  webhooksInTrouble,
  whatWaits,
} from '../../adapters/store/front-page.ts';
import { pageOfKnown } from '../../adapters/store/known-list.ts';
import { createPolicyChanges } from '../../adapters/store/policy-changes.ts';
import { reportRates } from '../../adapters/store/report-rates.ts';
import { createSnapshots, takenBy } from '../../adapters/store/snapshots.ts';
import type { StoreTable } from '../../adapters/store/store-table.ts';
import type { Cursors } from '../../api/cursors/cursors.ts';
import { saidJson } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { linksOf } from '../../api/responses/inbox-routes.ts';
import { LANE_ROUTES } from '../../api/responses/lane-actions.ts';
import { mapped } from '../../api/responses/list.ts';
import type { HandlersOf } from '../../api/router/serve.ts';
import type { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { logger } from '../../runtime/observability/middleware.ts';
import { readAllCounts, unreadableOf } from '../../treasury/counters/shared-counts.ts';
import { haltView } from '../../treasury/halt/halt-view.ts';
import type { InboxPorts } from '../../treasury/inbox/find-waiting.ts';
import {
  type Decider,
  type InboxItem,
  type InboxKind,
  showItem,
} from '../../treasury/inbox/inbox-item.ts';
import { placeInInbox, readInbox } from '../../treasury/inbox/read-inbox.ts';
import { overviewOf, showOverview } from '../../treasury/overview/overview.ts';
import { askedIn } from '../../treasury/report-values/valuation-in.ts';
import { SealsUnavailableError } from '../../treasury/seals/ports.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { deciderOf, meResponse } from './caller.ts';
import { isWantedBy } from './inbox-filter.ts';
import { readLaneViews } from './lanes.ts';
import type { RefuseUnknown } from './query-known.ts';
import type { Reads } from './read-once.ts';

const DAY_SECONDS = 86_400;

/** Runs that a front page names: the last one, and whether it is like the ones before. */
const LAST_RUNS = 3;

export interface FrontPagePorts
  extends Pick<
    InboxPorts,
    'now' | 'snapshotEverySeconds' | 'reportingCurrency' | 'seals' | 'receiverProblem'
  > {
  readonly ledger: Reads;
  readonly ledgerTable: StoreTable;
  readonly snapshotsTable: StoreTable;
}

/** Who I am, what waits for a decision, and how things stand: each in one call. */
export function frontPageRoutes({
  ledgerOf,
  cursors,
  refuseUnknown,
  ...rest
}: Omit<FrontPagePorts, 'ledger'> & {
  readonly ledgerOf: (event: ApiEvent) => Reads;
  readonly cursors: Cursors;
  readonly refuseUnknown: RefuseUnknown;
}): HandlersOf<typeof QUERY_LEDGER, 'GET /v1/me' | 'GET /v1/inbox' | 'GET /v1/overview'> {
  const portsOf = (event: ApiEvent): FrontPagePorts => ({ ...rest, ledger: ledgerOf(event) });
  return {
    'GET /v1/me': async ({ event }) => await meResponse(event),
    'GET /v1/inbox': async ({ event, query }) => {
      const { page, filter } = await cursors.paged(event, query);
      const { items, more, at } = await readInbox(
        inboxPortsOf(portsOf(event)),
        event.tenant,
        await deciderOf(event),
      );
      const wanted = items.filter(isWantedBy(filter));
      const found = pageOfKnown(wanted, (item) => placeInInbox(item, at), page);
      await refuseUnknown(event, query, found);
      const list = await cursors.sealed(event, found);
      return saidJson(200, (reader) => ({
        ...mapped(list, (item) => ({ ...showItem(item, reader), ...linksOf(item) })),
        ...{ ...countsOf(items), more },
      }));
    },
    'GET /v1/overview': async ({ event, tenant, query }) => {
      const shared = portsOf(event);
      const ports = inboxPortsOf(shared);
      // Both name the webhooks in trouble: they are read once.
      const webhooks = webhooksInTrouble(shared.ledgerTable, tenant);
      const inTrouble = async () => (await webhooks).inTrouble;
      const waiting = { ...ports.waiting, webhooks: inTrouble };
      const [overview, waits] = await Promise.all([
        readOverview(shared, tenant, webhooks, query.in),
        readWaiting({ ...ports, waiting }, tenant, await deciderOf(event)),
      ]);
      const { halt, ...rest } = overview;
      return saidJson(200, (reader) => ({
        ...{ tenant, ...showOverview(rest, { reader, actions: LANE_ROUTES }) },
        halt: haltView(halt, reader),
        waiting: waits,
      }));
    },
  };
}

function inboxPortsOf({ ledgerTable, snapshotsTable, ledger, ...ports }: FrontPagePorts) {
  const { readCurrent, readWebhooks } = createPolicyChanges(ledgerTable);
  return {
    ...ports,
    latest: createSnapshots(snapshotsTable).latest,
    ledger: { ...ledger, readWebhooks },
    waiting: {
      ...whatWaits(ledgerTable),
      readCurrent,
    },
  } satisfies InboxPorts;
}

/** How much waits, in all and for the caller; whatever a filter leaves out of the items. */
function countsOf(items: readonly InboxItem[]) {
  const byKind: Partial<Record<InboxKind, number>> = {};
  for (const { kind } of items) byKind[kind] = (byKind[kind] ?? 0) + 1;
  const forMe = items.filter(({ mayDecide }) => mayDecide).length;
  return { waiting: items.length, forMe, byKind };
}

/** Null where the seals cannot be verified now: the rest of a front page is known all the same. */
async function readWaiting(
  ports: InboxPorts,
  tenant: string,
  decider: Decider,
): Promise<object | null> {
  try {
    const { items, more } = await readInbox(ports, tenant, decider);
    const { waiting: total, ...counts } = countsOf(items);
    return { total, ...counts, more };
  } catch (error) {
    if (!(error instanceof SealsUnavailableError)) throw error;
    logger.warn('what waits could not be verified', error);
    return null;
  }
}

/** A bounded number of reads, each of one item or a few, however long the history is. */
async function readOverview(
  { now, snapshotEverySeconds, ledger, ledgerTable, snapshotsTable, seals }: FrontPagePorts,
  tenant: string,
  troubles: ReturnType<typeof webhooksInTrouble>,
  into?: string,
) {
  const at = now();
  const ago = (seconds: number) => takenBy(snapshotsTable, tenant, plusSeconds(at, -seconds));
  const [newest, latest, dayBefore, weekBefore, runs, policy, lanes, counts, webhooks, asked] =
    await Promise.all([
      newestTick(snapshotsTable, tenant),
      createSnapshots(snapshotsTable).latest(tenant),
      ago(DAY_SECONDS),
      ago(7 * DAY_SECONDS),
      newestRuns(snapshotsTable, tenant, LAST_RUNS),
      ledger.readPolicy(tenant),
      readLaneViews(ledger, tenant, at),
      readAllCounts((name) => ledger.readCounts(tenant, name)),
      troubles,
      askedIn(reportRates(ledgerTable, seals, { consistent: false }), tenant, into),
    ]);
  const seen = { at, snapshotEverySeconds, newest, latest, dayBefore, weekBefore };
  const { inTrouble, unreadable } = webhooks;
  const unread = { counts: unreadableOf(counts), webhook: unreadable };
  const found = { webhooks: inTrouble, unreadable: unread };
  const overview = overviewOf({ ...seen, ...found, runs, policy, lanes, asked });
  const failingWebhooks = overview.failingWebhooks.map((each) => ({
    ...each,
    link: `/v1/webhooks/${encodeURIComponent(each.webhookId)}`,
  }));
  return { ...overview, failingWebhooks, halt: policy.halt };
}
