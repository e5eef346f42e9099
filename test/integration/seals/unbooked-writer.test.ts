import { describe, expect, it } from 'vitest';
import { createCountSeals } from '../../../adapters/seals/count-seals.ts';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { readConclusion } from '../../../adapters/store/unbooked.ts';
import type { CounterKind, Debit } from '../../../treasury/counters/counter.ts';
import { SealsUnavailableError } from '../../../treasury/seals/ports.ts';
import { concludeUnbooked } from '../../../treasury/unbooked/conclude-unbooked.ts';
import { unbookedView } from '../../../treasury/unbooked/unbooked.ts';
import { countedOf } from '../../samples/counts.ts';
import { unreachableSeals } from '../../seals/hmac-seals.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT, type TreasuryUnderTest } from '../protocol/treasury-under-test.ts';
import { QUARANTINE_SECONDS, settlingSteps } from '../settlement/settling-steps.ts';
import { countEverywhere, HALTED, unsealed } from './counted-sweeps.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the ledger, and without the keys, who changes in the table what the claims of unbooked
 * amounts debited, so that two people who say honestly that nothing was executed give back more than that.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);
const { auditTrail } = settlingSteps(treasury);
const { read, change } = tableHand(() => treasury().table);

const NOT_IN_THIS_TEST_MS = 10 * 86_400_000;
const laneKey = ledgerKeys.lane(TENANT, 'BTC');
const outflowKey = ledgerKeys.sharedCounts(TENANT, 'outflow-usage');

const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;
const isHalted = async () => expect(await halt()).toMatchObject(HALTED);
const isLive = async () => expect((await halt()).mode).toBe('live');
const left = async () => Object.values(countedOf(await treasury().lane(), 'rule', RULE.id).days);

/** Sweeps of 1 BTC each, confirmed, that no balance shows, after the quarantine. */
async function unbooked(sweeps = 1): Promise<void> {
  treasury().sandbox.setBooking({ delayMs: NOT_IN_THIS_TEST_MS });
  await countEverywhere(treasury());
  for (let sent = 0; sent < sweeps; sent++) {
    treasury().pass(5);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  }
  treasury().pass(QUARANTINE_SECONDS);
  await treasury().tick();
  expect((await treasury().lane()).booking?.entries).toHaveLength(sweeps);
}

async function say(by: string, more: Partial<TreasuryUnderTest['ports']> = {}) {
  const { table, ledger, ports } = treasury();
  const { controls } = await ledger.readPolicy(TENANT);
  const view = unbookedView(await treasury().lane(), controls, treasury().now());
  return await concludeUnbooked(
    {
      ...{ ...ports, ...more },
      unbooked: {
        readConclusion: (tenant, currency) => readConclusion(table, tenant, currency),
        openBreaks: async () => [],
      },
    },
    {
      ...{ tenant: TENANT, currency: 'BTC', by, requestId: `request-of-${by}` },
      digest: view?.digest ?? 'nothing is unbooked',
      outcome: { outcome: 'not-executed', budget: 'give-back' },
      comment: `${by} looked at the list of the service`,
    },
  );
}

type Deep = Readonly<Record<string, Record<string, unknown>>>;

/** What the claims debited, as the lane has it, changed. */
const debited = (changed: (debits: RawItem) => unknown) => (item: RawItem) => {
  const booking = item.booking as Deep;
  const all = Object.entries(booking.debited ?? {});
  expect(all).not.toEqual([]);
  const forged = all.map(([id, debits]) => [id, changed(debits as RawItem)]);
  return { ...item, booking: { ...booking, debited: Object.fromEntries(forged) } };
};

/** With the debits of one kind forged. */
const withDebit = (kind: CounterKind, forged: (debit: Debit) => Debit) =>
  debited((entry) => {
    const debits = (entry.debits as readonly Debit[]).map((each) =>
      each.counter.kind === kind ? forged(each) : each,
    );
    expect(debits).not.toEqual(entry.debits);
    return { ...entry, debits };
  });
const larger = (debit: Debit) => ({ ...debit, amount: '9000000' });

const FORGERIES: readonly [string, (item: RawItem) => RawItem][] = [
  ['a larger debit of the budget', withDebit('rule', larger)],
  [
    'a debit of another rule',
    withDebit('rule', (debit) => ({ ...debit, counter: { ...debit.counter, of: 'theirs' } })),
  ],
  ['a larger debit of the room of approvals', withDebit('unapproved', larger)],
  ['a larger debit of the limits of everything', withDebit('outflow', larger)],
  ['a smaller claim', debited((debits) => ({ ...debits, claimed: '0.1' }))],
  [
    'a debit of a claim that never was',
    (item) => {
      const booking = item.booking as Deep;
      const [made] = Object.values(booking.debited ?? {});
      return { ...item, booking: { ...booking, debited: { ...booking.debited, theirs: made } } };
    },
  ],
  ['no seal', unsealed],
  [
    'a seal in the name of another ledger',
    (item) => ({ ...item, seal: { ...(item.seal as RawItem), epoch: 'another' } }),
  ],
];

