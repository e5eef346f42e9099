import { EXPORT_FORMATS, type FullExportFormat } from '../../adapters/exports/export-format.ts';
import type { FileKind } from '../../adapters/exports/export-store.ts';
import type { Exportable } from './render-export.ts';

/** Characters of a file's name that every system takes, without a dot, a blank or a quote. */
const MAX_NAME_CHARACTERS = 100;

/** A statement that is not frozen is another message. */
const ENDING_OF_INTERIM = 'camt052.xml';

/** The name of a report's file: tenant, report, part; only characters that headers and file systems accept. */
export function fileNameOf(
  { report, statement }: Exportable,
  format: FullExportFormat,
  part?: string,
): string {
  const plain = plainName([report.tenant, report.name], part);
  const isInterim = format === 'camt053' && statement?.digest === null;
  return `${plain}.${isInterim ? ENDING_OF_INTERIM : EXPORT_FORMATS[format].ending}`;
}

/** The same before the report is read, by its route alone. */
export function unreadFileName(
  { tenant, routeKey }: { readonly tenant: string; readonly routeKey: string },
  format: FullExportFormat,
  part?: string,
): string {
  const report = routeKey.slice(routeKey.lastIndexOf('/') + 1);
  return `${plainName([tenant, report], part)}.${EXPORT_FORMATS[format].ending}`;
}

function plainName(names: readonly string[], part: string | undefined): string {
  return [...names, ...(part === undefined ? [] : [part])]
    .join('-')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, MAX_NAME_CHARACTERS);
}

export function fileKindOf(format: FullExportFormat, fileName: string): FileKind {
  return {
    contentType: EXPORT_FORMATS[format].contentType,
    contentDisposition: `attachment; filename="${fileName}"`,
  };
}
