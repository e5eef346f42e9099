import * as z from 'zod/mini';
import {
  type ExportPlace,
  type ExportRequest,
  ExportStore,
} from '../../adapters/exports/export-store.ts';
import { createOpenRequests } from '../../adapters/store/open-requests.ts';
import { putWrittenExport } from '../../adapters/store/written-exports.ts';
import { giveBackLease } from '../../api/callers/open-requests.ts';
import { connectFullReports } from '../../reporting/exports/connect-reports.ts';
import { fileKindOf, fileNameOf } from '../../reporting/exports/file-kind.ts';
import { storedReport } from '../../reporting/exports/full-reports.ts';
import { refusalOf } from '../../reporting/exports/refusal.ts';
import { renderExport } from '../../reporting/exports/render-export.ts';
import { TooLongError, tooLong, whileTime } from '../../reporting/exports/too-long.ts';
import { type Written, writeFile } from '../../reporting/exports/write-file.ts';
import { dynamo, readingDynamo } from '../../runtime/clients/dynamo.ts';
import { missingObjectOf } from '../../runtime/diagnosis/missing-object.ts';
import { effects } from '../../runtime/effects.ts';
import {
  readEnvironment,
  tenantsEnvironment,
  writeExportEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger, observed } from '../../runtime/observability/middleware.ts';

const environment = readEnvironment(writeExportEnvironment);
const { TENANTS: tenants } = readEnvironment(tenantsEnvironment);
const store = new ExportStore(environment.EXPORTS_BUCKET);
const ledgerTable = { client: dynamo(), tableName: environment.LEDGER_TABLE };
const openRequests = createOpenRequests(ledgerTable);

/** The tenant of the export. Only this deployment's own tenants have any here. */
const command = z.strictObject({
  tenant: z.enum(tenants),
  id: z.string().check(z.minLength(1)),
});

type WrittenFile = Written & { readonly fileName: string };

/** The export as an item of the ledger, whose event says that it can be fetched. */
async function putOnRecord(
  { tenant, id }: ExportPlace,
  { routeKey, format, askedBy }: ExportRequest,
  { bytes, sha256, fileName }: WrittenFile,
): Promise<void> {
  await putWrittenExport(ledgerTable, {
    tenant,
    id,
    report: routeKey,
    format,
    fileName,
    bytes,
    sha256,
    requestedBy: askedBy,
    writtenAt: effects.now(),
  });
}

/**
 * Writes a report that is too large for a response. Written twice it is the same export again; a content that its
 * format cannot carry, or that there is no time for, is named in its state and not tried again.
 */
export const handler = observed<unknown, void>(
  async (event, { getRemainingTimeInMillis }) => {
    const place = z.parse(command, event);
    const request = await store.request(place);
    if (request === null) throw new Error('there is no request of this export');
    try {
      await writeRequested(place, request, getRemainingTimeInMillis);
    } finally {
      await end(place, request);
    }
  },
  missingObjectOf(
    environment.EXPORTS_BUCKET,
    (tenant, id) => `${tenant}/diagnosis-${id}/request.json`,
  ),
);

async function writeRequested(
  place: ExportPlace,
  request: ExportRequest,
  leftMs: () => number,
): Promise<void> {
  const done = await store.progress(place);
  // Its record may be missing if this was interrupted after the file.
  if (done?.state === 'written') return await putOnRecord(place, request, done);
  const { routeKey, query, format, part } = request;
  const reports = connectFullReports(environment, place.tenant, readingDynamo());
  let written: WrittenFile;
  try {
    await store.putProgress(place, { state: 'writing', bytes: 0 });
    const exportable = await storedReport(reports, routeKey, query);
    const fileName = fileNameOf(exportable, format, part);
    const pieces = whileTime(renderExport(exportable, { format, part }), leftMs);
    const file = await writeFile(store, place, fileKindOf(format, fileName), pieces);
    written = { ...file, fileName };
    await store.putProgress(place, { state: 'written', ...written });
    logger.info('an export was written', {
      id: place.id,
      routeKey,
      format,
      bytes: written.bytes,
    });
  } catch (error) {
    const refusal = refusedBy(error, request);
    const reason = refusal?.detail ?? 'It could not be read or written; ask for it again.';
    const code = refusal?.code ?? 'export-failed';
    await store.putProgress(place, { state: 'failed', code, reason });
    if (refusal === null) throw error;
    return;
  }
  await putOnRecord(place, request, written);
}

/** Null: it failed inside, and may be written by another try. */
function refusedBy(
  error: unknown,
  request: ExportRequest,
): { readonly code: string; readonly detail?: string | undefined } | null {
  if (error instanceof TooLongError) return { code: 'export-failed', detail: tooLong(request) };
  return refusalOf(error)?.problem ?? null;
}

/** Its caller may have another one written. One that failed is tried again without being counted. */
async function end({ tenant }: ExportPlace, { askedBy, lease }: ExportRequest): Promise<void> {
  if (lease === undefined) return;
  await giveBackLease(openRequests, { tenant, caller: askedBy, kind: 'export', ...lease });
}
