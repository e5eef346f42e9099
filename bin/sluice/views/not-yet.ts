import type { components } from '@sluice/client';
import { momentOf, spanOf } from './formats.ts';

type Health = components['schemas']['Overview']['health'];

/** Why an outcome cannot be stated yet: the API's own code, and until when the service may still carry it out. */
export interface NotYet {
  readonly code: 'no-evidence' | 'no-later-balance' | 'in-quarantine';
  readonly until: string | null;
}

const MISSING: Readonly<Record<NotYet['code'], string>> = {
  'no-evidence':
    'no balance has been read since it was sent, which is what an outcome is compared with',
  'no-later-balance': 'no balance has been read since the service could carry it out last',
  'in-quarantine': 'the service may still carry it out',
};

/** `it cannot be settled yet: ...`, and the time from which it can. */
export function notYetLines(
  { code, until }: NotYet,
  { everySeconds, lastSnapshot }: Health,
  nowMs: number,
): { readonly message: string; readonly help: string } {
  const message = `it cannot be settled yet: ${MISSING[code]}`;
  const fromMs = Math.max(nowMs, until === null ? nowMs : Date.parse(until));
  const open =
    until === null || fromMs === nowMs ? '' : `It may be carried out until ${timeOf(fromMs)}. `;
  if (lastSnapshot === null) return { message, help: `${open}Settle it after the first snapshot.` };
  const dueMs = nextAfter(Date.parse(lastSnapshot.scheduledFor), everySeconds * 1_000, fromMs);
  const wait = spanOf(Math.max(1, Math.ceil((dueMs - nowMs) / 1_000)));
  return {
    message,
    help: `${open}The next snapshot is due at ${timeOf(dueMs)}, in ${wait}: settle it then. Snapshots are taken every ${spanOf(everySeconds)}.`,
  };
}

/** The first tick behind a moment. */
function nextAfter(tickMs: number, everyMs: number, fromMs: number): number {
  const passed = Math.floor((fromMs - tickMs) / everyMs) + 1;
  return tickMs + Math.max(1, passed) * everyMs;
}

function timeOf(ms: number): string {
  return `${momentOf(new Date(ms).toISOString())} UTC`;
}
