import { EXPORT_ID, EXPORT_LIFETIME_DAYS } from '../../api/routes/exports.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { epochMsOf, instantOf } from '../../treasury/time/instant.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A new id: the second it is made in, and 128 bits of chance. */
export function exportIdAt(now: Instant, nonce: string): string {
  const second = now.replace(/\.\d+Z$/, 'Z').replace(/[-:]/g, '');
  return `${second}-${nonce.replaceAll('-', '')}`;
}

/** When an export is over; null for a text that is no id. */
export function exportEnd(id: string): Instant | null {
  const [, year, month, day, hour, minute, second] = EXPORT_ID.exec(id) ?? [];
  const begunMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(begunMs) ? null : instantOf(begunMs + EXPORT_LIFETIME_DAYS * DAY_MS);
}

export function minutesBetween(earlier: Instant, later: Instant): number {
  return (epochMsOf(later) - epochMsOf(earlier)) / 60_000;
}
