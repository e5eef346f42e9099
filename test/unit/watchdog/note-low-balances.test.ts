import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import type { LowBalanceState } from '../../../treasury/ledger/low-balance.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { noteLowBalances } from '../../../treasury/watchdog/note-low-balances.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { POLICY, rule } from '../../samples/policy.ts';
import { snapshotOf } from '../preview/samples.ts';

const LOW = rule({ threshold: '10', keep: '5', low: '4' });

/** Rounds over one set of notes; each with its own rules and balance. */
function rounds() {
  const { lowStates } = new MemoryStore('table-1').ports.notes;
  const reads = { snapshots: 0 };
  const round = async (
    minute: number,
    balance: string,
    rules: readonly SweepRule[] = [LOW],
    put?: (state: LowBalanceState) => Promise<boolean>,
  ) => {
    const at = `2026-01-05T09:${String(minute).padStart(2, '0')}:00.000Z`;
    const latest = snapshotOf({
      ...{ scheduledFor: at, takenAt: at },
      balances: { BTC: { total: balance } },
    });
    const { ledger, snapshots } = plantedStore({
      policy: { ...POLICY, rules },
      snapshots: [latest],
    });
    const noted = await noteLowBalances(
      {
        ledger,
        snapshots: {
          latest: async (tenant) => {
            reads.snapshots += 1;
            return await snapshots.latest(tenant);
          },
        },
        lowStates: put === undefined ? lowStates : { ...lowStates, put },
      },
      'main',
    );
    return noted.map(({ state, balance: seen, missing = null }) => [state, seen, missing]);
  };
  return { round, reads, lowStates };
}

describe('a balance below the low of a rule', () => {
  it('is noted once, with what would fill it, and once more when it is over', async () => {
    const { round, lowStates } = rounds();
    expect(await round(0, '6')).toEqual([]);
    expect(await round(5, '3.5')).toEqual([['below', '3.5', '1.5']]);
    expect(await round(10, '3')).toEqual([]);
    expect(await round(15, '4')).toEqual([['over', '4', null]]);
    expect(await round(20, '4')).toEqual([]);
    expect(await round(25, '1')).toEqual([['below', '1', '4']]);
    expect(await lowStates.read('main')).toMatchObject([{ ruleId: LOW.id, version: 3 }]);
  });

  it('is noted by the balance itself: at the low it is not below', async () => {
    const { round } = rounds();
    expect(await round(0, '4')).toEqual([]);
    expect(await round(5, '3.999999999999999999')).toHaveLength(1);
  });

  it('is over where the rule is switched off, deleted, or has no low any more', async () => {
    const { low: _, ...without } = LOW;
    for (const rules of [[{ ...LOW, enabled: false }], [], [without]]) {
      const { round } = rounds();
      await round(0, '1');
      expect(await round(5, '1', rules)).toEqual([['over', '1', null]]);
    }
  });

  it('is judged by each snapshot once: the same one never says both', async () => {
    const { round } = rounds();
    await round(0, '1');
    expect(await round(0, '9')).toEqual([]);
  });

  it('is noted by one of two rounds at once', async () => {
    const { round } = rounds();
    expect(await round(0, '1', [LOW], async () => false)).toEqual([]);
  });

  it('reads no snapshot where no rule asks', async () => {
    const { round, reads } = rounds();
    const { low: _, ...without } = LOW;
    await round(0, '1', [without]);
    expect(reads.snapshots).toBe(0);
  });
});
