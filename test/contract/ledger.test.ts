import { beforeEach, describe, expect, it } from 'vitest';
import { appendToChain, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import { withDebits } from '../../treasury/counters/shared-counts.ts';
import { advance } from '../../treasury/instructions/advance.ts';
import { newLane, unreadableLane } from '../../treasury/instructions/lane.ts';
import { claimLane, noteOpen } from '../../treasury/instructions/lane-transitions.ts';
import type { Ledger, LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { Controls } from '../../treasury/policy/controls.ts';
import { neverHalted } from '../../treasury/policy/halt-state.ts';
import { plusSeconds } from '../../treasury/time/instant.ts';
import { countedOf, readCounts, taken } from '../samples/counts.ts';
import { APPROVED, CLAIM, PROPOSED, SENDING } from '../samples/instructions.ts';
import { account, controls } from '../samples/policy.ts';
import { type OpenedStore, storeKinds, TENANT } from './stores.ts';

const CONTROLS = controls({ trades: { instruments: ['BTC/USD'], maximumNotional: '1000000' } });
const ACCOUNT = account({ details: { beneficiary: { address: 'bc1q' } } });

describe.each(storeKinds())('a ledger $name', ({ open }) => {
  let store: OpenedStore;
  let ledger: Ledger;

  beforeEach(async () => {
    store = await open();
    ledger = store.ledger;
  });

  async function commit(...changes: readonly LedgerWrite[]) {
    return await ledger.commit(TENANT, changes);
  }

  /** A ledger in which one withdrawal is approved and everything is armed and live. */
  async function armed() {
    const lane = newLane(TENANT, 'BTC', await ledger.epoch());
    const written = await commit(
      { kind: 'put-controls', controls: CONTROLS },
      { kind: 'put-account', account: ACCOUNT },
      { kind: 'create-lane', lane },
      { kind: 'create-instruction', instruction: APPROVED },
    );
    expect(written).toEqual({ ok: true });
    return lane;
  }

  function claimOf(lane: ReturnType<typeof newLane>): readonly LedgerWrite[] {
    return [
      {
        kind: 'replace-instruction',
        instruction: SENDING,
      },
      { kind: 'replace-lane', lane: claimLane(lane, CLAIM), from: 'idle', read: lane },
      { kind: 'assert-controls-unchanged', version: 1, mode: 'live', currencies: ['BTC'] },
      {
        kind: 'assert-account-unchanged',
        accountId: ACCOUNT.id,
        version: 1,
        currency: 'BTC',
        at: CLAIM.claimedAt,
      },
    ];
  }

  it('reads back to the letter what was written', async () => {
    const lane = await armed();
    expect(await ledger.readInstruction(TENANT, APPROVED.id)).toEqual(APPROVED);
    expect(await ledger.readLanes(TENANT)).toEqual([lane]);
    expect(await ledger.readPolicy(TENANT)).toEqual({
      controls: CONTROLS,
      halt: neverHalted(TENANT),
      accounts: [ACCOUNT],
      rules: [],
    });
  });

  it('names a lane that cannot be read beside the others, and no write of it holds', async () => {
    const lane = await armed();
    await store.putUnreadableLane('ETH');
    const lanes = await ledger.readLanes(TENANT);
    expect(lanes).toEqual([lane, unreadableLane(TENANT, 'ETH')]);
    const read = unreadableLane(TENANT, 'ETH');
    const opened = noteOpen(read, { instructionId: 'one', amount: '1' });
    const epoch = await ledger.epoch();
    for (const write of [
      { kind: 'replace-lane', lane: opened, from: 'idle', read },
      { kind: 'rearm-lane', lane: { ...opened, epoch }, fromEpoch: read.epoch },
      { kind: 'create-lane', lane: newLane(TENANT, 'ETH', epoch) },
    ] as const) {
      expect(await commit(write)).toEqual({ ok: false, conflicts: [write.kind] });
    }
    expect(await ledger.readLanes(TENANT)).toEqual(lanes);
  });

  it('lets one of many claims count at once under the same floor or limit, and none on an older count', async () => {
    const at = '2026-01-05T09:00:00.000Z';
    const debits = [taken({ kind: 'outflow', of: '', unit: 'USD' }, '5', at)];
    const first = withDebits(null, 'outflow-usage', TENANT, debits);
    const results = await Promise.all(
      Array.from({ length: 6 }, () => commit({ kind: 'put-outflow-usage', usage: first })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const stored = readCounts(await ledger.readCounts(TENANT, 'outflow-usage'));
    expect(stored).toEqual(first);
    const second = withDebits(stored, 'outflow-usage', TENANT, debits);
    expect(await commit({ kind: 'put-outflow-usage', usage: second })).toEqual({ ok: true });
    for (const usage of [first, second, { ...second, version: 9 }]) {
      const late = await commit({ kind: 'put-outflow-usage', usage });
      expect(late).toEqual({ ok: false, conflicts: ['put-outflow-usage'] });
    }
    const left = countedOf(await ledger.readCounts(TENANT, 'outflow-usage'), 'outflow');
    expect(left.hours).toEqual({ [at]: '10' });
  });

  it('lets exactly one of many concurrent claims through', async () => {
    const lane = await armed();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const nonce = `nonce-${index}`;
        const claim = { ...CLAIM, nonce };
        return ledger.commit(TENANT, [
          { kind: 'replace-instruction', instruction: advance(APPROVED, { kind: 'claim', claim }) },
          { kind: 'replace-lane', lane: claimLane(lane, claim), from: 'idle', read: lane },
        ]);
      }),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('refuses a claim, and writes none of it, once the mode is no longer live', async () => {
    const lane = await armed();
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, mode: 'halted', version: 2 } });
    expect(await commit(...claimOf(lane))).toEqual({
      ok: false,
      conflicts: ['assert-controls-unchanged'],
    });
    expect(await ledger.readInstruction(TENANT, APPROVED.id)).toEqual(APPROVED);
    expect(await ledger.readLanes(TENANT)).toEqual([lane]);
  });

  it('refuses a claim where the currency itself is in dry-run', async () => {
    const lane = await armed();
    const controls: Controls = { ...CONTROLS, currencyModes: { BTC: 'dry-run' }, version: 2 };
    await commit({ kind: 'put-controls', controls });
    const claim = claimOf(lane).map(
      (change): LedgerWrite =>
        change.kind === 'assert-controls-unchanged' ? { ...change, version: 2 } : change,
    );
    expect(await commit(...claim)).toEqual({ ok: false, conflicts: ['assert-controls-unchanged'] });
  });

  it('refuses a claim to an account that is no longer active', async () => {
    const lane = await armed();
    await commit({ kind: 'put-account', account: { ...ACCOUNT, status: 'inactive', version: 2 } });
    expect(await commit(...claimOf(lane))).toEqual({
      ok: false,
      conflicts: ['assert-account-unchanged'],
    });
  });

  it('refuses a claim to an account that rests, and lets it through at the moment it may', async () => {
    const lane = await armed();
    const usableFrom = plusSeconds(CLAIM.claimedAt, 1);
    const resting = { ...ACCOUNT, usableFrom, version: 2 };
    await commit({ kind: 'put-account', account: resting });
    const claimAt = (at: string) =>
      claimOf(lane).map((each) =>
        each.kind === 'assert-account-unchanged' ? { ...each, version: 2, at } : each,
      );
    expect(await commit(...claimAt(CLAIM.claimedAt))).toEqual({
      ok: false,
      conflicts: ['assert-account-unchanged'],
    });
    expect(await commit(...claimAt(usableFrom))).toEqual({ ok: true });
  });

  it('hides what was deleted from the policy', async () => {
    await armed();
    const gone = { status: 'inactive', deletedAt: CLAIM.claimedAt, version: 2 } as const;
    await commit({ kind: 'put-account', account: { ...ACCOUNT, ...gone } });
    expect((await ledger.readPolicy(TENANT)).accounts).toEqual([]);
  });

  it('refuses a claim on a lane that changed since it was read', async () => {
    const lane = await armed();
    const open = noteOpen(lane, { instructionId: 'another', amount: '1' });
    await commit({ kind: 'replace-lane', lane: open, from: 'idle' });
    expect(await commit(...claimOf(lane))).toEqual({ ok: false, conflicts: ['replace-lane'] });
  });

  it('refuses a claim on a lane that was armed in another table', async () => {
    const lane = newLane(TENANT, 'BTC', 'the table the backup was taken of');
    await armed();
    expect(await commit(...claimOf(lane))).toEqual({ ok: false, conflicts: ['replace-lane'] });
  });

  it('keeps a trade of whatever JSON the service put into its fills', async () => {
    const fills = [{ nanoseconds: 1767603600000000000, '': 0.1, none: null, deep: [[{}]] }, 'text'];
    const instruction = advance(SENDING, {
      kind: 'conclude',
      at: CLAIM.claimedAt,
      nonce: CLAIM.nonce,
      outcome: {
        state: 'confirmed',
        confirmation: { kind: 'trade', trade: { id: 't-1', fills }, answer: '{}' },
        evidence: 'answered 200',
      },
    });
    expect(await commit({ kind: 'create-instruction', instruction })).toEqual({ ok: true });
    expect(await ledger.readInstruction(TENANT, instruction.id)).toEqual(instruction);
  });

  it('remembers each withdrawal id of the service once', async () => {
    const known: LedgerWrite = {
      kind: 'record-withdrawal-id',
      withdrawalId: 'w-1',
      instructionId: 'i-1',
    };
    expect(await commit(known)).toEqual({ ok: true });
    const again: LedgerWrite = { ...known, instructionId: 'i-2' };
    expect(await commit(again)).toEqual({ ok: false, conflicts: ['record-withdrawal-id'] });
    expect(await ledger.knownWithdrawals(TENANT, ['w-1', 'w-2'])).toEqual(new Set(['w-1']));
    expect(await ledger.knownWithdrawals('another', ['w-1'])).toEqual(new Set());
  });

  it('keeps every version of the policy beside the current one', async () => {
    await commit({ kind: 'put-controls', controls: CONTROLS });
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, mode: 'halted', version: 2 } });
    const overwritten = await commit({ kind: 'put-controls', controls: CONTROLS });
    expect(overwritten).toEqual({ ok: false, conflicts: ['put-controls'] });
    expect((await ledger.readPolicy(TENANT)).controls?.version).toBe(2);
  });

  it('grows the audit chain in one line: of two entries for one place, one is refused', async () => {
    const fact = {
      at: PROPOSED.createdAt,
      by: 'ann',
      action: 'halt',
      subject: 'controls',
      requestId: 'r-1',
      before: null,
      after: { mode: 'halted' },
    };
    const first = appendToChain(EMPTY_CHAIN, fact);
    expect(await commit({ kind: 'append-audit', entry: first })).toEqual({ ok: true });
    const rival = appendToChain(EMPTY_CHAIN, { ...fact, by: 'ben' });
    expect(await commit({ kind: 'append-audit', entry: rival })).toMatchObject({ ok: false });
    const second = appendToChain(await ledger.readAuditHead(TENANT), fact);
    expect(await commit({ kind: 'append-audit', entry: second })).toEqual({ ok: true });
    expect(await ledger.readAuditHead(TENANT)).toEqual({ sequence: 2, hash: second.hash });
  });

  it('is of one tenant: another sees nothing of it, and halts nothing of it', async () => {
    await armed();
    const other = 'main-2';
    expect(await ledger.readInstruction(other, APPROVED.id)).toBeNull();
    expect(await ledger.readLanes(other)).toEqual([]);
    expect((await ledger.readPolicy(other)).controls).toBeNull();
    const act = { id: 'h-1', at: CLAIM.claimedAt, by: 'ann', comment: 'drill', requestId: 'r-1' };
    expect(await ledger.halt(other, act)).toMatchObject({ tenant: other, mode: 'halted' });
    expect(await ledger.readHalt(TENANT)).toEqual(neverHalted(TENANT));
  });

  it('halts whatever stands, and lets nothing be claimed on the generation before', async () => {
    const lane = await armed();
    const generation: LedgerWrite = {
      ...{ kind: 'assert-halt-generation', generation: 0, currencies: ['BTC'] },
    };
    const act = { id: 'h-1', at: CLAIM.claimedAt, by: 'ann', comment: 'drill', requestId: 'r-1' };
    const halted = await ledger.halt(TENANT, { ...act, currency: 'ETH' });
    expect(halted).toMatchObject({ generation: 1, mode: 'live' });
    expect(await commit(...claimOf(lane), generation)).toEqual({
      ok: false,
      conflicts: ['assert-halt-generation'],
    });
    expect(await ledger.readHaltMarks(TENANT, 'all')).toEqual({
      everything: 0,
      currencies: { ETH: 1 },
    });
    expect(await commit(...claimOf(lane), { ...generation, generation: 1 })).toEqual({ ok: true });
  });

  it('names every condition that did not hold, once, and has written nothing', async () => {
    const lane = await armed();
    const wrong = { ...lane, version: 7 };
    const conflicts = await commit(
      { kind: 'put-account', account: { ...ACCOUNT, version: 9 } },
      { kind: 'replace-lane', lane: wrong, from: 'idle' },
      { kind: 'record-trade-id', tradeId: 't-1', instructionId: 'i-1' },
    );
    expect(conflicts).toEqual({ ok: false, conflicts: ['put-account', 'replace-lane'] });
    expect(await ledger.knownTrades(TENANT, ['t-1'])).toEqual(new Set());
  });

  it('tells each write that was done once, in its order, with what stood before, and none that was refused', async () => {
    const lane = await armed();
    expect(await commit(...claimOf({ ...lane, version: 7 }))).toMatchObject({ ok: false });
    expect(await commit(...claimOf(lane))).toEqual({ ok: true });
    expect(await commit(...claimOf(lane))).toMatchObject({ ok: false });
    expect(await store.told()).toEqual([
      { before: null, after: APPROVED },
      { before: APPROVED, after: SENDING },
    ]);
  });
});
