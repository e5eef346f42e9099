import { beforeEach, describe, expect, it } from 'vitest';
import { raiseFormat } from '../../treasury/changes/raise-format.ts';
import { READS } from '../../treasury/policy/ledger-format.ts';
import { controls } from '../samples/policy.ts';
import { policyWrites } from '../samples/policy-writes.ts';
import { hmacSeals } from '../seals/hmac-seals.ts';
import { sealingLedger } from '../seals/sealed-changes.ts';
import { AT } from './items.ts';
import { type OpenedStore, storeKinds, TENANT } from './stores.ts';

/*
 * What raising a ledger's format asks of a store: one write of the controls, on the version that was seen, that claims of before
 * do not survive, with its line in the audit log or not at all.
 */

const NEXT_READS = { from: READS.to, to: READS.to + 1 } as const;
const ASSERTED = {
  kind: 'assert-controls-unchanged',
  version: 1,
  mode: 'live',
  currencies: ['BTC'],
} as const;

describe.each(storeKinds())('the format of a ledger $name', ({ open }) => {
  let store: OpenedStore;

  beforeEach(async () => {
    store = await open();
    const ledger = sealingLedger(store.ledger);
    for (const tenant of [TENANT, 'another']) {
      const first = { tenant, controls: controls(), currencies: ['BTC'] };
      const writes = policyWrites(await ledger.epoch(), first);
      expect(await ledger.commit(tenant, writes)).toEqual({ ok: true });
    }
  });

  const raised = async (by: string, expected = 1) =>
    await raiseFormat(
      { now: () => AT, seals: hmacSeals, ledger: store.ledger },
      { tenant: TENANT, expected, by, requestId: by },
      NEXT_READS,
    );
  const formatNow = async (tenant = TENANT) =>
    (await store.ledger.readPolicy(tenant)).controls?.format;

  it('is raised with its line in the audit log, of this tenant alone', async () => {
    expect(await raised('olga')).toMatchObject({ result: 'applied', replayed: false });
    expect(await formatNow()).toBe(NEXT_READS.to);
    expect((await store.ledger.readControls(TENANT))?.format).toBe(NEXT_READS.to);
    expect((await store.ledger.readAuditHead(TENANT)).sequence).toBe(1);
    expect(await formatNow('another')).toBeUndefined();
    expect((await store.ledger.readAuditHead('another')).sequence).toBe(0);
  });

  it('is raised once, of many who raise it at one moment', async () => {
    const results = await Promise.all(['olga', 'omar', 'otto'].map((by) => raised(by)));
    const first = results.filter((each) => each.result === 'applied' && !each.replayed);
    expect(first).toHaveLength(1);
    expect((await store.ledger.readPolicy(TENANT)).controls?.version).toBe(2);
    expect((await store.ledger.readAuditHead(TENANT)).sequence).toBe(1);
  });

  it('is raised upon the version that was seen, or not at all', async () => {
    expect(await raised('olga', 7)).toMatchObject({ refusal: { code: 'stale' } });
    expect(await formatNow()).toBeUndefined();
    expect((await store.ledger.readAuditHead(TENANT)).sequence).toBe(0);
  });

  it('breaks whatever rests on the controls before', async () => {
    const { commit } = store.ledger;
    expect(await commit(TENANT, [ASSERTED])).toEqual({ ok: true });
    await raised('olga');
    expect(await commit(TENANT, [ASSERTED])).toEqual({
      ok: false,
      conflicts: ['assert-controls-unchanged'],
    });
    expect(await commit(TENANT, [{ ...ASSERTED, version: 2 }])).toEqual({ ok: true });
  });
});
