import { setTimeout as sleep } from 'node:timers/promises';
import {
  FULL_EXPORT_FORMATS,
  type FullExportFormat,
} from '../../adapters/exports/export-format.ts';
import type { ExportStore } from '../../adapters/exports/export-store.ts';
import { callerOf } from '../../api/callers/caller.ts';
import { type HttpResponse, json, SECURITY_HEADERS } from '../../api/problems/problem.ts';
import type { ApiEvent } from '../../api/requests/api-event.ts';
import { validatedQuery } from '../../api/requests/validate.ts';
import {
  EXPORT_RETRY_AFTER_SECONDS,
  fullExportQuery,
  PAGE_FORMATS,
} from '../../api/routes/exports.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import { FormatLimitError } from '../formats/report.ts';
import { ANSWER_BYTES, ANSWER_MS, ANSWER_XLSX_CELLS } from './budgets.ts';
import { exportEnd, exportIdAt } from './export-id.ts';
import { fileKindOf, fileNameOf } from './file-kind.ts';
import type { Query } from './full-reports.ts';
import { refusalOf, unavailable } from './refusal.ts';
import { type Exportable, renderExport } from './render-export.ts';

export interface FullExportPorts extends Effects {
  readonly reportsOf: (
    tenant: string,
  ) => Readonly<Record<string, (query: Query) => Promise<Exportable>>>;
  readonly exports: Pick<ExportStore, 'putRequest'>;
  /** Has an export written, later. */
  readonly write: (place: { readonly tenant: string; readonly id: string }) => Promise<void>;
  /** @default ANSWER_MS */
  readonly answerMs?: number;
  /** @default ANSWER_BYTES */
  readonly answerBytes?: number;
}

/** The formats that no page has. */
const ONLY_WHOLE = new Set<string | undefined>(FULL_EXPORT_FORMATS);
for (const format of PAGE_FORMATS) ONLY_WHOLE.delete(format);

/** True for a request of all rows in one file: other formats than the pages have, or `whole=true`. */
export function wantsWhole({ queryStringParameters }: ApiEvent): boolean {
  const { format, whole } = queryStringParameters ?? {};
  return whole !== undefined || ONLY_WHOLE.has(format);
}

/**
 * The full export of a report, as the response itself if it is small and soon done. Otherwise it is handed to the
 * function that writes exports, and the response (202) says where it will be.
 */
export async function fullExport(ports: FullExportPorts, event: ApiEvent): Promise<HttpResponse> {
  const { format = 'json', whole, part, ...query } = event.queryStringParameters ?? {};
  const command = validatedQuery(fullExportQuery(event.routeKey), defined({ format, whole, part }));
  const read = ports.reportsOf(event.tenant)[event.routeKey];
  if (read === undefined) throw unavailable(`${event.routeKey} has no file of all rows`);
  for (const paged of ['limit', 'cursor', 'at']) {
    if (query[paged] !== undefined) throw unavailable(`a file of all rows has no ${paged}`);
  }
  const own = defined(query);
  try {
    const exportable = await read(own);
    const fileName = fileNameOf(exportable, command.format, command.part);
    const { answerMs = ANSWER_MS, answerBytes = ANSWER_BYTES } = ports;
    const content = await within(
      renderExport(exportable, { ...command, maxXlsxCells: ANSWER_XLSX_CELLS }),
      { ms: answerMs, bytes: answerBytes },
    );
    if (content !== null) return fileResponse(content, fileKindOf(command.format, fileName));
    return await handOver(ports, event, { ...command, query: own, fileName });
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** The pieces together; null if they would be too many bytes, cells, or too late. */
async function within(
  pieces: AsyncGenerator<Buffer>,
  { ms, bytes }: { readonly ms: number; readonly bytes: number },
): Promise<Buffer | null> {
  const over = new AbortController();
  const late = sleep(ms, null, { signal: over.signal, ref: false }).catch(() => null);
  const content: Buffer[] = [];
  let size = 0;
  try {
    for (;;) {
      const next = pieces.next();
      // If it loses the race, its failure is ignored here: the export will meet it.
      next.catch(() => undefined);
      const piece = await Promise.race([next, late]);
      if (piece === null) return null;
      if (piece.done === true) return Buffer.concat(content);
      size += piece.value.length;
      if (size > bytes) return null;
      content.push(piece.value);
    }
  } catch (error) {
    if (error instanceof FormatLimitError && error.code === 'xlsx-too-many-rows') return null;
    throw error;
  } finally {
    over.abort();
    // Ends the reading behind it as soon as the pending read has arrived.
    pieces.return(undefined).catch(() => undefined);
  }
}

interface HandedOver {
  readonly format: FullExportFormat;
  readonly part?: string | undefined;
  readonly query: Query;
  readonly fileName: string;
}

async function handOver(
  { exports, write, now, nonce }: FullExportPorts,
  event: ApiEvent,
  { format, part, query, fileName }: HandedOver,
): Promise<HttpResponse> {
  const { tenant } = event;
  const requestedAt = now();
  const id = exportIdAt(requestedAt, nonce());
  await exports.putRequest(
    { tenant, id },
    {
      routeKey: event.routeKey,
      query: { ...query },
      format,
      ...(part === undefined ? {} : { part }),
      fileName,
      askedBy: callerOf(event),
      requestedAt,
    },
  );
  await write({ tenant, id });
  const body = { id, state: 'writing', bytes: 0, expiresAt: exportEnd(id) };
  return json(202, body, {
    location: `/v1/exports/${id}`,
    'retry-after': String(EXPORT_RETRY_AFTER_SECONDS),
  });
}

/** Always base64: as text, every quote in it would count twice towards Lambda's limit. */
function fileResponse(
  content: Buffer,
  kind: { readonly contentType: string; readonly contentDisposition: string },
): HttpResponse {
  return {
    statusCode: 200,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': kind.contentType,
      'content-disposition': kind.contentDisposition,
    },
    body: content.toString('base64'),
    isBase64Encoded: true,
  };
}

function defined(values: Readonly<Record<string, string | undefined>>): Query {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
