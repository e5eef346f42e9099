import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { withDebits } from '../../../treasury/counters/shared-counts.ts';
import { explain } from '../../../treasury/facts/sentences/say/show-decision.ts';
import { newLane } from '../../../treasury/instructions/lane.ts';
import { claimLane } from '../../../treasury/instructions/lane-transitions.ts';
import { newLaneBeside } from '../../../treasury/instructions/rearm-lane.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { taken } from '../../samples/counts.ts';
import { CLAIM, PROPOSED } from '../../samples/instructions.ts';
import { WEBHOOK } from '../../samples/policy.ts';
import { CONTROLS, RULE } from '../protocol/treasury-under-test.ts';
import { tableHand } from '../seals/table-hand.ts';
import { emptyTable, putItems } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps, seen } from './deployment-steps.ts';

const { deployed } = deployedForEachTest({}, 'agreed');
const { change } = tableHand(() => deployed().ledgerTable);
const {
  belowMarket,
  commit,
  decided,
  items,
  lane,
  snapshot,
  trade: place,
} = deploymentSteps(deployed);

const OTHER_TABLE = 'the table that the backup was taken of';
const COMMENT = 'compared with the list of the service up to row 81';

/** The ledger as it comes out of a backup: every lane is another table's, and the mode is that of then. */
async function restored(mode: 'live' | 'halted' = 'halted') {
  const epoch = await deployed().ledger.epoch();
  for (const lane of await deployed().ledger.readLanes(TENANT)) {
    const foreign = { ...lane, epoch: OTHER_TABLE, version: lane.version + 1 };
    await commit({ kind: 'rearm-lane', lane: foreign, fromEpoch: epoch });
  }
  if (mode === 'halted') {
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, mode, version: 2 } });
  }
}

const look = async () => {
  const routeKey = 'GET /v1/lanes/rearm';
  return (await deployed().call('manage-policy', { routeKey, groups: '[viewer]' })).body;
};

const NOTHING = { BTC: '0', USD: '0' };

const say = async (
  by: string,
  digest: unknown,
  { unbooked = NOTHING, ...more }: Partial<ApiCall> & { readonly unbooked?: unknown } = {},
) =>
  await deployed().call('manage-policy', {
    routeKey: 'POST /v1/lanes/rearm',
    groups: '[treasurer]',
    by,
    ...seen(digest),
    body: { unbooked, comment: COMMENT },
    ...more,
  });

/** Two people arm everything, and the mode is live again. */
async function rearmed(unbooked = NOTHING) {
  const { digest } = await look();
  expect((await say('tom', digest, { unbooked })).status).toBe(202);
  expect((await say('ann', digest, { unbooked })).status).toBe(200);
  await commit({ kind: 'put-controls', controls: { ...CONTROLS, version: 3 } });
}

const instructions = () => items('instruction');

/** The next second: instructions of a rule are told apart by it, and none of this one is made after a re-arming. */
const nextTick = () => instantOf(Math.ceil((Date.now() + 1) / 1_000) * 1_000);

