import { describe, expect, it } from 'vitest';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { account, rule } from '../samples/policy.ts';
import { Random } from '../simulation/random.ts';
import { DrawnItems } from './draws.ts';
import { AT, manualRateAt, matchingRuleAt, webhookAt } from './items.ts';
import { storeKinds } from './stores.ts';

const TENANT = 'main';

describe.each(storeKinds())('the policy of a ledger $name', ({ open }) => {
  it('is read piece by piece, also those that were deleted', async () => {
    const { ledger, policyLedger } = await open();
    const gone = {
      ...rule({ id: 'rule-1', version: 1 }),
      enabled: false,
      deletedAt: AT,
      version: 2,
    };
    const there = account({ id: 'account-1', version: 1 });
    await ledger.commit(TENANT, [
      { kind: 'put-rule', rule: rule({ id: 'rule-1', version: 1 }) },
      { kind: 'put-account', account: there },
    ]);
    expect(await ledger.commit(TENANT, [{ kind: 'put-rule', rule: gone }])).toEqual({ ok: true });
    const { readCurrent } = policyLedger;
    expect(await readCurrent(TENANT, { kind: 'rule', id: 'rule-1' })).toEqual({
      kind: 'rule',
      item: gone,
    });
    expect(await readCurrent(TENANT, { kind: 'account', id: 'account-1' })).toEqual({
      kind: 'account',
      item: there,
    });
    expect(await readCurrent(TENANT, { kind: 'controls' })).toBeNull();
    expect(await readCurrent('another', { kind: 'account', id: 'account-1' })).toBeNull();
    expect((await ledger.readPolicy(TENANT)).rules).toEqual([]);
  });

  it('has lists without what was deleted', async () => {
    const { ledger, policyLedger } = await open();
    const { readManualRates, readMatchingRules, readWebhooks } = policyLedger;
    await ledger.commit(TENANT, [
      { kind: 'put-manual-rate', rate: manualRateAt(1) },
      { kind: 'put-matching-rule', rule: matchingRuleAt(1, true) },
      { kind: 'put-webhook', webhook: webhookAt(1) },
    ]);
    expect(await readManualRates(TENANT)).toEqual([manualRateAt(1)]);
    expect(await readMatchingRules(TENANT)).toEqual([matchingRuleAt(1, true)]);
    expect(await readWebhooks(TENANT)).toEqual({ things: [webhookAt(1)], unreadable: [] });
    const deletedAt = AT;
    await ledger.commit(TENANT, [
      { kind: 'put-manual-rate', rate: { ...manualRateAt(2), deletedAt } },
      { kind: 'put-matching-rule', rule: { ...matchingRuleAt(2, false), deletedAt } },
      { kind: 'put-webhook', webhook: { ...webhookAt(2), deletedAt } },
    ]);
    const lists = [readManualRates, readMatchingRules].map((read) => read(TENANT));
    expect(await Promise.all(lists)).toEqual([[], []]);
    expect(await readWebhooks(TENANT)).toEqual({ things: [], unreadable: [] });
  });

  it('finds the open changes of a person, those that expire first, so many at most', async () => {
    const { ledger, policyLedger } = await open();
    const drawn = new DrawnItems(new Random(1));
    const change = (id: string, minute: number, madeBy = 'ana') => ({
      ...drawn.policyChange(id, undefined),
      ...{ madeBy, expiresAt: plusSeconds(AT, minute * 60), version: 1 },
      status: { state: 'proposed' } as const,
    });
    const all = [change('c-1', 9), change('c-2', 5), change('c-3', 7), change('c-4', 6, 'ben')];
    for (const each of all) {
      await ledger.commit(TENANT, [{ kind: 'put-change', change: each }]);
    }
    const openAt = async (minute: number, limit: number) =>
      (await policyLedger.openChangesOf(TENANT, 'ana', plusSeconds(AT, minute * 60), limit)).map(
        ({ id }) => id,
      );
    expect(await openAt(0, 9)).toEqual(['c-2', 'c-3', 'c-1']);
    expect(await openAt(0, 2)).toEqual(['c-2', 'c-3']);
    // A proposal expires at its moment, not after it.
    expect(await openAt(5, 9)).toEqual(['c-3', 'c-1']);
    expect(await policyLedger.readChange(TENANT, 'c-4')).toEqual(all[3]);
    expect(await policyLedger.readChange('another', 'c-4')).toBeNull();
  });
});
