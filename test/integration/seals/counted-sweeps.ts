import { expect } from 'vitest';
import { type Key, ledgerKeys } from '../../../adapters/store/keys.ts';
import { SANDBOX_ACCOUNTS } from '../../../sandbox/index.ts';
import { DAYS, WINDOWS } from '../../../treasury/counters/windows.ts';
import { type CountsPorts, watchCounts } from '../../../treasury/watchdog/watch-counts.ts';
import { accountOf } from '../../samples/policy.ts';
import { RULE, TENANT, type TreasuryUnderTest } from '../protocol/treasury-under-test.ts';
import type { RawItem } from './table-hand.ts';

/** Policy by which a sweep of 1 BTC counts in everything: the lane, limits over several currencies, and tiers. */
export async function countEverywhere(treasury: TreasuryUnderTest): Promise<void> {
  const account = accountOf(SANDBOX_ACCOUNTS.btcWallet);
  const amounts = { threshold: '0', keep: '0', maximum: '1', version: 2 };
  const all = { ...amounts, withdrawalsPer24Hours: 100 };
  const limited = { ...account, limits: { per24Hours: '100', lifetime: '100' }, version: 2 };
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

/** One round of the watchdog's comparison: names what is lowered, or null. */
export async function comparedIn(ports: CountsPorts, buckets = DAYS): Promise<string | null> {
  return (await watchCounts(ports, TENANT, buckets)).lowered;
}

/** Every amount of an item set to nothing, its version kept. */
export const emptied = (item: RawItem): RawItem =>
  JSON.parse(JSON.stringify(item, (name, value) => (Object.hasOwn(WINDOWS, name) ? {} : value)));

/** Where what a lane counts stands: apart from it. */
export const countsAt = ({ pk, sk }: Key): Key =>
  pk.endsWith('#LANE') ? ledgerKeys.laneCounts(TENANT, sk) : { pk, sk };

/** The halt that what something other than Sluice wrote leaves. */
export const HALTED = {
  mode: 'halted',
  because: { by: 'sluice', trigger: 'tampering' },
};
