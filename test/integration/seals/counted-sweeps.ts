import { expect } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { accountOf } from '../../samples/policy.ts';
import { RULE, TENANT, type TreasuryUnderTest } from '../protocol/treasury-under-test.ts';
import type { RawItem } from './table-hand.ts';

/** Policy by which a sweep of 1 BTC counts in everything: the lane, limits over several currencies, and tiers. */
export async function countEverywhere(treasury: TreasuryUnderTest): Promise<void> {
  const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
  const all = { threshold: '0', keep: '0', maximum: '1', version: 2 };
  const limited = { ...account, limits: { per24Hours: '100' }, version: 2 };
  const done = await treasury.ledger.commit(TENANT, [
    { kind: 'put-account', account: limited },
    { kind: 'put-rule', rule: { ...RULE, ...all } },
  ]);
  expect(done).toEqual({ ok: true });
  await treasury.putControls({
    withdrawalLimits: { per24Hours: '100000000' },
    approvalTiers: { oneAbove: '90000000' },
  });
}

/** Every amount of an item set to nothing, its version kept. */
export const emptied = (item: RawItem): RawItem =>
  JSON.parse(
    JSON.stringify(item, (name, value) => (['hours', 'days'].includes(name) ? {} : value)),
  );

export const unsealed = ({ seal: _, ...item }: RawItem): RawItem => item;

/** The halt that a count which does not hold leaves. */
export const HALTED = {
  mode: 'halted',
  because: { by: 'sluice', comment: expect.stringMatching(/A seal does not hold/) },
};
