import { describe, expect, it } from 'vitest';
import type { FailingRuleState } from '../../treasury/ledger/failing-rule-state.ts';
import type { LowBalanceState } from '../../treasury/ledger/low-balance.ts';
import type { Reminder } from '../../treasury/ledger/reminder.ts';
import { AT } from './items.ts';
import { storeKinds, TENANT } from './stores.ts';

const low = (ruleId: string, version: number): LowBalanceState => ({
  ...{ tenant: TENANT, ruleId, currency: 'BTC', state: 'below', since: AT, snapshot: AT },
  ...{ balance: '1', low: '2', version },
});
const failing = (ruleId: string, version: number): FailingRuleState => ({
  ...{ tenant: TENANT, ruleId, currency: 'BTC', state: 'failing', at: AT, to: 'Cold storage' },
  ...{ failures: 3, since: AT, instructionId: 'sweep-1', outcome: 'rejected', reason: '403' },
  ...{ message: 'not permitted', version },
});

describe.each(storeKinds())('what the watchdog notes $name', ({ open }) => {
  it('of a low balance is the last of each rule, on the version before', async () => {
    const { lowStates } = (await open()).notes;
    expect(await lowStates.put(low('b', 1))).toBe(true);
    expect(await lowStates.put(low('a', 1))).toBe(true);
    expect(await lowStates.put(low('a', 2))).toBe(true);
    for (const version of [1, 2, 4]) expect(await lowStates.put(low('a', version))).toBe(false);
    expect(await lowStates.put(low('c', 2))).toBe(false);
    expect(await lowStates.read(TENANT)).toEqual([low('a', 2), low('b', 1)]);
    expect(await lowStates.read('another')).toEqual([]);
  });

  it('of a rule of which nothing leaves is the last of each, apart from low balances', async () => {
    const { lowStates, failingStates } = (await open()).notes;
    expect(await lowStates.put(low('a', 1))).toBe(true);
    const both = [failingStates.put(failing('a', 1)), failingStates.put(failing('a', 1))];
    expect((await Promise.all(both)).sort()).toEqual([false, true]);
    expect(await failingStates.read(TENANT)).toEqual([failing('a', 1)]);
  });

  it('of a reminder is that it was given, once for each thing and the time until which it waits', async () => {
    const { reminders } = (await open()).notes;
    const reminder: Reminder = {
      what: { code: 'amount', amount: '1', currency: 'BTC' },
      ...{ tenant: TENANT, kind: 'withdrawal', id: 'sweep-1' },
      ...{ waitingSince: AT, expiresAt: AT, remindedAt: AT },
    };
    const others: readonly Reminder[] = [
      { ...reminder, tenant: 'another' },
      { ...reminder, kind: 'trade' },
      { ...reminder, id: 'sweep-2' },
      { ...reminder, expiresAt: '2026-03-30T00:00:00.000Z' },
    ];
    expect(await reminders.has(reminder)).toBe(false);
    const both = await Promise.all([reminders.put(reminder), reminders.put(reminder)]);
    expect([...both].sort()).toEqual([false, true]);
    expect(await reminders.has({ ...reminder, remindedAt: others[3]?.expiresAt ?? AT })).toBe(true);
    for (const other of others) {
      expect(await reminders.has(other)).toBe(false);
      expect(await reminders.put(other)).toBe(true);
    }
  });
});
