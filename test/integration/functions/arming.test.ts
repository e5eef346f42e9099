import { describe, expect, it } from 'vitest';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { claimLatch } from '../../../treasury/instructions/latch.ts';
import type { Change } from '../../../treasury/ports/ledger.ts';
import { CLAIM, PROPOSED } from '../../unit/instructions/samples.ts';
import { CONTROLS } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, CLIENT, streamEvent } from './deployed-functions.ts';

const { deployed } = deployedForEachTest();

const OTHER_TABLE = 'the table that the backup was taken of';
const WORDS = 'compared with the list of the service up to row 81';

async function commit(...changes: Change[]) {
  const written = await deployed().ledger.commit(CLIENT, changes);
  if (!written.ok) throw new Error(`not written: ${written.conflicts.join(', ')}`);
}

/** The ledger as it comes out of a backup: every lane is another table's, and the mode is that of then. */
async function restored(mode: 'live' | 'halted' = 'halted') {
  const epoch = await deployed().ledger.epoch();
  for (const lane of await deployed().ledger.readLanes(CLIENT)) {
    const foreign = { ...lane, epoch: OTHER_TABLE, version: lane.version + 1 };
    await commit({ kind: 'arm-lane', lane: foreign, fromEpoch: epoch });
  }
  if (mode === 'halted') {
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, mode, version: 2 } });
  }
}

const look = async () => {
  const routeKey = 'GET /v1/lanes/arming';
  return (await deployed().call('manage-policy', { routeKey, groups: '[viewer]' })).body;
};

const say = async (by: string, digest: unknown, more: Partial<ApiCall> = {}) =>
  await deployed().call('manage-policy', {
    routeKey: 'POST /v1/lanes/arming',
    groups: '[treasurer]',
    by,
    body: { digest, words: WORDS },
    ...more,
  });

const codeOf = ({ body }: { readonly body: Record<string, unknown> }) =>
  String(body.type).replace('urn:sluice:problem:', '');

async function decide() {
  const scheduledFor = new Date().toISOString();
  await deployed().invoke('take-snapshot', { client: CLIENT, scheduledFor });
  const [taken] = (await deployed().snapshotItems()).filter(({ sk }) => sk?.S === scheduledFor);
  await deployed().invoke('run-sweeps', streamEvent(...(taken === undefined ? [] : [taken])));
  return (await deployed().ledgerItems()).find(({ entity }) => entity?.S === 'decision');
}

