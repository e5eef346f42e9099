import type { SharedName } from '../../../counters/counter.ts';

const COUNTED: Readonly<Record<SharedName, string>> = {
  'trade-usage': 'Geschäften',
  'approval-usage': 'Freigaben',
  'outflow-usage': 'Auszahlungen',
};

/** Of an item that cannot be read, as one sentence. */
export function countsUnreadable({ counts }: { readonly counts: SharedName }): string {
  return `Die Zähler von ${COUNTED[counts]} können nicht gelesen werden (Eintrag ${counts}): Bis ein Techniker den Eintrag in Ordnung bringt, wird nichts gesendet, was dort zählt.`;
}
