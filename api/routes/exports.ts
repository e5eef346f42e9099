import * as z from 'zod/mini';
import {
  EXPORT_FORMATS,
  FULL_EXPORT_FORMATS,
  type FullExportFormat,
  limitsOf,
} from '../../adapters/exports/export-format.ts';
import type { ProblemCode } from '../problems/problem-table.ts';
import { EVERYBODY, REVIEWERS } from '../roles/role-groups.ts';
import type { Role } from '../roles/roles.ts';
import type { FileDeclaration } from './declare.ts';
import { code, PAGE_FORMATS } from './query-fields.ts';

/** Why an export failed, as its response says it; the same as for a report that is answered at once. */
export const EXPORT_FAILURES = [
  'export-failed',
  ...limitsOf(FULL_EXPORT_FORMATS),
] as const satisfies readonly ProblemCode[];

/** Formats of tables; a statement has them all. */
export const TABLE_FORMATS: readonly FullExportFormat[] = FULL_EXPORT_FORMATS.filter(
  (format) => EXPORT_FORMATS[format].carries === 'tables',
);

/** Who may read a report whose rows an export may hold. Its route is declared with the same. */
export const EXPORT_ROLES = {
  'GET /v1/snapshots': EVERYBODY,
  'GET /v1/reports/balances': EVERYBODY,
  'GET /v1/reports/totals': EVERYBODY,
  'GET /v1/reports/flows': EVERYBODY,
  'GET /v1/reports/breaks': EVERYBODY,
  'GET /v1/reports/statement': EVERYBODY,
  'GET /v1/reports/journal': EVERYBODY,
  'GET /v1/reports/sums': EVERYBODY,
  'GET /v1/reports/roll-forward': EVERYBODY,
  'GET /v1/reports/withdrawals': EVERYBODY,
  'GET /v1/reports/trades': EVERYBODY,
  'GET /v1/reports/decisions': EVERYBODY,
  'GET /v1/reports/forecasts': EVERYBODY,
  'GET /v1/reports/access': REVIEWERS,
  'GET /v1/audit': REVIEWERS,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

/** The message if a format is none of a route's: `formats` are all that it has. */
export function expectedFormats(formats: readonly FullExportFormat[]): string {
  return `expected one of ${formats.join(', ')}`;
}

/** Days that a finished export can be fetched for; the bucket's lifecycle removes it afterwards. */
export const EXPORT_LIFETIME_DAYS = 7;

/** Seconds that an address of a finished export is good for: enough to begin a download, not to pass it on. */
export const EXPORT_ADDRESS_SECONDS = 300;

/** Seconds after which it is worth asking again for an export that is being written. */
export const EXPORT_RETRY_AFTER_SECONDS = 3;

/** The moment of the request, and chance: an attacker cannot guess one, and it says by itself whether it is over. */
export const EXPORT_ID = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{32}$/;

/** The formats that no page has: a request for one of them is a request for a file. */
const FORMATS_OF_FILES = new Set<string | undefined>(FULL_EXPORT_FORMATS);
for (const format of PAGE_FORMATS) FORMATS_OF_FILES.delete(format);

/** Parameters beside the report's own that ask for all of it in one file. */
export const FILE_PARAMETERS = {
  whole: z.exactOptional(z.literal('true', { error: 'expected "true"' })),
  part: z.exactOptional(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,40}$/, 'expected the name of a part')),
  ),
};

/**
 * The full export of a report. `own`: the parameters that choose its rows; `refused`: those of its pages that no
 * file has, with the message.
 */
export function fileOf<Own extends z.core.$ZodLooseShape, Refused extends string>(
  own: Own,
  {
    formats,
    refused,
  }: {
    readonly formats: readonly FullExportFormat[];
    readonly refused: Readonly<Record<Refused, string>>;
  },
) {
  // Another report's format is refused by name where the file is rendered.
  const format = code(FULL_EXPORT_FORMATS, expectedFormats(formats));
  const absent = Object.fromEntries(
    Object.entries<string>(refused).map(([name, accepted]) => [name, unavailable(accepted)]),
  ) as Record<Refused, ReturnType<typeof unavailable>>;
  return {
    formats,
    isWanted: ({ format, whole }) =>
      whole !== undefined || FORMATS_OF_FILES.has(format?.toLowerCase()),
    query: z.strictObject({
      ...absent,
      ...own,
      ...FILE_PARAMETERS,
      format: z._default(format, 'json'),
    }),
  } as const satisfies FileDeclaration;
}

/** A report that has no pages: every request is one for its file. */
export function onlyFile<Own extends z.core.$ZodLooseShape>(
  own: Own,
  formats: readonly FullExportFormat[],
) {
  const { query } = fileOf(own, { formats, refused: {} });
  return { formats, isWanted: () => true, query } as const satisfies FileDeclaration;
}

function unavailable(error: string) {
  const params = { problem: 'format-unavailable' satisfies ProblemCode };
  return z.exactOptional(z.custom<never>(() => false, { error, params }));
}