describe('a ledger that was restored', () => {
  it('decides nothing but that it is disarmed, until two people have armed it', async () => {
    await restored('live');
    const decision = await decide();
    expect(JSON.stringify(decision)).toContain('disarmed');
    expect(deployed().posts('/v1/withdrawals')).toEqual([]);
  });

  it('is armed by two different people who saw the same lanes, with both in the audit log', async () => {
    await restored();
    const { armable, notYet, digest, said } = await look();
    expect([armable, notYet, said]).toEqual([['BTC', 'USD'], [], null]);
    const first = await say('tom', digest);
    expect([first.status, first.body.by]).toEqual([202, 'tom']);
    // Said again by the same person it stays the word of one.
    expect((await say('tom', digest)).status).toBe(202);
    const epochs = async () =>
      (await deployed().ledger.readLanes(CLIENT)).map(({ epoch }) => epoch);
    expect(await epochs()).toEqual([OTHER_TABLE, OTHER_TABLE]);

    const second = await say('ann', digest);
    expect([second.status, second.body.armed]).toMatchObject([200, { by: 'ann', words: WORDS }]);
    const here = await deployed().ledger.epoch();
    expect(await epochs()).toEqual([here, here]);
    // An answer that was lost is asked for again.
    expect((await say('ann', digest)).status).toBe(200);
    expect(codeOf(await say('eve', digest))).toBe('nothing-to-arm');

    const audit = (await deployed().ledgerItems()).filter(
      (item) => item.entity?.S === 'audit-entry',
    );
    expect(audit.map(({ action, by, approvedBy }) => [action?.S, by?.S, approvedBy?.S])).toEqual([
      ['propose-arming', 'tom', undefined],
      ['arm', 'tom', 'ann'],
    ]);
  });

  it('sweeps again once it is armed and two people have gone live', async () => {
    await restored();
    const { digest } = await look();
    await say('tom', digest);
    await say('ann', digest);
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, version: 3 } });
    expect(JSON.stringify(await decide())).toContain('"sweep"');
  });

  it('is not armed while it is live: with the next snapshot money would leave', async () => {
    await restored('live');
    const { digest } = await look();
    expect(codeOf(await say('tom', digest))).toBe('not-halted');
  });

  it('keeps what was under way blocked, whoever says what', async () => {
    const [btc] = await deployed().ledger.readLanes(CLIENT);
    if (btc === undefined) throw new Error('no lane');
    await commit({ kind: 'replace-lane', lane: claimLatch(btc, CLAIM), from: 'idle' });
    const epoch = await deployed().ledger.epoch();
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, mode: 'halted', version: 2 } });
    const [, usd] = await deployed().ledger.readLanes(CLIENT);
    if (usd === undefined) throw new Error('no second lane');
    const foreign = { ...usd, epoch: OTHER_TABLE, version: usd.version + 1 };
    await commit({ kind: 'arm-lane', lane: foreign, fromEpoch: epoch });
    // The store itself arms nothing that is held.
    const [held] = await deployed().ledger.readLanes(CLIENT);
    if (held === undefined) throw new Error('no lane');
    const forced = { ...held, epoch: OTHER_TABLE, version: held.version + 1 };
    const refused = await deployed().ledger.commit(CLIENT, [
      { kind: 'arm-lane', lane: forced, fromEpoch: epoch },
    ]);
    expect(refused).toEqual({ ok: false, conflicts: ['arm-lane'] });

    const { armable, digest } = await look();
    expect(armable).toEqual(['USD']);
    await say('tom', digest);
    expect((await say('ann', digest)).status).toBe(200);
    const [after] = await deployed().ledger.readLanes(CLIENT);
    expect(after?.latch).toEqual(held.latch);
  });

  it('does not arm a currency in which something waits that may have been sent since', async () => {
    await restored();
    const waiting = { instructionId: PROPOSED.id, amount: '1' };
    const epoch = OTHER_TABLE;
    await commit({
      kind: 'create-lane',
      lane: { ...newLane(CLIENT, 'ETH', epoch), open: { [PROPOSED.id]: waiting } },
    });
    expect(await look()).toMatchObject({
      armable: ['BTC', 'USD'],
      notYet: [{ currency: 'ETH', why: expect.stringContaining('may have been sent after') }],
    });
  });

  it('asks anew where the lanes are not what was seen', async () => {
    await restored();
    const { digest } = await look();
    await say('tom', digest);
    await commit({ kind: 'create-lane', lane: newLane(CLIENT, 'SOL', OTHER_TABLE) });
    expect(codeOf(await say('ann', digest))).toBe('arming-changed');
    const { digest: now } = await look();
    // The first person's word was about other lanes: this is a first word again.
    expect((await say('ann', now)).status).toBe(202);
    expect((await say('tom', now)).status).toBe(200);
  });

  it('is armed by nobody who may only look or trade', async () => {
    await restored();
    const { digest } = await look();
    for (const groups of ['[viewer]', '[trader]', '[admin]']) {
      expect((await say('eve', digest, { groups })).status).toBe(403);
    }
    expect((await say('tom', 'too short')).status).toBe(422);
  });
});

it('has nothing to arm where nothing was restored', async () => {
  const { armable, digest } = await look();
  expect(armable).toEqual([]);
  expect(codeOf(await say('tom', digest))).toBe('nothing-to-arm');
});
