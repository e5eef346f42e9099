import {
  type ExportPlace,
  type ExportProgress,
  type ExportRequest,
  ExportStore,
} from '../../adapters/exports/export-store.ts';
import { callersIn } from '../../adapters/store/callers.ts';
import { requireRole, rolesOf as rolesOfCaller } from '../../api/callers/roles.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { type HttpResponse, json, ProblemError, problem } from '../../api/problems/problem.ts';
import type { Role } from '../../api/roles/roles.ts';
import type { InputTo } from '../../api/router/input.ts';
import { serve } from '../../api/router/serve.ts';
import { READ_EXPORT } from '../../api/routes/declared/read-export.ts';
import {
  EXPORT_ADDRESS_SECONDS,
  EXPORT_FAILURES,
  EXPORT_RETRY_AFTER_SECONDS,
  EXPORT_ROLES,
} from '../../api/routes/exports.ts';
import { EXPORT_LOST_AFTER_MINUTES } from '../../reporting/exports/budgets.ts';
import { exportEnd, minutesBetween } from '../../reporting/exports/export-id.ts';
import { tooLong } from '../../reporting/exports/too-long.ts';
import { dynamo } from '../../runtime/clients/dynamo.ts';
import { missingObjectOf } from '../../runtime/diagnosis/missing-object.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, readExportEnvironment } from '../../runtime/environment/environment.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';

const environment = readEnvironment(readExportEnvironment);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const store = new ExportStore(environment.EXPORTS_BUCKET);

const ROLES: ReadonlyMap<string, readonly Role[]> = new Map(Object.entries(EXPORT_ROLES));

/** Before its writer has said anything. */
const NOT_BEGUN: ExportProgress = { state: 'writing', bytes: 0 };

/** An export: its progress, or its address. Of the caller's tenant only, and of reports that the caller may see. */
export const handler = serve(
  READ_EXPORT,
  { 'GET /v1/exports': list, 'GET /v1/exports/{id}': read },
  {
    callers: { ...callersIn(ledgerTable), now: effects.now },
    diagnoses: missingObjectOf(
      environment.EXPORTS_BUCKET,
      (tenant, id) => `${tenant}/diagnosis-${id}/request.json`,
    ),
  },
);

async function read({
  tenant,
  path,
  event,
}: InputTo<typeof READ_EXPORT, 'GET /v1/exports/{id}'>): Promise<HttpResponse> {
  const { id } = path;
  const expiresAt = exportEnd(id);
  if (expiresAt === null) throw notFound('There is no such export.');
  const now = effects.now();
  if (expiresAt <= now) throw expired(expiresAt);
  const place = { tenant, id };
  const request = await store.request(place);
  if (request === null) throw notFound('There is no such export.');
  requireRole(event, rolesOf(request));
  const progress = (await store.progress(place)) ?? NOT_BEGUN;
  if (progress.state !== 'written') return unfinished(id, request, progress, { now, expiresAt });
  return json(200, {
    id,
    ...progress,
    address: await store.addressOf(place, EXPORT_ADDRESS_SECONDS),
    addressExpiresAt: plusSeconds(now, EXPORT_ADDRESS_SECONDS),
    expiresAt,
  });
}

/** Exports of one list: each takes two reads of the bucket, and a person looks for one of today. */
const LISTED = 25;

async function list({
  tenant,
  by,
  event,
}: InputTo<typeof READ_EXPORT, 'GET /v1/exports'>): Promise<HttpResponse> {
  const ids = await store.newestOf(tenant, by(), LISTED + 1);
  const roles = rolesOfCaller(event);
  const items = await Promise.all(ids.slice(0, LISTED).map((id) => listed({ tenant, id }, roles)));
  return json(200, {
    items: items.filter((each) => each !== null),
    more: ids.length > LISTED,
  });
}

/** An export as its list has it; null where it is over, or of a report that the caller may not read. */
async function listed(place: ExportPlace, roles: readonly Role[]): Promise<object | null> {
  const { id } = place;
  const expiresAt = exportEnd(id);
  const now = effects.now();
  if (expiresAt === null || expiresAt <= now) return null;
  const [request, found] = await Promise.all([store.request(place), store.progress(place)]);
  if (request === null) return null;
  const { routeKey, query, format, fileName, requestedAt } = request;
  const accepted = ROLES.get(routeKey) ?? [];
  if (!roles.some((role) => accepted.includes(role))) return null;
  const about = { query, format, fileName, requestedAt, expiresAt };
  const report = routeKey.replace('GET ', '');
  return { id, report, ...about, ...stateOf(found ?? NOT_BEGUN, request, now) };
}

function stateOf(progress: ExportProgress, request: ExportRequest, now: Instant): object {
  switch (progress.state) {
    case 'written':
      return { state: 'written', bytes: progress.bytes, fileName: progress.fileName };
    case 'failed':
      return failedState(progress.code, progress.reason);
    case 'writing':
      return isLost(request.requestedAt, now)
        ? failedState('export-failed', tooLong(request))
        : { state: 'writing', bytes: progress.bytes };
    default:
      return progress satisfies never;
  }
}

function failedState(failure: string, message: string): object {
  return { state: 'failed', bytes: 0, failure: { code: failureOf(failure), message } };
}

/** The roles that may read its report; an export of any other is not found. */
function rolesOf({ routeKey }: ExportRequest): readonly Role[] {
  const roles = ROLES.get(routeKey);
  if (roles === undefined) throw notFound('There is no such export.');
  return roles;
}

function unfinished(
  id: string,
  request: ExportRequest,
  progress: Exclude<ExportProgress, { state: 'written' }>,
  { now, expiresAt }: { readonly now: Instant; readonly expiresAt: Instant },
): HttpResponse {
  if (progress.state === 'failed') throw failed(progress.code, progress.reason);
  if (isLost(request.requestedAt, now)) throw failed('export-failed', tooLong(request));
  const retryAfter = { 'retry-after': String(EXPORT_RETRY_AFTER_SECONDS) };
  return json(202, { id, ...progress, expiresAt }, retryAfter);
}

/** `failure`: as the export has it in its bucket. */
function failed(failure: string, detail: string): ProblemError {
  return new ProblemError(problem(failureOf(failure), { detail }));
}

function failureOf(failure: string): (typeof EXPORT_FAILURES)[number] {
  return EXPORT_FAILURES.find((each) => each === failure) ?? 'export-failed';
}

function isLost(requestedAt: Instant, now: Instant): boolean {
  return minutesBetween(requestedAt, now) > EXPORT_LOST_AFTER_MINUTES;
}

function expired(expiresAt: Instant): ProblemError {
  const detail = `It could be fetched until ${expiresAt}. Ask for the report again.`;
  return new ProblemError(problem('export-expired', { detail }));
}
