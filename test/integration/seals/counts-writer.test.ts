import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { WRITERS } from '../../../lib/access/writers.ts';
import type { Debit } from '../../../treasury/counters/counter.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { taken } from '../../samples/counts.ts';
import { sendingSteps } from '../protocol/sending-steps.ts';
import { tradeSteps } from '../protocol/trade-steps.ts';
import { treasuryForEachTest } from '../protocol/treasury-for-each-test.ts';
import { RULE, TENANT } from '../protocol/treasury-under-test.ts';
import { comparedIn, countEverywhere, countsAt, emptied, HALTED } from './counted-sweeps.ts';
import { type RawItem, tableHand } from './table-hand.ts';

/*
 * An attacker with write access to the table, and without the keys, who lowers what limits count: by hand, by an earlier state,
 * or by having Sluice give back more than a claim took. No claim finds that. The watchdog's next comparison does, and halts
 * everything; until then leaves what each rule's maximum lets.
 */

const treasury = treasuryForEachTest('agreed');
const { proposedId, send, watchOnce } = sendingSteps(treasury);
const { place } = tradeSteps(treasury);
const { read, put, change } = tableHand(() => treasury().table);

const laneKey = ledgerKeys.lane(TENANT, 'BTC');
const usageKeys = {
  outflow: ledgerKeys.sharedCounts(TENANT, 'outflow-usage'),
  approval: ledgerKeys.sharedCounts(TENANT, 'approval-usage'),
  trade: ledgerKeys.sharedCounts(TENANT, 'trade-usage'),
} as const;
const PLACES = [
  ['limits over several currencies', usageKeys.outflow],
  ['the tiers of approvals', usageKeys.approval],
  ['the budgets of a lane', laneKey],
] as const;

const posts = () => treasury().posts().length + treasury().posts('/v1/trades').length;
const halt = async () => (await treasury().ledger.readPolicy(TENANT)).halt;
const compared = async () => await comparedIn(treasury());

/** A sweep of 1 BTC that counts in every one of these, and the next one, proposed. */
async function secondProposed(): Promise<string> {
  await countEverywhere(treasury());
  expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
  expect(posts()).toBe(1);
  treasury().pass(5);
  return await proposedId();
}

/** The next comparison halts everything, and what was approved before leaves no more. */
async function findsAndHalts(approved?: string): Promise<void> {
  const before = posts();
  expect(await compared()).not.toBeNull();
  expect(await halt()).toMatchObject(HALTED);
  if (approved !== undefined) await send(approved);
  expect(posts()).toBe(before);
}

/** Nothing of what is asked of the service leaves. */
const closed = () => {
  const { sendWithdrawal } = treasury().serviceWith({ baseUrl: 'http://127.0.0.1:1' });
  return { service: { ...treasury().ports.service, sendWithdrawal } };
};

describe('whoever lowers in the table what limits count, keeping its version', () => {
  it.each(PLACES)(
    'has no more leave than the maximum of the rule, and the next comparison halts everything: %s',
    async (_what, key) => {
      const id = await secondProposed();
      await change(countsAt(key), emptied);
      await send(id);
      expect(posts()).toBe(2);
      const amounts = treasury()
        .posts()
        .map(({ body }) => (JSON.parse(body ?? '{}') as { readonly amount: string }).amount);
      expect(amounts).toEqual(['1', '1']);
      treasury().pass(5);
      await findsAndHalts(await proposedId());
    },
  );

  it('trades no more than once, until the next comparison halts everything', async () => {
    expect(await place()).toMatchObject({ result: 'concluded' });
    await change(usageKeys.trade, emptied);
    await findsAndHalts();
    await place('0.1', 'key-2');
    expect(posts()).toBe(1);
  });

  it.each(PLACES)('gains nothing more by an earlier state: %s', async (_what, key) => {
    expect(await secondProposed().then((id) => send(id))).toMatchObject({ result: 'concluded' });
    const early = await read(countsAt(key));
    treasury().pass(5);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    // The version of now: it is no secret.
    await change(countsAt(key), ({ version }) => ({ ...early, version }));
    treasury().pass(5);
    await findsAndHalts(await proposedId());
  });
});

describe('what an outcome gives back', () => {
  it('is no finding, and counts no more', async () => {
    const id = await secondProposed();
    await send(id, closed());
    expect(await treasury().state(id)).toBe('not-sent');
    expect(await compared()).toBeNull();
    treasury().pass(400);
    expect(await send(await proposedId())).toMatchObject({ result: 'concluded' });
    expect(posts()).toBe(2);
    expect((await halt()).mode).toBe('live');
  });

  const RAISED: readonly Debit['counter']['kind'][] = ['rule', 'account', 'outflow', 'unapproved'];

  it.each(RAISED)(
    'is found by the next comparison where an attacker raises what the claim took, in the lane and in its instruction: %s',
    async (kind) => {
      const id = await secondProposed();
      const raised = (item: RawItem): RawItem =>
        JSON.parse(
          JSON.stringify(item, (name, value) =>
            name === 'debits'
              ? (value as readonly Debit[]).map((debit) =>
                  debit.counter.kind === kind ? { ...debit, amount: '9000000' } : debit,
                )
              : value,
          ),
        );
      const { ledger } = treasury().ports;
      let claimed = false;
      await send(id, {
        ...closed(),
        ledger: {
          ...ledger,
          readHalt: async (tenant) => {
            // The last look before the POST.
            if (!claimed) {
              await change(laneKey, raised);
              await change(ledgerKeys.instruction(TENANT, id), raised);
            }
            claimed = true;
            return await ledger.readHalt(tenant);
          },
        },
      });
      expect(await treasury().state(id)).toBe('not-sent');
      await findsAndHalts();
    },
  );

  it('is found by the next comparison where the refused claim never was, the same in the lane and in its instruction', async () => {
    const id = await secondProposed();
    const { status: _, ...lane } = await read(laneKey);
    const claimedAt = treasury().now();
    const claim = {
      instructionId: id,
      nonce: 'theirs',
      claimedAt,
      sendBy: plusSeconds(claimedAt, 1),
      quarantineUntil: plusSeconds(claimedAt, 2),
      balanceBefore: '2.25',
      outgoing: '1',
      debits: [
        taken({ kind: 'rule', of: RULE.id }, '1', claimedAt),
        taken({ kind: 'outflow', of: '', unit: 'USD' }, '60000', claimedAt),
      ],
    };
    await put({ ...lane, open: {}, status: { state: 'rejected', claim, since: claimedAt } });
    await change(ledgerKeys.instruction(TENANT, id), (item) => ({
      ...item,
      status: { state: 'rejected', at: claimedAt, claim, status: 400, evidence: 'theirs' },
      state: 'rejected',
    }));
    treasury().pass(60);
    await treasury().snapshot();
    expect((await watchOnce()).actions).toMatchObject([{ kind: 'lane-freed', instructionId: id }]);
    await findsAndHalts();
  });
});

describe('who could hide what they lower', () => {
  it('are the roles that send alone: they write the index of claims, which the comparison reads', () => {
    const both = Object.entries(WRITERS).filter(([, { Ledger }]) => {
      const puts: readonly string[] = Ledger?.puts ?? [];
      return puts.includes('counts') && puts.includes('claims');
    });
    expect(both.map(([name]) => name)).toEqual(['send-withdrawal', 'send-trade', 'place-trade']);
  });
});
