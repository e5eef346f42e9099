import type { MoveOf } from './ledger-move.ts';
import type { EventBody } from './treasury-event.ts';

/** Somebody asked for what is not theirs to ask for. */
interface DenialData {
  readonly by: string;
  /** "POST /v1/trades" */
  readonly route: string;
  /** The problem's code. */
  readonly code: string;
  readonly requestId: string;
  /** Its place in the audit log. */
  readonly sequence: number;
}

export interface AccessEvents {
  readonly 'com.sluice.access.denied': DenialData;
}

/** Denials only: everything else on record is told by the event of what changed. */
export function accessEvent({ after }: MoveOf<'audit-entry'>): EventBody | null {
  const { action, by, subject, requestId, sequence, at } = after;
  if (action !== 'denied') return null;
  return {
    type: 'com.sluice.access.denied',
    subject,
    time: at,
    write: String(sequence),
    data: { by, route: subject, code: codeOf(after.after), requestId, sequence },
  };
}

/** Denials are recorded with the code of the problem that was answered. */
function codeOf(after: unknown): string {
  if (after !== null && typeof after === 'object' && 'code' in after) return String(after.code);
  throw new TypeError('a denial without its code');
}
