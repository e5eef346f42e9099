import type { Controls } from './controls.ts';

/*
 * One number says in which form a tenant's ledger is written. It stands in the controls: everything that decides, proposes
 * or claims reads them, each claim asserts their version, and their seal covers it. A release reads two formats, the newest
 * that it knows and the one before, and writes the one that stands; a person raises the number once no version before the
 * release will run again. A field that older code may ignore raises nothing: it is kept, and sealed, with everything else.
 */

/** The formats of a ledger that a release reads, both included. */
export interface FormatRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Those of this release. A change of form that older code must not miss makes `to` one more, and `from` the one before it: what
 * reads an earlier form is deleted in the same change.
 */
export const READS: FormatRange = { from: 1, to: 1 };

/** The format of a ledger whose controls say nothing. None was ever before it: a test names it, to be such a ledger. */
const FIRST_FORMAT = 1;

export function formatOf({ format = FIRST_FORMAT }: Pick<Controls, 'format'>): number {
  return format;
}

/** A format that a release does not read, and the nearest one that it does: above or below says which of the two is the later. */
export interface UnreadFormat {
  readonly format: number;
  readonly known: number;
}

/** Null if the release reads the ledger, as it does where there is no policy yet. */
export function unreadFormat(
  controls: Pick<Controls, 'format'> | null,
  { from, to }: FormatRange = READS,
): UnreadFormat | null {
  if (controls === null) return null;
  const format = formatOf(controls);
  if (format > to) return { format, known: to };
  return format < from ? { format, known: from } : null;
}