/** What goes back of one claim, in its order. */
const BUDGET_AND_OTHERS = (
  ['rule', 'unapproved', 'approved-by', 'account', 'outflow'] as const
).map((kind) => expect.objectContaining({ counter: expect.objectContaining({ kind }) }));

describe('what the claims of unbooked amounts debited', () => {
  it('goes back, as they debited it, when two people say that nothing was executed', async () => {
    await unbooked(2);
    expect(await left()).toEqual(['2']);
    expect(await say('ada')).toMatchObject({ result: 'proposed' });
    expect(await say('bob')).toMatchObject({ result: 'concluded' });
    expect(await left()).toEqual([]);
    const { booking } = await treasury().lane();
    expect([booking?.entries, booking?.debited]).toEqual([[], undefined]);
    expect((await auditTrail()).at(-1)).toMatchObject({
      after: { givenBack: [...BUDGET_AND_OTHERS, ...BUDGET_AND_OTHERS] },
    });
    // The lane is sealed over it: the next sweep leaves.
    const [proposed = ''] = Object.keys((await treasury().lane()).open);
    expect(await send(proposed)).toMatchObject({ result: 'concluded' });
    await isLive();
  });

  it.each(FORGERIES)(
    'is believed as Sluice wrote it alone: nothing is given back, and everything is halted, on %s',
    async (_what, forged) => {
      await unbooked();
      await say('ada');
      const counted = [await left(), await read(outflowKey)];
      await change(laneKey, forged);
      const lane = await read(laneKey);
      expect(await say('bob')).toMatchObject({
        result: 'refused',
        refusal: {
          code: 'claim-differs',
          message: expect.stringMatching(/^Nothing is settled: .* BTC .*Everything is halted/),
        },
      });
      expect(await read(laneKey)).toEqual(lane);
      expect([await left(), await read(outflowKey)]).toEqual(counted);
      await isHalted();
    },
  );

  it.each(FORGERIES)(
    'stays debited on the word of two people while everything is halted for %s',
    async (_what, forged) => {
      await unbooked();
      await say('ada');
      const counted = [await left(), await read(outflowKey)];
      await change(laneKey, forged);
      expect(await say('bob')).toMatchObject({ refusal: { code: 'claim-differs' } });
      expect(await say('bob')).toMatchObject({ result: 'concluded' });
      expect((await treasury().lane()).booking?.entries).toEqual([]);
      expect([await left(), await read(outflowKey)]).toEqual(counted);
      expect((await auditTrail()).at(-1)).toMatchObject({
        action: 'conclude-unbooked',
        after: {
          givenBack: [],
          nothingGivenBack: expect.stringContaining('BTC'),
        },
      });
      await isHalted();
    },
  );

  it('goes back once, however often its amount stands in the table', async () => {
    await unbooked();
    await change(laneKey, (item) => {
      const booking = item.booking as { readonly entries: readonly RawItem[] };
      const entries = [...booking.entries, ...booking.entries];
      return { ...item, booking: { ...booking, entries } };
    });
    await say('ada');
    expect(await say('bob')).toMatchObject({ result: 'concluded' });
    expect((await auditTrail()).at(-1)).toMatchObject({
      after: { givenBack: BUDGET_AND_OTHERS },
    });
  });

  it('does not go back twice: what stood before in the lane is of no use afterwards', async () => {
    await unbooked(2);
    const before = await read(laneKey);
    await say('ada');
    expect(await say('bob')).toMatchObject({ result: 'concluded' });
    const { version } = await read(laneKey);
    await change(laneKey, () => ({ ...before, version }));
    treasury().pass(1);
    await say('cid');
    expect(await say('dan')).toMatchObject({ refusal: { code: 'claim-differs' } });
    expect(await left()).toEqual(['2']);
    await isHalted();
  });

  it('holds through the balances that book a part of it', async () => {
    await unbooked();
    treasury().sandbox.debit({ currency: 'BTC', amount: '0.25' });
    treasury().pass(60);
    await treasury().tick();
    expect((await treasury().lane()).booking?.entries).toMatchObject([{ amount: '0.75' }]);
    await say('ada');
    expect(await say('bob')).toMatchObject({ result: 'concluded' });
    expect(await left()).toEqual(['0.25']);
    await isLive();
  });

  it('waits for the key of counts', async () => {
    await unbooked();
    await say('ada');
    const counts = createCountSeals(unreachableSeals);
    await expect(say('bob', { counts })).rejects.toThrow(SealsUnavailableError);
    expect((await treasury().lane()).booking?.entries).toHaveLength(1);
    await isLive();
  });
});

describe('whoever takes the unbooked amounts of a lane away', () => {
  it('has nothing decided and nothing sent: the lane cannot be read', async () => {
    treasury().sandbox.setBooking({ delayMs: NOT_IN_THIS_TEST_MS });
    await send(await proposedId());
    const second = await (async () => {
      treasury().sandbox.deposit({ currency: 'BTC', amount: '9' });
      treasury().pass(3_600);
      return await proposedId();
    })();
    await change(laneKey, ({ booking: _, ...item }) => item);
    await expect(treasury().tick()).rejects.toThrow(/lane item .* cannot be read/);
    await expect(send(second)).rejects.toThrow(/lane item .* cannot be read/);
    expect(treasury().posts()).toHaveLength(1);
  });
});
