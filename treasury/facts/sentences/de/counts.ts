import type { SharedName } from '../../../counters/counter.ts';

const COUNTED: Readonly<Record<SharedName, string>> = {
  'trade-usage': 'Geschäften',
  'approval-usage': 'Freigaben',
  'outflow-usage': 'Auszahlungen',
};

/** Of an item that cannot be read, as one sentence. */
export function countsUnreadable({ counts }: { readonly counts: SharedName }): string {
  return `Was Limits von ${COUNTED[counts]} zählen, ist verzeichnet und kann nicht gelesen werden (Eintrag ${counts}): Nichts, was dort zählt, wird gesendet, bis ein Techniker den Eintrag in Ordnung bringt.`;
}
