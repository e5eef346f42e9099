import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../adapters/memory/memory-store.ts';
import { type FailureRow, newLane } from '../../../treasury/instructions/lane.ts';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { noteFailingRules } from '../../../treasury/watchdog/note-failing-rules.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { POLICY, RULE } from '../../samples/policy.ts';

const AT = '2026-01-05T09:00:00.000Z';
const row = (count: number): FailureRow => ({
  ...{ count, since: AT, at: AT, occurrence: AT, instructionId: `sweep-${count}` },
  ...{ outcome: 'rejected', reason: '403', message: 'not permitted' },
});

/** Rounds over one set of notes; each with its own row and rule. */
function rounds() {
  const { failingStates } = new MemoryStore('table-1').ports.notes;
  return async (count: number, rules: readonly SweepRule[] = [RULE], isFirst = true) => {
    const failing =
      count === 0 ? {} : { failing: { [RULE.withdrawalAccountId.toLowerCase()]: row(count) } };
    const usage = { [RULE.id]: { hours: {}, days: {}, failures: count, ...failing } };
    const lanes = [{ ...newLane('main', RULE.currency, 'table-1'), usage }];
    const { ledger } = plantedStore({ policy: { ...POLICY, rules }, lanes });
    const noted = await noteFailingRules(
      {
        now: () => AT,
        ledger,
        failingStates: isFirst ? failingStates : { ...failingStates, put: async () => false },
      },
      'main',
    );
    return noted.map(({ state, failures, version }) => [state, failures, version]);
  };
}

describe('a rule of which nothing leaves', () => {
  it('is noted once from the third in a row on, and once more when it is over', async () => {
    const round = rounds();
    expect(await round(2)).toEqual([]);
    expect(await round(3)).toEqual([['failing', 3, 1]]);
    expect(await round(4)).toEqual([]);
    expect(await round(0)).toEqual([['over', 3, 2]]);
    expect(await round(0)).toEqual([]);
    expect(await round(3)).toEqual([['failing', 3, 3]]);
  });

  it.each([
    ['switched off', [{ ...RULE, enabled: false }]],
    ['gone', []],
    ['paying to another account', [{ ...RULE, withdrawalAccountId: crypto.randomUUID() }]],
  ])('is over once it is %s', async (_, rules) => {
    const round = rounds();
    await round(3);
    expect(await round(4, rules)).toEqual([['over', 3, 2]]);
  });

  it('is told by the round that notes it first', async () => {
    const round = rounds();
    expect(await round(3, [RULE], false)).toEqual([]);
    expect(await round(3)).toEqual([['failing', 3, 1]]);
  });
});
