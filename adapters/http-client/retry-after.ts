/** An HTTP date as every sender has to write it (RFC 9110, 5.6.7); the obsolete forms are ignored. */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const SECONDS = /^\d{1,9}$/;

/**
 * Milliseconds that a Retry-After header asks to wait (RFC 9110, 10.2.3: seconds or a date), or null if there is none
 * that can be understood. A date in the past asks for no wait.
 */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) return Number(value) * 1_000;
  if (!HTTP_DATE.test(value)) return null;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
