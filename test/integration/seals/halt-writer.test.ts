import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { decideChange } from '../../../treasury/changes/decide-change.ts';
import { askToResume } from '../../../treasury/changes/resume.ts';
import { auditHalts } from '../../../treasury/halt/audit-halts.ts';
import { SEAL_FORMAT } from '../../../treasury/seals/seal.ts';
import { hmacSeals, unreachableSeals } from '../../seals/hmac-seals.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { TENANT } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the table, and without the key, who wants a halt to be over.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId: proposed, send, halted } = sendingSteps(treasury);
const { place: trade } = tradeSteps(treasury);
const { read, put, change, remove } = tableHand(() => treasury().table);

const haltKey = ledgerKeys.halt(TENANT);
const posts = () => treasury().posts().length + treasury().posts('/v1/trades').length;

const changePorts = () => {
  const { ports, ledger, table } = treasury();
  const all = { ...ledger, ...createPolicyChanges(table) };
  return { ...ports, ledger: all, snapshotEverySeconds: 300, reportingCurrency: 'USD' };
};

/** Two people end it, as it stands. */
async function resumed(currency?: string) {
  const { generation } = await treasury().ledger.readHalt(TENANT);
  const asked = await askToResume(changePorts(), {
    tenant: TENANT,
    mode: 'live',
    generation,
    by: 'tom',
    comment: 'on',
    requestId: 'r-2',
    ...(currency === undefined ? {} : { currency }),
  });
  if (asked.result !== 'proposed') throw new Error(`not proposed: ${JSON.stringify(asked)}`);
  return await decideChange(changePorts(), {
    tenant: TENANT,
    changeId: asked.change.id,
    decision: 'approve',
    by: 'ann',
    comment: 'as agreed',
    requestId: 'r-3',
  });
}

const live = ({ because: _, resumed: __, ...item }: RawItem): RawItem => ({
  ...item,
  mode: 'live',
  currencies: {},
});

/** What two people would have written, but for the seal. */
const forged = (item: RawItem): RawItem => {
  const generation = item.generation as number;
  const left = { everything: false, currencies: [] };
  const both = { by: 'tom', approvedBy: 'ann', at: treasury().now(), comment: 'on', changeId: 'c' };
  const next = generation + 1;
  return { ...live(item), generation: next, resumed: { ...both, generation, next, left } };
};

