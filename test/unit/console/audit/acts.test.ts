import { expect, it } from 'vitest';
import { actsIn, sequencesOf } from '../../../../console/screens/audit/acts.ts';
import type { AuditEntry } from '../../../../console/screens/audit/types.ts';

function entry(sequence: number, part?: { number: number; of: number }): AuditEntry {
  return {
    ...{ sequence, at: '2026-01-05T09:00:00.000Z', by: 'tina', requestId: 'r' },
    ...{ action: 'apply-first-policy', subject: 'policy', before: null, after: null },
    ...{ hash: 'a'.repeat(64), previousHash: 'b'.repeat(64) },
    ...(part && { part }),
  };
}

const ENTRIES = [
  entry(1),
  entry(2, { number: 1, of: 3 }),
  entry(3, { number: 2, of: 3 }),
  entry(4, { number: 3, of: 3 }),
  entry(5, { number: 1, of: 3 }),
  entry(7, { number: 2, of: 3 }),
  entry(8),
];

it('the parts of one act that stand side by side are one, in either order', () => {
  const shown = (entries: readonly AuditEntry[]) => actsIn(entries).map(sequencesOf);
  expect(shown(ENTRIES)).toEqual(['1', '2–4', '5', '7', '8']);
  expect(shown(ENTRIES.toReversed())).toEqual(['8', '7', '5', '2–4', '1']);
  expect(actsIn([])).toEqual([]);
});
