import type { SharedName } from '../../../counters/counter.ts';

const COUNTED: Readonly<Record<SharedName, string>> = {
  'trade-usage': 'trades',
  'approval-usage': 'approvals',
  'outflow-usage': 'withdrawals',
};

/** Of an item that cannot be read, as one sentence. */
export function countsUnreadable({ counts }: { readonly counts: SharedName }): string {
  return `The counts of ${COUNTED[counts]} cannot be read (item ${counts}): until an engineer puts the item right, nothing that counts there is sent.`;
}
