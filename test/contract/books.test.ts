import { describe, expect, it } from 'vitest';
import { advance } from '../../treasury/instructions/advance.ts';
import { type Break, breakId } from '../../treasury/ledger/break.ts';
import type { Flow, FlowMovement } from '../../treasury/ledger/flow.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import { type Instant, plusSeconds } from '../../treasury/time/instant.ts';
import { APPROVED, CLAIM, PROPOSED, SENDING } from '../samples/instructions.ts';
import { AT, breakAt, flowAt, unbookedAt } from './items.ts';
import { storeKinds } from './stores.ts';

const TENANT = 'main';
const LATER = '2026-12-31T00:00:00.000Z';
const tickAt = (minute: number): Instant => plusSeconds(AT, minute * 60);

function flow(minute: number, currency: string, change: Partial<Flow> = {}): Flow {
  return { ...flowAt(1), currency, snapshot: tickAt(minute), ...change };
}

const MOVEMENT: FlowMovement = {
  ...{ kind: 'withdrawal', instructionId: 'i-1', at: AT, amount: '-1' },
  ...{ askedBy: 'rule-1', approvedBy: [], about: { code: 'withdrawal', accountLabel: 'a sweep' } },
};

function found(minute: number, currency: string): Break {
  const snapshot = tickAt(minute);
  return { ...breakAt(1), id: breakId({ snapshot, currency }), snapshot, currency };
}

const places = (items: readonly Pick<Flow, 'snapshot' | 'currency'>[]) =>
  items.map(
    ({ snapshot, currency }) => `${(Date.parse(snapshot) - Date.parse(AT)) / 60_000} ${currency}`,
  );

describe.each(storeKinds())('books $name', ({ open }) => {
  it('find a claim by the end of its window, whatever became of it', async () => {
    const { ledger, flows } = await open();
    const unknown = advance(SENDING, { kind: 'lose', at: CLAIM.quarantineUntil });
    for (const instruction of [PROPOSED, APPROVED, SENDING, unknown]) {
      const kind = instruction.version === 1 ? 'create-instruction' : 'replace-instruction';
      expect(await ledger.commit(TENANT, [{ kind, instruction } as LedgerWrite])).toEqual({
        ok: true,
      });
    }
    const { claimsEnding, claimPages } = flows;
    const { instructionId, claimedAt, quarantineUntil, debits } = CLAIM;
    const found = [{ instructionId, claimedAt, quarantineUntil, debits }];
    expect(await claimsEnding(TENANT, claimedAt, quarantineUntil)).toEqual(found);
    const paged = [];
    for await (const page of claimPages(TENANT, claimedAt, quarantineUntil)) paged.push(...page);
    expect(paged).toEqual(found);
    expect(await claimsEnding(TENANT, quarantineUntil, LATER)).toEqual([]);
    expect(await claimsEnding('other', claimedAt, quarantineUntil)).toEqual([]);
  });

  it('read flows by their ticks, both included, whenever they were written', async () => {
    const { ledger, flows } = await open();
    const written = [
      flow(3, 'BTC'),
      flow(1, 'ETH'),
      flow(1, 'BTC'),
      flow(2, 'BTC'),
      flow(0, 'ETH'),
    ];
    for (const each of written) {
      expect(await ledger.commit(TENANT, [{ kind: 'put-flow', flow: each }])).toEqual({ ok: true });
    }
    await ledger.commit('another', [
      { kind: 'put-flow', flow: { ...flow(1, 'XRP'), tenant: 'another' } },
    ]);
    const between = await flows.flowsBetween(TENANT, tickAt(1), tickAt(2));
    expect(places(between)).toEqual(['1 BTC', '1 ETH', '2 BTC']);
    expect(places(await flows.newestFlows(TENANT, tickAt(2), 2))).toEqual(['2 BTC', '1 ETH']);
    expect(places(await flows.newestFlows(TENANT, LATER, 10))).toHaveLength(5);
  });

  it('tell flows with a movement from those that leave something unexplained, newest first', async () => {
    const { ledger, flows } = await open();
    const moved = { movements: [MOVEMENT] };
    const written = [
      flow(1, 'BTC'),
      flow(2, 'BTC', moved),
      flow(3, 'BTC', { unexplained: '0' }),
      flow(4, 'BTC', { ...moved, unexplained: '0' }),
      flow(5, 'BTC'),
      flow(5, 'ETH'),
    ];
    await ledger.commit(
      TENANT,
      written.map((each): LedgerWrite => ({ kind: 'put-flow', flow: each })),
    );
    const all = [tickAt(0), tickAt(9)] as const;
    expect(places(await flows.movedBetween(TENANT, 'BTC', ...all))).toEqual(['4 BTC', '2 BTC']);
    const differed = (limit?: number) =>
      flows.differedBetween(TENANT, 'BTC', { from: all[0], to: all[1] }, limit);
    expect(places(await differed())).toEqual(['5 BTC', '1 BTC']);
    expect(places(await differed(1))).toEqual(['5 BTC']);
    // Later knowledge: nothing is left of it.
    const again = flow(5, 'BTC', { unexplained: '0', version: 2 });
    expect(await ledger.commit(TENANT, [{ kind: 'put-flow', flow: again }])).toEqual({ ok: true });
    expect(places(await differed())).toEqual(['1 BTC']);
  });

  it('read breaks by their ticks, and each by its place', async () => {
    const { ledger, flows } = await open();
    for (const each of [found(2, 'BTC'), found(1, 'ETH'), found(4, 'BTC')]) {
      await ledger.commit(TENANT, [{ kind: 'put-break', break: each }]);
    }
    const between = await flows.breaksBetween(TENANT, tickAt(1), tickAt(2));
    expect(places(between)).toEqual(['1 ETH', '2 BTC']);
    const place = { snapshot: tickAt(4), currency: 'BTC' };
    expect(await flows.breakAt(TENANT, place)).toEqual(found(4, 'BTC'));
    expect(await flows.breakAt(TENANT, { ...place, currency: 'ETH' })).toBeNull();
    expect(await flows.breakAt('another', place)).toBeNull();
  });

  it('keep what is said of each currency apart', async () => {
    const { ledger, flows } = await open();
    const concluded = { by: 'ben', at: AT, comment: 'so it is' };
    const conclusion = { ...unbookedAt(1), concluded };
    expect(await ledger.commit(TENANT, [{ kind: 'put-unbooked', conclusion }])).toEqual({
      ok: true,
    });
    const other = { ...unbookedAt(1), currency: 'ETH' };
    expect(await ledger.commit(TENANT, [{ kind: 'put-unbooked', conclusion: other }])).toEqual({
      ok: true,
    });
    expect(await flows.conclusionsOf(TENANT, 'BTC')).toEqual([
      { outcome: conclusion.outcome, at: AT },
    ]);
    expect(await flows.conclusionsOf(TENANT, 'ETH')).toEqual([]);
    expect(await flows.readPendingClaims(TENANT)).toBeNull();
  });
});
