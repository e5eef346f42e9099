import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuditEntry,
  type AuditHead,
  appendToChain,
  EMPTY_CHAIN,
} from '../../../treasury/audit/audit-entry.ts';
import { keptHeadFault, verifyTrail } from '../../../treasury/audit/verify-trail.ts';

function chainOf(length: number): readonly AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let index = 0; index < length; index++) {
    const fact = {
      at: new Date(Date.UTC(2026, 0, 5, 9, 0, index)).toISOString(),
      by: 'ann',
      action: 'halt',
      subject: 'controls',
      requestId: `r-${index}`,
      before: { mode: 'live' },
      after: { index },
    };
    entries.push(appendToChain(entries.at(-1) ?? EMPTY_CHAIN, fact));
  }
  return entries;
}

/** The verdict on these entries, where the ledger names this end of them. */
async function verdictOn(
  entries: readonly AuditEntry[],
  head: AuditHead = entries.at(-1) ?? EMPTY_CHAIN,
  maximum = 10_000,
  from?: AuditHead,
) {
  const ports = {
    entriesAfter: async (_client: string, sequence: number, limit: number) =>
      entries.filter((entry) => entry.sequence > sequence).slice(0, limit),
    readAuditHead: async () => ({ sequence: head.sequence, hash: head.hash }),
  };
  return await verifyTrail(ports, 'main', maximum, from);
}

const CHAIN = chainOf(1_203);

describe('the audit trail', () => {
  it('is intact as it was written, over many pages', async () => {
    const { sequence = 0, hash = '' } = CHAIN.at(-1) ?? {};
    expect(await verdictOn(CHAIN)).toEqual({ verdict: 'intact', head: { sequence, hash } });
    expect(await verdictOn([])).toEqual({ verdict: 'intact', head: EMPTY_CHAIN });
  });

  it('names the entry whose words, place or predecessor were changed, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom('comment', 'removed', 'previous', 'swapped'),
        async (at, how) => {
          const chain = CHAIN.slice(0, 32);
          const bent = chain.flatMap((entry) => {
            if (entry.sequence !== at) return [entry];
            if (how === 'removed') return [];
            if (how === 'comment') return [{ ...entry, by: 'ben' }];
            if (how === 'previous') return [{ ...entry, previousHash: 'f'.repeat(64) }];
            return [{ ...(CHAIN[at] ?? entry), sequence: at }];
          });
          expect(await verdictOn(bent)).toMatchObject({
            verdict: 'broken',
            // Of one that is gone, the entry behind it says so.
            link: { sequence: how === 'removed' ? at + 1 : at },
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is cut off where the last entries are missing', async () => {
    const head = CHAIN[9] ?? EMPTY_CHAIN;
    expect(await verdictOn(CHAIN.slice(0, 7), head)).toMatchObject({
      verdict: 'cut-off',
      lastFound: 7,
      head: { sequence: 10 },
    });
    expect(await verdictOn([], head)).toMatchObject({ verdict: 'cut-off', lastFound: 0 });
  });

  it('is cut off where an entry that was kept outside is behind its end, or another one', async () => {
    const kept = CHAIN[9] ?? EMPTY_CHAIN;
    const fromKept = (entries: readonly AuditEntry[]) =>
      verdictOn(entries, undefined, 10_000, { sequence: kept.sequence, hash: kept.hash });
    expect(await fromKept(CHAIN)).toMatchObject({ verdict: 'intact' });
    expect(await fromKept(CHAIN.slice(0, 10))).toMatchObject({ verdict: 'intact' });
    expect(await fromKept(CHAIN.slice(0, 9))).toMatchObject({ verdict: 'cut-off', lastFound: 9 });
    const others = chainOf(12).map((entry) => ({ ...entry }));
    const wrong = { sequence: 10, hash: 'f'.repeat(64) };
    for (const length of [10, 12]) {
      const verdict = await verdictOn(others.slice(0, length), undefined, 10_000, wrong);
      expect(verdict).toMatchObject({ verdict: 'broken' });
    }
  });

  it('is asked for an entry that was kept, by its number and its hash', async () => {
    const ports = {
      entriesAfter: async (_: string, sequence: number, limit: number) =>
        CHAIN.slice(0, 20)
          .filter((entry) => entry.sequence > sequence)
          .slice(0, limit),
    };
    const at = (sequence: number) => ({ sequence, hash: CHAIN[sequence - 1]?.hash ?? '' });
    expect(await keptHeadFault(ports, 'main', at(20))).toBe(null);
    expect(await keptHeadFault(ports, 'main', at(21))).toContain('cut off: entry 21');
    expect(await keptHeadFault(ports, 'main', { ...at(7), hash: '0'.repeat(64) })).toContain(
      'entry 7 is another one',
    );
  });

  it('is broken where its end is another one than the ledger names', async () => {
    const head = { sequence: 10, hash: 'f'.repeat(64) };
    expect(await verdictOn(CHAIN.slice(0, 10), head)).toMatchObject({ verdict: 'broken' });
  });

  it('is followed a window at a time, and goes on where it stopped', async () => {
    const first = await verdictOn(CHAIN, CHAIN.at(-1), 1_000);
    expect(first).toMatchObject({ verdict: 'unfinished', at: { sequence: 1_000 } });
    if (first.verdict !== 'unfinished') throw new Error('finished');
    expect(await verdictOn(CHAIN, CHAIN.at(-1), 1_000, first.at)).toMatchObject({
      verdict: 'intact',
      head: { sequence: 1_203 },
    });
  });

  it('may grow while it is followed', async () => {
    expect(await verdictOn(CHAIN, CHAIN[4])).toMatchObject({ verdict: 'intact' });
  });
});