async function decide(scheduledFor = nextTick()) {
  await decided(await snapshot({ tenant: TENANT, scheduledFor }));
  return (await deployed().decisions())[0];
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
    const { rearmable, notYet, digest, said } = await look();
    expect([rearmable, notYet, said]).toEqual([['BTC', 'USD'], [], null]);
    const first = await say('tom', digest);
    expect([first.status, first.body.by]).toEqual([202, 'tom']);
    // Said again by the same person it stays the word of one.
    expect((await say('tom', digest)).status).toBe(202);
    const epochs = async () =>
      (await deployed().ledger.readLanes(TENANT)).map(({ epoch }) => epoch);
    expect(await epochs()).toEqual([OTHER_TABLE, OTHER_TABLE]);

    const second = await say('ann', digest);
    expect([second.status, second.body.armed]).toMatchObject([
      200,
      { by: 'ann', comment: COMMENT },
    ]);
    const here = await deployed().ledger.epoch();
    expect(await epochs()).toEqual([here, here]);
    // An answer that was lost is asked for again.
    expect((await say('ann', digest)).status).toBe(200);
    expect(codeOf(await say('eve', digest))).toBe('nothing-to-arm');

    const audit = await items('audit-entry');
    expect(audit.map(({ action, by, approvedBy }) => [action?.S, by?.S, approvedBy?.S])).toEqual([
      ['propose-rearming', 'tom', undefined],
      ['arm', 'tom', 'ann'],
    ]);
  });

  it('sweeps again once it is armed and two people have gone live', async () => {
    await restored();
    await rearmed();
    expect(JSON.stringify(await decide())).toContain('"sweep"');
  });

  it('never carries out an occurrence that fell before, of a schedule that the backup had not used', async () => {
    const fell = new Date(Date.now() - 5 * 60_000);
    const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
    const activeSince = instantOf(Date.now() - 3_600_000);
    const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
    await commit({ kind: 'put-rule', rule: { ...RULE, schedule, activeSince, version: 2 } });
    await restored();
    await rearmed();
    const decision = JSON.stringify(await decide());
    expect(decision).toContain('"not-scheduled"');
    expect(await instructions()).toEqual([]);
  });

  it('posts nothing again: a backup, a later send of a schedule, the restore, the rearming, and live', async () => {
    const fell = new Date(Date.now() - 5 * 60_000);
    const expression = `${fell.getUTCMinutes()} ${fell.getUTCHours()} * * ? *`;
    const activeSince = instantOf(Date.now() - 3_600_000);
    const schedule = { kind: 'cron', expression, timeZone: 'UTC' } as const;
    await commit({ kind: 'put-rule', rule: { ...RULE, schedule, activeSince, version: 2 } });
    const backup = await deployed().ledgerItems();
    await decide();
    await deployed().invoke('send-withdrawal', streamEvent(...(await instructions())));
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(1);

    await emptyTable(deployed().ledgerTable);
    await putItems(deployed().ledgerTable, backup);
    await restored();
    await rearmed({ BTC: '2.25', USD: '0' });
    await decide(instantOf(Date.now() + 2_000));
    expect(await instructions()).toEqual([]);
    expect(deployed().posts('/v1/withdrawals')).toHaveLength(1);
  });

  it('never carries out a snapshot of before that is delivered late', async () => {
    const before = instantOf(Date.now() - 30_000);
    await restored();
    await rearmed();
    const found = await decide(before);
    if (found === undefined) throw new Error('nothing was decided');
    expect(explain(found.decision)).toContain('what fell before that');
    expect(await instructions()).toEqual([]);
  });

  it('takes what is unbooked of every currency that is armed, from both people alike', async () => {
    await restored();
    const { digest } = await look();
    for (const unbooked of [undefined, {}, { BTC: '0' }, { ...NOTHING, ETH: '0' }]) {
      const body = { comment: COMMENT, ...(unbooked === undefined ? {} : { unbooked }) };
      const refused = await say('tom', digest, { body });
      expect(codeOf(refused)).toBe(unbooked === undefined ? 'invalid-body' : 'amounts-incomplete');
    }
    for (const unbooked of [{ ...NOTHING, BTC: '-1' }, { ...NOTHING, BTC: 1 }, ['BTC']]) {
      expect((await say('tom', digest, { unbooked })).status).toBe(422);
    }
    expect((await say('tom', digest, { unbooked: { BTC: '0.5', USD: '0' } })).status).toBe(202);
    // Another amount is another word: the first one again, of another person.
    const other = await say('ann', digest, { unbooked: { BTC: '0.4', USD: '0' } });
    expect([other.status, other.body.by]).toEqual([202, 'ann']);
    expect((await say('ann', digest, { unbooked: { BTC: '0.40', USD: '0' } })).status).toBe(202);
    const armed = await say('tom', digest, { unbooked: { BTC: '0.40', USD: '0' } });
    expect(armed).toMatchObject({
      status: 200,
      body: { unbooked: { BTC: '0.4', USD: '0' }, by: 'ann', armed: { by: 'tom' } },
    });
    // It is committed, until a balance shows it.
    const [btc, usd] = await deployed().ledger.readLanes(TENANT);
    expect(btc?.booking?.entries).toMatchObject([{ amount: '0.4', at: btc?.rearmedAt }]);
    expect(usd?.booking?.entries).toEqual([]);
  });

  it('has a person approve every keyed trade for 24 hours: its key may have been used before', async () => {
    const trade = (key: string, groups = '[trader]') => place(belowMarket('0.01'), key, { groups });
    await restored();
    await rearmed();
    const placed = await trade('used-before-the-restore');
    expect([placed.status, placed.body.status]).toMatchObject([
      202,
      { state: 'awaiting-approval', approvalsRequired: 1 },
    ]);
    expect(deployed().posts('/v1/trades')).toEqual([]);
    // A day later it is as it was before.
    for (const lane of await deployed().ledger.readLanes(TENANT)) {
      const aDayAgo = instantOf(Date.now() - 86_400_000);
      const past = { ...lane, rearmedAt: aDayAgo, version: lane.version + 1 };
      await commit({ kind: 'replace-lane', lane: past, from: 'idle' });
    }
    expect((await trade('of-the-next-day')).status).toBe(201);
  });

  it('arms no currency on the side that is new to it: it waits for the same two people', async () => {
    await restored();
    const eth = { ...RULE, id: 'eth-cold', currency: 'ETH' };
    const lanes = await deployed().ledger.readLanes(TENANT);
    const epoch = await deployed().ledger.epoch();
    const lane = newLaneBeside(lanes, TENANT, eth.currency, epoch);
    expect(lane.epoch).toBe(OTHER_TABLE);
    await rearmed();
    const armed = await deployed().ledger.readLanes(TENANT);
    expect(newLaneBeside(armed, TENANT, eth.currency, epoch)).toMatchObject({
      epoch,
      rearmedAt: armed[0]?.rearmedAt,
    });
  });

  it('is not armed by one person, however many sessions, roles and programs that person has', async () => {
    await restored();
    const { digest } = await look();
    const everything = '[viewer trader treasurer approver admin]';
    expect((await say('tom', digest, { groups: everything })).status).toBe(202);
    for (const groups of ['[approver]', '[treasurer]', everything]) {
      const again = await say('tom', digest, { groups, claims: { jti: `of ${groups}` } });
      expect([again.status, again.body.armed]).toEqual([202, undefined]);
    }
    const claims = { client_id: 'subject-of-robot', scope: 'sluice/treasurer sluice/trader' };
    const program = await say('robot', digest, { groups: everything, claims });
    expect(program.status).toBe(403);
    const { said } = await look();
    expect(said).toMatchObject({ by: 'tom' });
    expect((await deployed().ledger.readLanes(TENANT)).map(({ epoch }) => epoch)).toEqual([
      OTHER_TABLE,
      OTHER_TABLE,
    ]);
  });

  it('is not armed while it is live: with the next snapshot money would leave', async () => {
    await restored('live');
    const { digest } = await look();
    expect(codeOf(await say('tom', digest))).toBe('not-halted');
  });

  it('keeps what was under way blocked, whoever says what', async () => {
    const btc = await lane();
    await commit({ kind: 'replace-lane', lane: claimLane(btc, CLAIM), from: 'idle' });
    const epoch = await deployed().ledger.epoch();
    await commit({ kind: 'put-controls', controls: { ...CONTROLS, mode: 'halted', version: 2 } });
    const usd = await lane('USD');
    const foreign = { ...usd, epoch: OTHER_TABLE, version: usd.version + 1 };
    await commit({ kind: 'rearm-lane', lane: foreign, fromEpoch: epoch });
    // The store itself arms nothing that is held.
    const [held] = await deployed().ledger.readLanes(TENANT);
    if (held === undefined) throw new Error('no lane');
    const forced = { ...held, epoch: OTHER_TABLE, version: held.version + 1 };
    const refused = await deployed().ledger.commit(TENANT, [
      { kind: 'rearm-lane', lane: forced, fromEpoch: epoch },
    ]);
    expect(refused).toEqual({ ok: false, conflicts: ['rearm-lane'] });

    const { rearmable, digest } = await look();
    expect(rearmable).toEqual(['USD']);
    const unbooked = { USD: '0' };
    await say('tom', digest, { unbooked });
    expect((await say('ann', digest, { unbooked })).status).toBe(200);
    const [after] = await deployed().ledger.readLanes(TENANT);
    expect(after?.status).toEqual(held.status);
  });

  it('shows what left to accounts for ever, which no time makes right', async () => {
    const at = '2025-01-05T09:00:00.000Z';
    const usage = withDebits(null, 'outflow-usage', TENANT, [
      taken({ kind: 'account', of: 'cold' }, '41.25', at),
    ]);
    await commit({ kind: 'put-outflow-usage', usage });
    await restored();
    expect((await look()).paidForEver).toEqual([
      { accountId: 'cold', currency: 'BTC', amount: '41.25' },
    ]);
  });

  it('names a webhook that cannot be read, which keeps no currency from being armed', async () => {
    const webhooks = [WEBHOOK, { ...WEBHOOK, id: 'ledger', label: 'Ledger' }];
    for (const webhook of webhooks) await commit({ kind: 'put-webhook', webhook });
    await change(ledgerKeys.webhook(TENANT, WEBHOOK.id), (item) => ({ ...item, label: 7 }));
    await restored();
    const view = await look();
    const unreadable = [{ piece: 'webhook', id: WEBHOOK.id }];
    expect(view.unreadable).toEqual(unreadable);
    await say('tom', view.digest);
    expect((await say('ann', view.digest)).status).toBe(200);
    const entries = (await items('audit-entry')).map((item) => unmarshall(item));
    expect(entries.find(({ action }) => action === 'arm')?.after).toMatchObject({ unreadable });
  });

  it('does not arm a currency in which something waits that may have been sent since', async () => {
    await restored();
    const waiting = { instructionId: PROPOSED.id, amount: '1' };
    const epoch = OTHER_TABLE;
    await commit({
      kind: 'create-lane',
      lane: { ...newLane(TENANT, 'ETH', epoch), open: { [PROPOSED.id]: waiting } },
    });
    expect(await look()).toMatchObject({
      rearmable: ['BTC', 'USD'],
      notYet: [{ currency: 'ETH', why: expect.stringContaining('may have been sent after') }],
    });
  });

  it('asks anew where the lanes are not what was seen', async () => {
    await restored();
    const { digest } = await look();
    await say('tom', digest);
    await commit({ kind: 'create-lane', lane: newLane(TENANT, 'SOL', OTHER_TABLE) });
    expect(codeOf(await say('ann', digest))).toBe('rearming-changed');
    const { digest: now } = await look();
    // The first person's word was about other lanes: this is a first word again.
    const unbooked = { ...NOTHING, SOL: '0' };
    expect((await say('ann', now, { unbooked })).status).toBe(202);
    expect((await say('tom', now, { unbooked })).status).toBe(200);
  });

  it('is not armed by a person who may only look or trade', async () => {
    await restored();
    const { digest } = await look();
    for (const groups of ['[viewer]', '[trader]', '[admin]']) {
      expect((await say('eve', digest, { groups })).status).toBe(403);
    }
    expect((await say('tom', 'too short')).status).toBe(412);
  });
});

it('has nothing to arm where nothing was restored', async () => {
  const { rearmable, digest } = await look();
  expect(rearmable).toEqual([]);
  expect(codeOf(await say('tom', digest))).toBe('nothing-to-arm');
});
