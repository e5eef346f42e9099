import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuditEntry,
  appendToChain,
  EMPTY_CHAIN,
  firstBrokenLink,
} from '../../../treasury/audit/audit-entry.ts';

function chainOf(length: number): readonly AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let index = 0; index < length; index++) {
    const head = entries.at(-1) ?? EMPTY_CHAIN;
    const at = new Date(Date.UTC(2026, 0, 5, 9, 0, index)).toISOString();
    const fact = { at, by: 'ann', action: 'halt', subject: 'controls', requestId: `r-${index}` };
    entries.push(appendToChain(head, { ...fact, before: { mode: 'live' }, after: { index } }));
  }
  return entries;
}

describe('the audit chain', () => {
  it('holds as it was written, from its first entry on', () => {
    expect(firstBrokenLink(chainOf(5))).toBeNull();
    expect(firstBrokenLink([])).toBeNull();
  });

  it('names the entry whose words were changed', () => {
    const bent = chainOf(5).map((entry) =>
      entry.sequence === 3 ? { ...entry, by: 'ben' } : entry,
    );
    expect(firstBrokenLink(bent)).toBe(3);
  });

  it('names the entry behind the one that was taken out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), (gone) => {
        const bent = chainOf(10).filter(({ sequence }) => sequence !== gone);
        expect(firstBrokenLink(bent)).toBe(gone + 1);
      }),
    );
  });

  it('does not depend on the order in which the fields of a fact were written', () => {
    const fact = { at: '2026-01-05T09:00:00.000Z', by: 'ann', action: 'a', subject: 's' };
    const one = appendToChain(EMPTY_CHAIN, {
      ...fact,
      requestId: 'r',
      before: null,
      after: { a: 1, b: 2 },
    });
    const other = appendToChain(EMPTY_CHAIN, {
      requestId: 'r',
      after: { b: 2, a: 1 },
      before: null,
      ...fact,
    });
    expect(one.hash).toBe(other.hash);
  });
});
