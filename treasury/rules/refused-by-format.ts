import { sayNotSent } from '../facts/sentences/say/not-sent.ts';
import { codeOfMode, notSentByFormat } from '../instructions/not-sent.ts';
import type { Controls } from '../policy/controls.ts';
import type { FormatRange } from '../policy/ledger-format.ts';

export interface RefusedByFormat {
  readonly code: 'newer-version' | 'unreadable';
  readonly message: string;
}

/** Null if the ledger is in a form that this version of Sluice reads: else what whoever asked for something is told. */
export function refusedByFormat(
  controls: Controls | null,
  reads?: FormatRange,
): RefusedByFormat | null {
  const why = notSentByFormat(controls, reads);
  return why === null ? null : { code: codeOfMode(why), message: sayNotSent(why) };
}
