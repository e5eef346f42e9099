import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** A file that was too large for a response can be fetched, by its id. */
interface ExportData {
  readonly exportId: string;
  /** The route that it is the answer of. */
  readonly report: string;
  readonly format: string;
  readonly fileName: string;
  readonly bytes: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
  readonly requestedBy: string;
}

export interface ExportEvents {
  readonly 'com.sluice.export.ready': ExportData;
}

/** One event for each file that was written. */
export function exportEvent({ before, after }: MoveOf<'export'>): EventBody | null {
  if (before !== null) return null;
  const { id, report, format, fileName, bytes, sha256, requestedBy, writtenAt } = after;
  const data = { exportId: id, report, format, fileName, bytes, sha256, requestedBy };
  return { type: 'com.sluice.export.ready', subject: id, time: writtenAt, write: id, data };
}
