import {
  type ExportProgress,
  type ExportRequest,
  ExportStore,
} from '../../adapters/exports/export-store.ts';
import { requireRole } from '../../api/callers/roles.ts';
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
import { missingObjectOf } from '../../runtime/diagnosis/missing-object.ts';
import { effects } from '../../runtime/effects.ts';
import { readEnvironment, readExportEnvironment } from '../../runtime/environment/environment.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';

const environment = readEnvironment(readExportEnvironment);
const store = new ExportStore(environment.EXPORTS_BUCKET);

/** An export: its progress, or its address. Of the caller's tenant only, and of reports that the caller may see. */
export const handler = serve(
  READ_EXPORT,
  { 'GET /v1/exports/{id}': read },
  {
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
  const progress = (await store.progress(place)) ?? { state: 'writing', bytes: 0 };
  if (progress.state !== 'written') return unfinished(id, request, progress, { now, expiresAt });
  return json(200, {
    id,
    ...progress,
    fileName: request.fileName,
    address: await store.addressOf(place, EXPORT_ADDRESS_SECONDS),
    addressExpiresAt: plusSeconds(now, EXPORT_ADDRESS_SECONDS),
    expiresAt,
  });
}

/** The roles that may read its report; an export of any other is not found. */
function rolesOf({ routeKey }: ExportRequest): readonly Role[] {
  const roles = new Map<string, readonly Role[]>(Object.entries(EXPORT_ROLES)).get(routeKey);
  if (roles === undefined) throw notFound('There is no such export.');
  return roles;
}

function unfinished(
  id: string,
  { requestedAt }: ExportRequest,
  progress: Exclude<ExportProgress, { state: 'written' }>,
  { now, expiresAt }: { readonly now: Instant; readonly expiresAt: Instant },
): HttpResponse {
  if (progress.state === 'failed') throw failed(progress.code, progress.reason);
  if (minutesBetween(requestedAt, now) > EXPORT_LOST_AFTER_MINUTES) {
    throw failed('export-failed', 'It was not finished in time; ask for it again.');
  }
  const retryAfter = { 'retry-after': String(EXPORT_RETRY_AFTER_SECONDS) };
  return json(202, { id, ...progress, expiresAt }, retryAfter);
}

/** `failure`: as the export has it in its bucket. */
function failed(failure: string, detail: string): ProblemError {
  const code = EXPORT_FAILURES.find((each) => each === failure) ?? 'export-failed';
  return new ProblemError(problem(code, { detail }));
}

function expired(expiresAt: Instant): ProblemError {
  const detail = `It could be fetched until ${expiresAt}. Ask for the report again.`;
  return new ProblemError(problem('export-expired', { detail }));
}
