import type { SharedName } from '../../../counters/counter.ts';

const COUNTED: Readonly<Record<SharedName, string>> = {
  'trade-usage': 'trades',
  'approval-usage': 'approvals',
  'outflow-usage': 'withdrawals',
};

/** Of an item that cannot be read, as one sentence. */
export function countsUnreadable({ counts }: { readonly counts: SharedName }): string {
  return `What limits count of ${COUNTED[counts]} is on record and cannot be read (item ${counts}): nothing that counts there is sent until an engineer puts the item right.`;
}
