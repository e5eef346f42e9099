import { type HttpResponse, json } from '../../api/problems/problem.ts';
import { cursorHeaders, type List } from '../../api/responses/list.ts';
import type { PageFormat } from '../../api/routes/query-fields.ts';
import { csv } from '../../reporting/responses/csv.ts';
import { type AuditEntry, type AuditHead, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import type { TrailVerdict } from '../../treasury/audit/verify-trail.ts';
import { sayAuditEntry } from '../../treasury/facts/sentences/say/say-audit.ts';

/**
 * Entries that one request verifies: about three seconds of reading. A longer chain goes on from there, so that no
 * length of history makes the request time out.
 */
export const MAX_VERIFIED_ENTRIES = 10_000;

const COLUMNS = [
  'sequence',
  'at',
  'by',
  'approvedBy',
  'action',
  'subject',
  'requestId',
  'part',
  'before',
  'after',
  'previousHash',
  'hash',
] as const;

/** Behind what was hashed. */
const SAID = 'said';

/** A page of the audit log with what its facts come to; as CSV its cursors stand in headers. */
export function auditResponse(page: List<AuditEntry>, format: PageFormat): HttpResponse {
  if (format === 'json') return json(200, { ...page, said: saidOf(page.items) });
  const rows = page.items.map((entry) => [
    ...COLUMNS.map((column) => textOf(entry[column])),
    sayAuditEntry(entry).join(' '),
  ]);
  return csv([[...COLUMNS, SAID], ...rows], cursorHeaders(page));
}

/** By the number of each entry that holds facts: beside the entries, which stay as they were hashed. */
function saidOf(entries: readonly AuditEntry[]): Readonly<Record<string, readonly string[]>> {
  const said = entries.map((entry) => [entry.sequence, sayAuditEntry(entry)] as const);
  return Object.fromEntries(said.filter(([, sentences]) => sentences.length > 0));
}

/** The result of verifying the chain. If there is more, how to go on from here. */
export function verificationResponse(verdict: TrailVerdict): HttpResponse {
  if (verdict.verdict !== 'unfinished') return json(200, verdict);
  const { sequence, hash } = verdict.at;
  const next = `/v1/audit/verification?afterSequence=${sequence}&afterHash=${hash}`;
  return json(200, { ...verdict, next });
}

export function headOf(query: {
  readonly afterSequence?: number;
  readonly afterHash?: string;
}): AuditHead {
  const { afterSequence: sequence, afterHash: hash } = query;
  return sequence === undefined || hash === undefined ? EMPTY_CHAIN : { sequence, hash };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
