import { cachedVerifier } from '../../adapters/seals/cached-verifier.ts';
import { entriesAfter, listAudit } from '../../adapters/store/audit-trail.ts';
import { callersIn } from '../../adapters/store/callers.ts';
import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { listDenials } from '../../adapters/store/denials.ts';
import { createHistory } from '../../adapters/store/history.ts';
import { createLedger } from '../../adapters/store/ledger.ts';
import { createLedgerLists } from '../../adapters/store/ledger-lists.ts';
import { namesIn } from '../../adapters/store/people.ts';
import { createSnapshots } from '../../adapters/store/snapshots.ts';
import { listOpenSpans, listSpans } from '../../adapters/store/span-lists.ts';
import { localWebhookUrlProblem, webhookUrlProblem } from '../../adapters/webhooks/webhook-url.ts';
import { createCursors, cursorProblem } from '../../api/cursors/cursors.ts';
import {
  type HttpResponse,
  json,
  type SaidResponse,
  saidJson,
} from '../../api/problems/problem.ts';
import { type List, mapped, wholeList } from '../../api/responses/list.ts';
import { loadedLater } from '../../api/router/loaded-later.ts';
import { serve } from '../../api/router/serve.ts';
import { QUERY_LEDGER } from '../../api/routes/declared/query-ledger.ts';
import { connectCursorKeys } from '../../runtime/clients/cursor-keys.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { connectReadingVerifier, connectSeals } from '../../runtime/clients/seals.ts';
import { effects } from '../../runtime/effects.ts';
import { queryLedgerEnvironment, readEnvironment } from '../../runtime/environment/environment.ts';
import { verifyTrail } from '../../treasury/audit/verify-trail.ts';
import { type StoredDecision, showStored } from '../../treasury/ledger/stored-decision.ts';
import { type Instant, justAfter } from '../../treasury/time/instant.ts';
import { auditResponse, headOf, MAX_VERIFIED_ENTRIES, verificationResponse } from './audit.ts';
import { eventSchemas, openApiDocument } from './documents.ts';
import { eventsRoute } from './events.ts';
import { instructionRoutes } from './instructions.ts';
import type { LaterPorts } from './later-routes.ts';
import { refusingUnknown } from './query-known.ts';
import { ledgerOfRequest } from './read-once.ts';

const environment = readEnvironment(queryLedgerEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const snapshotsTable = { client: dynamo(), tableName: environment.SNAPSHOTS_TABLE };
const ledger = createLedger(ledgerTable);
const ledgerOf = ledgerOfRequest(ledger);
const lists = createLedgerLists(ledgerTable);
const history = createHistory({ snapshots: snapshotsTable, ledger: ledgerTable });
const trail = { entriesAfter: entriesAfter(ledgerTable), readAuditHead: ledger.readAuditHead };
const decisionTables = { snapshots: snapshotsTable };
const snapshots = createSnapshots(snapshotsTable);
const { now } = effects;
const cursors = createCursors({ keys: connectCursorKeys(environment) });
const eventsTable = { client: dynamo(), tableName: environment.EVENTS_TABLE };
const refuseUnknown = refusingUnknown({ ledgerOf, ledgerTable, snapshotsTable });
const events = eventsRoute({ table: eventsTable, cursors, now });

const later: LaterPorts = {
  ...{ now, ledger, ledgerOf, ledgerTable, snapshotsTable, cursors, history, refuseUnknown },
  latestSnapshot: snapshots.latest,
  seals: cachedVerifier(connectSeals(environment)),
  reader: cachedVerifier(connectReadingVerifier(environment)),
  snapshotEverySeconds: environment.SNAPSHOT_EVERY_SECONDS,
  reportingCurrency: environment.REPORTING_CURRENCY,
  receiverProblem: environment.LOOPBACK_WEBHOOKS ? localWebhookUrlProblem : webhookUrlProblem,
};

/** What is asked: current instructions, policy, lanes and decisions, and what a request would be told. Nothing is written. */
export const handler = serve(
  QUERY_LEDGER,
  {
    ...loadedLater(QUERY_LEDGER, async () =>
      (await import('./later-routes.ts')).laterRoutes(later),
    ),
    'GET /v1/openapi.json': answering(openApiDocument),
    'GET /v1/events.schema.json': answering(eventSchemas),
    ...instructionRoutes({ ledger, lists, cursors, decisions: decisionTables, refuseUnknown }),
    'GET /v1/decisions': async ({ event, query: { at, ...query } }) => {
      if (at !== undefined) {
        const last = await lastDecisions(event.tenant, query, at);
        await refuseUnknown(event, query, last);
        return said(last);
      }
      const { page, filter } = await cursors.paged(event, query);
      const found = await listDecisions(decisionTables, event.tenant, filter, page);
      await refuseUnknown(event, query, found);
      return said(await cursors.sealed(event, found));
    },
    'GET /v1/decisions/spans': async ({ event, query: { withoutSweepSince, ...query } }) => {
      const { page, filter } = await cursors.paged(event, query);
      const { rule } = filter;
      const found =
        rule === undefined
          ? await listOpenSpans(ledgerTable, event.tenant, { withoutSweepSince }, page)
          : await listSpans(ledgerTable, event.tenant, { ...filter, rule }, page);
      await refuseUnknown(event, query, found);
      return json(200, await cursors.sealed(event, found));
    },
    'GET /v1/events': async ({ event, query }) => await events(event, query),
    'GET /v1/audit': async ({ event, query: { format, ...query } }) => {
      const { page, filter } = await cursors.paged(event, query);
      const found = await listAudit(ledgerTable, event.tenant, filter, page);
      return auditResponse(await cursors.sealed(event, found), format);
    },
    'GET /v1/audit/denials': async ({ event, query }) => {
      const { page, filter } = await cursors.paged(event, query);
      const found = await listDenials(ledgerTable, event.tenant, filter, page);
      return json(200, await cursors.sealed(event, found));
    },
    'GET /v1/audit/verification': async ({ event, query }) => {
      return verificationResponse(
        await verifyTrail(trail, event.tenant, MAX_VERIFIED_ENTRIES, headOf(query)),
      );
    },
  },
  {
    problemOf: cursorProblem,
    callers: { ...callersIn(ledgerTable), now },
    names: namesIn(ledgerTable),
    timeZone: environment.REPORTING_TIME_ZONE,
  },
);

/** The last decision about a rule on a snapshot of that moment, or of one before it. */
async function lastDecisions(
  tenant: string,
  { rule }: { readonly rule?: string },
  at: Instant,
): Promise<List<StoredDecision>> {
  const filter = { ...(rule !== undefined && { rule }), to: justAfter(at) };
  const { items } = await listDecisions(decisionTables, tenant, filter, { limit: 1 });
  return wholeList(items);
}

/** A list of decisions, in the language of the caller and by their clocks. */
function said(list: List<StoredDecision>): SaidResponse {
  return saidJson(200, (reader) => mapped(list, (each) => showStored(each, reader)));
}

/** Responses that need no mapping. */
function answering(
  read: (input: { readonly tenant: string }) => Promise<object>,
): (input: { readonly tenant: string }) => Promise<HttpResponse> {
  return async (input) => json(200, await read(input));
}
