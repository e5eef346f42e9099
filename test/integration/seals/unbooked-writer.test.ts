import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { readConclusion } from '../../../adapters/store/unbooked.ts';
import type { CounterKind, Debit } from '../../../treasury/counters/counter.ts';
import { concludeUnbooked } from '../../../treasury/unbooked/conclude-unbooked.ts';
import { unbookedView } from '../../../treasury/unbooked/unbooked.ts';
import { countedOf } from '../../samples/counts.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { auditTrailIn, QUARANTINE_SECONDS } from '../settlement/settling-steps.ts';
import { comparedIn, countEverywhere, HALTED } from './counted-sweeps.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the ledger, and without the keys, who changes in the table what the claims of unbooked
 * amounts debited, so that two people who say honestly that nothing was executed give back more than that. The watchdog's next
 * comparison finds it.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send } = sendingSteps(treasury);
const auditTrail = () => auditTrailIn(treasury());
const { read, change } = tableHand(() => treasury().table);

const NOT_IN_THIS_TEST_MS = 10 * 86_400_000;
const laneKey = ledgerKeys.lane(TENANT, 'BTC');

const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;
const isHalted = async () => expect(await halt()).toMatchObject(HALTED);
const isLive = async () => expect((await halt()).mode).toBe('live');
const left = async () => Object.values(countedOf(await treasury().lane(), 'rule', RULE.id).days);

/** Sweeps of 1 BTC each, confirmed, that no balance shows, after the quarantine; and before them some that were booked. */
async function unbooked(sweeps = 1, booked = 0): Promise<void> {
  await countEverywhere(treasury());
  for (let sent = 0; sent < booked; sent++) {
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    treasury().pass(60);
  }
  treasury().sandbox.setBooking({ delayMs: NOT_IN_THIS_TEST_MS });
  for (let sent = 0; sent < sweeps; sent++) {
    treasury().pass(5);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  }
  treasury().pass(QUARANTINE_SECONDS);
  await treasury().tick();
  expect((await treasury().lane()).booking?.entries).toHaveLength(sweeps);
}

async function say(by: string) {
  const { table, ledger, ports } = treasury();
  const { controls } = await ledger.readPolicy(TENANT);
  const view = unbookedView(await treasury().lane(), controls, treasury().now());
  return await concludeUnbooked(
    {
      ...ports,
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

/** What each gives back too much of what another claim took, which the next comparison finds; or nothing too much. */
const FORGERIES: readonly [string, (item: RawItem) => RawItem, 'found' | 'nothing lost'][] = [
  ['a larger debit of the budget', withDebit('rule', larger), 'found'],
  ['a larger debit of the room of approvals', withDebit('unapproved', larger), 'found'],
  ['a larger debit of the limits of everything', withDebit('outflow', larger), 'found'],
  [
    'a debit of a claim that never was',
    (item) => {
      const booking = item.booking as Deep;
      const [made] = Object.values(booking.debited ?? {});
      const [entry] = (item.booking as { readonly entries: readonly RawItem[] }).entries;
      const entries = [entry, { ...entry, instructionId: 'theirs' }];
      const forged = { ...booking.debited, theirs: made };
      return { ...item, booking: { ...booking, entries, debited: forged } };
    },
    'found',
  ],
  [
    'a debit of another rule',
    withDebit('rule', (debit) => ({ ...debit, counter: { ...debit.counter, of: 'theirs' } })),
    'nothing lost',
  ],
  ['a smaller claim', debited((debits) => ({ ...debits, claimed: '0.1' })), 'nothing lost'],
];

/** What goes back of one claim, in its order. */
const BUDGET_AND_OTHERS = (
  ['rule', 'withdrawals', 'unapproved', 'approved-by', 'account', 'outflow'] as const
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
    const [proposed = ''] = Object.keys((await treasury().lane()).open);
    expect(await send(proposed)).toMatchObject({ result: 'concluded' });
    await isLive();
  });

  it.each(FORGERIES)(
    'goes back as the table has it on the word of two people, and the next comparison says whether too much did: %s',
    async (_what, forged, finding) => {
      await unbooked(1, 1);
      await change(laneKey, forged);
      await say('ada');
      expect(await say('bob')).toMatchObject({ result: 'concluded' });
      const lowered = await comparedIn(treasury());
      if (finding === 'found') {
        expect(lowered).toContain('is below what its claims took');
        await isHalted();
      } else {
        expect(lowered).toBeNull();
        await isLive();
      }
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

  it('goes back twice where what stood before in the lane is put back, and the next comparison finds it', async () => {
    await unbooked(1, 1);
    const lane = await read(laneKey);
    await say('ada');
    expect(await say('bob')).toMatchObject({ result: 'concluded' });
    expect(await comparedIn(treasury())).toBeNull();
    await change(laneKey, ({ version, countsVersion }) => ({ ...lane, version, countsVersion }));
    treasury().pass(1);
    await say('cid');
    expect(await say('dan')).toMatchObject({ result: 'concluded' });
    expect(await comparedIn(treasury())).toContain('BTC');
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
    expect((await treasury().tick()).proposed).toEqual([]);
    expect(await send(second)).toMatchObject({ result: 'deferred', reason: 'unreadable' });
    expect(treasury().posts()).toHaveLength(1);
  });
});
