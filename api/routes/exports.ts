import * as z from 'zod/mini';
import {
  EXPORT_FORMATS,
  FULL_EXPORT_FORMATS,
  type FullExportFormat,
  limitsOf,
} from '../../adapters/exports/export-format.ts';
import type { ProblemCode } from '../problems/problem-table.ts';
import { AUDITORS, EVERYBODY } from '../roles/role-groups.ts';
import type { Role } from '../roles/roles.ts';

/** Why an export failed, as its response says it; the same as for a report that is answered at once. */
export const EXPORT_FAILURES = [
  'export-failed',
  ...limitsOf(FULL_EXPORT_FORMATS),
] as const satisfies readonly ProblemCode[];

/** Formats of tables; a statement has them all. */
const TABLES = FULL_EXPORT_FORMATS.filter((format) => EXPORT_FORMATS[format].carries === 'tables');

/** Formats of the reports that have files (whole: every row, in one file), by route; their pages are JSON or CSV. */
export const FILE_FORMATS: Readonly<Record<string, readonly FullExportFormat[]>> = {
  'GET /v1/snapshots': TABLES,
  'GET /v1/reports/balances': TABLES,
  'GET /v1/reports/totals': TABLES,
  'GET /v1/reports/flows': TABLES,
  'GET /v1/reports/breaks': TABLES,
  'GET /v1/reports/statement': FULL_EXPORT_FORMATS,
};

/** Who may read a report whose rows an export may hold. Its route is declared with the same. */
export const EXPORT_ROLES = {
  'GET /v1/snapshots': EVERYBODY,
  'GET /v1/reports/balances': EVERYBODY,
  'GET /v1/reports/totals': EVERYBODY,
  'GET /v1/reports/flows': EVERYBODY,
  'GET /v1/reports/breaks': EVERYBODY,
  'GET /v1/reports/statement': EVERYBODY,
  'GET /v1/audit': AUDITORS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** The message if a format is none of a route's. */
export function expectedFormats(routeKey: string): string {
  return `expected one of ${(FILE_FORMATS[routeKey] ?? PAGE_FORMATS).join(', ')}`;
}

/** Formats of a report's pages, which have `limit` and `cursor`. */
export const PAGE_FORMATS = ['json', 'csv'] as const satisfies readonly FullExportFormat[];

/** Days that a finished export can be fetched for; the bucket's lifecycle removes it afterwards. */
export const EXPORT_LIFETIME_DAYS = 7;

/** Seconds that an address of a finished export is good for: enough to begin a download, not to pass it on. */
export const EXPORT_ADDRESS_SECONDS = 300;

/** Seconds after which it is worth asking again for an export that is being written. */
export const EXPORT_RETRY_AFTER_SECONDS = 3;

/** The moment of the request, and chance: an attacker cannot guess one, and it says by itself whether it is over. */
export const EXPORT_ID = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{32}$/;

/** Parameters beside the report's own that ask for all of it in one file. */
export const fullExportParameters = {
  whole: z.exactOptional(z.literal('true', { error: 'expected "true"' })),
  part: z.exactOptional(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/, 'expected the name of a part')),
  ),
};

/** The same, and the format; one that another report has is refused by name later on. */
export function fullExportQuery(routeKey: string) {
  const format = z.enum(FULL_EXPORT_FORMATS, { error: expectedFormats(routeKey) });
  return z.strictObject({ ...fullExportParameters, format });
}
