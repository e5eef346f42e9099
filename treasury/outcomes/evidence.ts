/**
 * Characters of evidence kept with an instruction: holds a usual answer whole and a problem body with
 * room to spare, and stays far from the 400 kB that a stored item may have, even many times over.
 */
export const MAX_EVIDENCE_CHARACTERS = 2_000;

/** Controls, invisible format characters (bidirectional overrides among them) and line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Text from an outside source, made fit for logs, terminals and tables: one line, nothing invisible, at most `limit`
 * characters. The number of characters cut off is added.
 */
export function cleanText(text: string, limit: number): string {
  // Cut first: cleaning a megabyte to keep two thousand characters of it would be work for nothing.
  const head = text.slice(0, limit).toWellFormed().replaceAll(UNPRINTABLE, ' ').trim();
  if (text.length <= limit) return head;
  const mark = ` … (${text.length} characters in all)`;
  return head.slice(0, Math.max(0, limit - mark.length)).toWellFormed() + mark;
}

/** The observation of one request, in one line, after the judge's `message` if there is one. */
export function evidenceOf(serviceAnswer: string, message?: string): string {
  const text = message === undefined ? serviceAnswer : `${message}; ${serviceAnswer}`;
  return cleanText(text, MAX_EVIDENCE_CHARACTERS);
}
