import { setTimeout as sleep } from 'node:timers/promises';
import type { FullExportFormat } from '../../adapters/exports/export-format.ts';
import type { ExportStore } from '../../adapters/exports/export-store.ts';
import type { Lease } from '../../adapters/store/open-requests.ts';
import { giveBackLease, type OpenRequests, takeLease } from '../../api/callers/open-requests.ts';
import { type HttpResponse, json, SECURITY_HEADERS } from '../../api/problems/problem.ts';
import type { FileInput } from '../../api/router/input.ts';
import { EXPORT_RETRY_AFTER_SECONDS } from '../../api/routes/exports.ts';
import type { Effects } from '../../treasury/ports/effects.ts';
import { ANSWER_BYTES, ANSWER_MS } from './budgets.ts';
import { exportEnd, exportIdAt } from './export-id.ts';
import { fileKindOf, fileNameOf, unreadFileName } from './file-kind.ts';
import { refusalOf } from './refusal.ts';
import { type Exportable, renderExport } from './render-export.ts';

export interface FullExportPorts extends Effects {
  readonly exports: Pick<ExportStore, 'putRequest'>;
  /** Where the exports are counted that each caller waits for. */
  readonly open: OpenRequests;
  /** Has an export written, later. */
  readonly write: (place: { readonly tenant: string; readonly id: string }) => Promise<void>;
  /** @default ANSWER_MS */
  readonly answerMs?: number;
  /** @default ANSWER_BYTES */
  readonly answerBytes?: number;
}

/** A request for a file, as its route parsed it. */
type FileCommand = Pick<FileInput, 'tenant' | 'routeKey' | 'by' | 'parameters'> & {
  readonly query: { readonly format: FullExportFormat; readonly part?: string | undefined };
};

/**
 * The full export of a report, as the response itself if it is small and soon done. Otherwise it is handed to the
 * function that writes exports, and the response (202) says where it will be. `read`: reads the report.
 */
export async function fullExport(
  ports: FullExportPorts,
  command: FileCommand,
  read: () => Promise<Exportable>,
): Promise<HttpResponse> {
  const { format, part } = command.query;
  const { answerMs = ANSWER_MS, answerBytes = ANSWER_BYTES } = ports;
  const over = new AbortController();
  const late = sleep(answerMs, null, { signal: over.signal, ref: false }).catch(() => null);
  try {
    const exportable = await orLate(read(), late);
    if (exportable === null) {
      return await handOver(ports, command, unreadFileName(command, format, part));
    }
    const fileName = fileNameOf(exportable, format, part);
    const content = await within(renderExport(exportable, { format, part }), late, answerBytes);
    if (content !== null) return fileResponse(content, fileKindOf(format, fileName));
    return await handOver(ports, command, fileName);
  } catch (error) {
    throw refusalOf(error) ?? error;
  } finally {
    over.abort();
  }
}

/** What a promise gives, or null where it comes late: its failure is ignored then, the export will meet it. */
async function orLate<T>(promise: Promise<T>, late: Promise<null>): Promise<T | null> {
  promise.catch(() => undefined);
  return await Promise.race([promise, late]);
}

/** The pieces together; null if they would be too many bytes, or too late. */
async function within(
  pieces: AsyncGenerator<Buffer>,
  late: Promise<null>,
  bytes: number,
): Promise<Buffer | null> {
  const content: Buffer[] = [];
  let size = 0;
  try {
    for (;;) {
      const piece = await orLate(pieces.next(), late);
      if (piece === null) return null;
      if (piece.done === true) return Buffer.concat(content);
      size += piece.value.length;
      if (size > bytes) return null;
      content.push(piece.value);
    }
  } finally {
    // Ends the reading behind it as soon as the pending read has arrived.
    pieces.return(undefined).catch(() => undefined);
  }
}

async function handOver(
  ports: FullExportPorts,
  command: FileCommand,
  fileName: string,
): Promise<HttpResponse> {
  const { tenant, by } = command;
  const lease = await takeLease(ports.open, { tenant, caller: by() }, 'export');
  try {
    return await handOverCounted(ports, command, fileName, lease);
  } catch (error) {
    if (lease !== null) await giveBackLease(ports.open, lease);
    throw error;
  }
}

/** The function that writes it gives the lease back. */
async function handOverCounted(
  { exports, write, now, nonce }: FullExportPorts,
  { tenant, routeKey, by, parameters, query: { format, part } }: FileCommand,
  fileName: string,
  lease: Lease | null,
): Promise<HttpResponse> {
  const requestedAt = now();
  const id = exportIdAt(requestedAt, nonce());
  const { format: _, whole: __, part: ___, ...query } = parameters;
  await exports.putRequest(
    { tenant, id },
    {
      routeKey,
      query,
      format,
      ...(part === undefined ? {} : { part }),
      fileName,
      askedBy: by(),
      requestedAt,
      ...(lease === null ? {} : { lease: { slot: lease.slot, mark: lease.mark } }),
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
