import type { Controls } from './controls.ts';

/*
 * One number says in which form a tenant's ledger is written. It stands in the controls: everything that decides, proposes
 * or claims reads them, each claim asserts their version, and their seal covers it. A release reads two formats, the newest
 * that it knows and the one before, and writes the one that stands; a person raises the number once no version before the
 * release will run again. A field that older code may ignore raises nothing: it is kept, and sealed, with everything else.
 */

/** The newest format that this release reads. A change of form that older code must not miss makes it one more. */
export const NEWEST_FORMAT = 1;

/** The format of a ledger whose controls say nothing. */
const FIRST_FORMAT = 1;

export function formatOf({ format = FIRST_FORMAT }: Pick<Controls, 'format'>): number {
  return format;
}

/** The form of a ledger that this release cannot read; null if it can. */
export function newerFormat(controls: Pick<Controls, 'format'> | null): number | null {
  const format = controls === null ? FIRST_FORMAT : formatOf(controls);
  return format > NEWEST_FORMAT ? format : null;
}
