import { describe, expect, it } from 'vitest';
import type { SharedName } from '../../../treasury/counters/counter.ts';
import type { SharedCounts } from '../../../treasury/counters/shared-counts.ts';
import { debitsOfClaim, type RefundLedger, refunds } from '../../../treasury/sending/refunds.ts';
import { counted, countedOf, taken } from '../../samples/counts.ts';
import { CLAIM } from '../../samples/instructions.ts';
import { plantedStore } from '../../samples/planted-store.ts';

/*
 * Counters outside of lanes stand in three items. Whatever is given back, of one claim or of several, is one write of each
 * of them at most, always in the same order: a commit writes no item twice.
 */

const at = '2026-01-05T09:30:00.000Z';
const HOUR = '2026-01-05T09:00:00.000Z';

const TRADED = { kind: 'traded', of: '', unit: 'USD' } as const;
const APPROVED = { kind: 'approved-by', of: '0', unit: 'USD' } as const;
const LEFT = { kind: 'outflow', of: '', unit: 'USD' } as const;

const countsOf = (counter: typeof TRADED | typeof APPROVED | typeof LEFT, version: number) => ({
  tenant: 'main',
  counts: [counted(counter, { hours: { [HOUR]: '100' } })],
  version,
});
const COUNTS: Readonly<Record<SharedName, SharedCounts>> = {
  'trade-usage': countsOf(TRADED, 7),
  'approval-usage': countsOf(APPROVED, 5),
  'outflow-usage': countsOf(LEFT, 3),
};
const everywhere = (amount: string) =>
  [TRADED, APPROVED, LEFT].map((counter) => taken(counter, amount, at));

function ledgerOf(counted: 'all' | 'nothing') {
  const asked: string[] = [];
  const { readCounts } = plantedStore({ counts: counted === 'all' ? COUNTS : {} }).ledger;
  const ledger: RefundLedger = {
    readCounts: async (tenant, name) => {
      asked.push(name);
      return await readCounts(tenant, name);
    },
  };
  return { ledger, asked };
}

const ORDER = ['put-trade-usage', 'put-approval-usage', 'put-outflow-usage'];

/** The kind of each write, what it leaves in its counter, and its version. */
const told = (writes: Awaited<ReturnType<typeof refunds>>) =>
  writes.map((write) => {
    if (!('usage' in write) || !('counts' in write.usage)) throw new Error(write.kind);
    const [own] = write.usage.counts;
    return [write.kind, own?.hours[HOUR], write.usage.version];
  });

describe('what goes back outside of lanes', () => {
  it('of one claim is one write of each item that it debited, in their order', async () => {
    const { ledger } = ledgerOf('all');
    const writes = await refunds(ledger, 'main', everywhere('10'));
    expect(told(writes)).toEqual([
      [ORDER[0], '90', 8],
      [ORDER[1], '90', 6],
      [ORDER[2], '90', 4],
    ]);
  });

  it('of several claims is one write of each item all the same, one version on', async () => {
    const { ledger } = ledgerOf('all');
    const debits = [...everywhere('10'), ...everywhere('20')];
    expect(told(await refunds(ledger, 'main', debits))).toEqual([
      [ORDER[0], '70', 8],
      [ORDER[1], '70', 6],
      [ORDER[2], '70', 4],
    ]);
  });

  it('is nothing of an item that was not debited, which is not even read', async () => {
    const { ledger, asked } = ledgerOf('all');
    const ofLane = debitsOfClaim([{ status: { claim: CLAIM } }]);
    expect(ofLane).toEqual(CLAIM.debits);
    expect(await refunds(ledger, 'main', ofLane)).toEqual([]);
    expect(await refunds(ledger, 'main', debitsOfClaim([]))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is nothing where nothing was counted yet', async () => {
    expect(await refunds(ledgerOf('nothing').ledger, 'main', everywhere('1'))).toEqual([]);
  });

  it('is nothing of a counter in another unit', async () => {
    const { ledger } = ledgerOf('all');
    const euros = [taken({ ...APPROVED, unit: 'EUR' }, '10', at)];
    expect(await refunds(ledger, 'main', euros)).toEqual([]);
    expect(countedOf(COUNTS['approval-usage'], 'approved-by', '0').hours).toEqual({
      [HOUR]: '100',
    });
  });
});
