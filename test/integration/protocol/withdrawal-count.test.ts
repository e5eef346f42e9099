import { describe, expect, it } from 'vitest';
import type { SweepRule } from '../../../treasury/policy/sweep-rule.ts';
import { countedIn } from '../../counted.ts';
import { sendingSteps } from './sending-steps.ts';
import { treasuryForEachTest } from './treasury-for-each-test.ts';
import { RULE, TENANT } from './treasury-under-test.ts';

/* A rule that may withdraw only so often in a day. */

const treasury = treasuryForEachTest();
const { proposedId, send } = sendingSteps(treasury);
const DAY_AND_HOUR_SECONDS = 25 * 3_600;

async function often(withdrawalsPer24Hours: number, change: Partial<SweepRule> = {}) {
  const amounts = { threshold: '0', keep: '0', maximum: '0.5', budgets: {} };
  const rule = { ...RULE, ...amounts, withdrawalsPer24Hours, version: 2, ...change };
  const done = await treasury().ledger.commit(TENANT, [{ kind: 'put-rule', rule }]);
  expect(done).toEqual({ ok: true });
}

const counted = async () =>
  (await countedIn(treasury().ledger, TENANT))[`withdrawals of ${RULE.id}`]?.hours;

describe('a rule that may withdraw twice in 24 hours', () => {
  it('does, waits without a proposal, and withdraws again when the first two count no more', async () => {
    await often(2);
    for (const _ of [1, 2]) {
      expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
      treasury().pass(60);
    }
    expect(await counted()).toBe(2);
    expect((await treasury().tick()).proposed).toEqual([]);
    treasury().pass(DAY_AND_HOUR_SECONDS);
    expect((await treasury().tick()).proposed).toMatchObject([{ content: { amount: '0.5' } }]);
    expect(treasury().posts()).toHaveLength(2);
  });

  it('counts one that several sessions send at once as one', async () => {
    await often(2);
    const id = await proposedId();
    await Promise.all([1, 2, 3].map(() => send(id)));
    expect([treasury().posts().length, await counted()]).toEqual([1, 1]);
  });

  it('counts none where the rule has no such limit, and begins to when it has one', async () => {
    await send(await proposedId());
    expect(await counted()).toBeUndefined();
    await often(1);
    treasury().pass(60);
    await send(await proposedId());
    expect(await counted()).toBe(1);
    treasury().pass(60);
    expect((await treasury().tick()).proposed).toEqual([]);
  });
});