describe('a halt that something other than Sluice ended in the table', () => {
  it.each<[string, (item: RawItem) => RawItem]>([
    ['said to be live', live],
    ['said to be live, as a later generation', (item) => ({ ...live(item), generation: 7 })],
    ['said to be live, as an earlier generation', (item) => ({ ...live(item), generation: 1 })],
    ['ended by two people who never did', forged],
    [
      'ended by two people, under a forged seal',
      (item) => {
        const epoch = 'of-nobody';
        const terms = { format: SEAL_FORMAT, epoch, sealedAt: treasury().now() };
        const seal = { ...terms, keyId: 'k', mac: 'AAAA' };
        return { ...forged(item), resumed: { ...(forged(item).resumed as RawItem), seal } };
      },
    ],
  ])('moves no money: %s', async (_, changed) => {
    await halted('ETH');
    await halted();
    await change(haltKey, changed);
    const id = await proposed();
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(await trade()).toMatchObject({ result: 'refused' });
    expect(posts()).toBe(0);
  });

  it('halts everything again, and says that a seal does not hold', async () => {
    await halted();
    await change(haltKey, forged);
    const sent = await send(await proposed());
    expect(sent).toMatchObject({ instruction: { status: { reason: 'seal-invalid' } } });
    expect(await treasury().ledger.readHalt(TENANT)).toMatchObject({
      mode: 'halted',
      because: { by: 'sluice', trigger: 'tampering' },
    });
  });

  it('moves no money by an earlier state that is put back, whose seal still holds', async () => {
    await halted();
    expect(await resumed()).toMatchObject({ result: 'decided' });
    const earlier = await read(haltKey);
    const id = await proposed();
    await halted();
    await put(earlier);
    expect(await send(id)).toMatchObject({ result: 'cancelled' });
    expect(await trade()).toMatchObject({ result: 'refused' });
    expect(posts()).toBe(0);
  });

  it('moves no money by taking the whole item away', async () => {
    await halted();
    await remove(haltKey);
    expect(await send(await proposed())).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
  });

  it('moves no money in a currency that was taken out of those that are halted', async () => {
    await halted('BTC');
    await change(haltKey, (item) => ({ ...item, currencies: {} }));
    expect(await send(await proposed())).toMatchObject({
      instruction: { status: { reason: 'seal-invalid' } },
    });
    expect(await trade()).toMatchObject({ result: 'refused' });
    expect(posts()).toBe(0);
  });

  it('moves no money under the seal of a resumption that left the currency halted', async () => {
    await halted('BTC');
    await halted();
    expect(await resumed()).toMatchObject({ result: 'decided' });
    await change(haltKey, (item) => ({ ...item, currencies: {} }));
    expect(await send(await proposed())).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
  });

  it('is not made good by people who end another halt', async () => {
    await halted('BTC');
    await halted();
    await change(haltKey, (item) => ({ ...item, currencies: {} }));
    const refused = { result: 'refused', refusal: { code: 'halt-tampered' } };
    expect(await resumed()).toMatchObject(refused);
    expect(await treasury().ledger.readHalt(TENANT)).toMatchObject({ because: { by: 'sluice' } });
    await halted('BTC');
    expect(await resumed()).toMatchObject({ result: 'decided' });
    expect((await treasury().ledger.readHalt(TENANT)).currencies).toHaveProperty('BTC');
    expect(await resumed('BTC')).toMatchObject({ result: 'decided' });
    expect(await send(await proposed())).toMatchObject({ result: 'concluded' });
  });

  it('can be ended by two people once it was halted again, whatever generation it was put back to', async () => {
    await halted();
    await resumed();
    const earlier = await read(haltKey);
    for (let again = 0; again < 3; again++) await halted();
    await put(earlier);
    expect(await send(await proposed())).toMatchObject({ result: 'cancelled' });
    expect(await resumed()).toMatchObject({ result: 'decided' });
    expect(await send(await proposed())).toMatchObject({ result: 'concluded' });
  });

  it('moves no money where whoever halted died before it was marked, once it is in the audit log', async () => {
    const { now, ledger } = treasury().ports;
    const at = now();
    const act = { id: 'act-9', at, by: 'sluice', comment: 'an anomaly', requestId: 'r-9' };
    await ledger.commit(TENANT, [{ kind: 'halt', act }]);
    await remove(ledgerKeys.haltMark(TENANT, { generation: 1 }));
    expect(await auditHalts({ now, ledger }, TENANT)).toBe(1);
    await change(haltKey, live);
    expect(await send(await proposed())).toMatchObject({ result: 'cancelled' });
    expect(posts()).toBe(0);
  });
});

describe('a halt that two people ended', () => {
  it('is over: withdrawals and trades leave again', async () => {
    await halted();
    await halted('BTC');
    await resumed();
    await resumed('BTC');
    expect(await send(await proposed())).toMatchObject({ result: 'concluded' });
    expect(await trade()).toMatchObject({ result: 'concluded' });
  });

  it('stays over in the other currencies where one is halted later', async () => {
    await halted();
    await resumed();
    await halted('ETH');
    expect(await send(await proposed())).toMatchObject({ result: 'concluded' });
  });

  it('asks no key where nothing is sent, and defers what is to be sent while no key answers', async () => {
    await halted();
    await resumed();
    const id = await proposed();
    let verified = 0;
    const seals = {
      ...hmacSeals,
      verify: async (...asked: Parameters<typeof hmacSeals.verify>) => {
        verified += 1;
        if (verified > 1) return await unreachableSeals.verify(...asked);
        return await hmacSeals.verify(...asked);
      },
    };
    // The seal of the instruction is answered for, that of the resumption is not.
    expect(await send(id, { seals })).toMatchObject({
      result: 'deferred',
      reason: 'seal-unverified',
    });
    expect(posts()).toBe(0);
    expect(await treasury().state(id)).toBe('approved');
    verified = -10;
    expect(await send(id, { seals })).toMatchObject({ result: 'concluded' });
    expect(verified).toBe(-8);
  });

  it('was never one where only another currency was halted: no key is asked about it', async () => {
    await halted('ETH');
    const id = await proposed();
    let verified = 0;
    const verify: typeof hmacSeals.verify = async (...asked) => {
      verified += 1;
      return await hmacSeals.verify(...asked);
    };
    expect(await send(id, { seals: { ...hmacSeals, verify } })).toMatchObject({
      result: 'concluded',
    });
    expect(verified).toBe(1);
  });
});
