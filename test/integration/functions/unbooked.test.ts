import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import type { Booking } from '../../../treasury/booking/booking.ts';
import type { Instruction } from '../../../treasury/instructions/instruction.ts';
import { plusSeconds } from '../../../treasury/time/instant.ts';
import { counted, countedOf, readCounts, taken } from '../../samples/counts.ts';
import { PROPOSED } from '../../samples/instructions.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { type RawItem, tableHand } from '../seals/table-hand.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, TENANT } from './deployed-functions.ts';
import { codeOf, deploymentSteps, seen } from './deployment-steps.ts';

const { deployed, output } = deployedForEachTest();
const { commit, items, lane: btc, watch } = deploymentSteps(deployed);

const COMMENT = 'looked up in the list of withdrawals of the service';
const DAY = 86_400;
/** What the sandbox holds: read anew, the balance is still that. */
const HELD = '3.25';

const ACCOUNT = RULE.withdrawalAccountId;
const OF_RULE = { kind: 'rule', of: RULE.id } as const;
const OF_ACCOUNT = { kind: 'unapproved', of: ACCOUNT } as const;
const OF_TIERS = { kind: 'approved-by', of: '0', unit: 'USD' } as const;
const hourOf = (at: string) => `${at.slice(0, 13)}:00:00.000Z`;

/** What counts against the tiers: of these two sweeps, and of one more. */
async function usedOfTiers(at: string): Promise<void> {
  const current = readCounts(await deployed().ledger.readCounts(TENANT, 'approval-usage'));
  const version = (current?.version ?? 0) + 1;
  const counts = [counted(OF_TIERS, { hours: { [hourOf(at)]: '250' } })];
  const usage = { tenant: TENANT, counts, version };
  await commit({ kind: 'put-approval-usage', usage });
}

/** Two sweeps, confirmed some seconds ago, of which no balance shows 1.5; both were debited. */
async function unbooked(agoSeconds = 4 * DAY, total = HELD): Promise<string> {
  const now = new Date().toISOString();
  const at = plusSeconds(now, -agoSeconds);
  const taking = [taken(OF_RULE, '1', at), taken(OF_ACCOUNT, '1', at), taken(OF_TIERS, '100', at)];
  const debits = { claimed: '1', debits: taking };
  const booking: Booking = {
    reading: { at: now, total },
    entries: [
      { instructionId: 'sweep-1', amount: '0.5', at },
      { instructionId: 'sweep-2', amount: '1', at: plusSeconds(at, 60) },
    ],
    credits: [],
    doubts: [],
    debited: { 'sweep-1': debits, 'sweep-2': debits },
  };
  const lane = await btc();
  const hours = { [hourOf(at)]: '2' };
  const days = { [`${at.slice(0, 10)}T00:00:00.000Z`]: '2' };
  const counts = [counted(OF_RULE, { hours, days }), counted(OF_ACCOUNT, { hours })];
  const next = { version: lane.version + 1, countsVersion: (lane.countsVersion ?? 0) + 1 };
  const changed = { ...lane, booking, counts, ...next };
  await commit({ kind: 'replace-lane', lane: changed, from: 'idle', read: lane });
  return at;
}

/** The same where no balance moved after the last request: the lane takes up a balance that has moved alone. */
async function unmoved(): Promise<void> {
  await unbooked();
  const lane = await btc();
  const reading = { at: lane.booking?.entries.at(-1)?.at ?? '', total: HELD };
  const still = { ...lane, booking: { ...lane.booking, reading }, version: lane.version + 1 };
  await commit({ kind: 'replace-lane', lane: still as typeof lane, from: 'idle' });
}

const look = async (currency = 'BTC') =>
  await deployed().call('settle-instruction', {
    routeKey: 'GET /v1/lanes/{currency}/unbooked',
    path: { currency },
    groups: '[viewer]',
  });

const digest = async () => {
  const { body } = await look();
  return String((body.unbooked as { readonly digest: string }).digest);
};

interface Word {
  readonly digest?: string;
  readonly [field: string]: unknown;
}

/** The amounts that were seen are the If-Match. */
const say = async (
  by: string,
  { digest: digestSeen, ...body }: Word,
  more: Partial<ApiCall> = {},
) =>
  await deployed().call('settle-instruction', {
    routeKey: 'POST /v1/lanes/{currency}/unbooked/conclude',
    path: { currency: 'BTC' },
    groups: '[treasurer]',
    by,
    ...seen(digestSeen),
    body: { comment: COMMENT, ...body },
    ...more,
  });

async function breaks() {
  const { body } = await deployed().call('query-reports', {
    routeKey: 'GET /v1/reports/breaks',
    groups: '[viewer]',
    query: { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' },
  });
  return body.items as readonly Record<string, unknown>[];
}

describe('what no balance shows past the booking bound', () => {
  it('is named by a break and counted for the alarm, and only it is withheld', async () => {
    const since = await unbooked();
    await watch();
    expect(await breaks()).toMatchObject([
      {
        direction: 'unbooked',
        severity: 'alarm',
        currency: 'BTC',
        amount: '1.5',
        snapshot: since,
        mayBe: ['sweep-1', 'sweep-2'],
        status: { state: 'open' },
      },
    ]);
    expect(output()).toContain('"OverdueUnbooked":1');
    expect((await btc()).status.state).toBe('idle');
    // Another round says nothing anew, and no person can explain it away.
    await watch();
    const [named] = await breaks();
    expect(named?.version).toBe(1);
    const refused = await deployed().call('manage-breaks', {
      routeKey: 'POST /v1/breaks/{id}/explain',
      path: { id: String(named?.id) },
      groups: '[treasurer]',
      headers: { 'if-match': '"1"' },
      body: { kind: 'other', comment: 'it is nothing' },
    });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'break-unbooked']);
  });

  it('is shown with its age, why, and what to do next', async () => {
    await unbooked();
    const { body } = await deployed().call('query-ledger', { routeKey: 'GET /v1/lanes' });
    expect(body.items).toMatchObject([
      {
        currency: 'BTC',
        state: 'idle',
        unbooked: {
          amount: '1.5',
          overdue: '1.5',
          why: expect.stringContaining('no balance read since shows that it left'),
          next: expect.stringContaining('POST /v1/lanes/BTC/unbooked/conclude'),
        },
      },
      { currency: 'USD' },
    ]);
  });

  it('has its break closed when a later balance shows it', async () => {
    await unbooked();
    await watch();
    const lane = await btc();
    const booking = { entries: [], credits: [], doubts: [] };
    const shown = { ...lane, booking, version: lane.version + 1 };
    await commit({ kind: 'replace-lane', lane: shown, from: 'idle' });
    await watch();
    expect(await breaks()).toMatchObject([{ status: { state: 'closed', how: 'restatement' } }]);
  });

  it('is not named within the bound', async () => {
    await unbooked(2 * DAY);
    await watch();
    expect(await breaks()).toEqual([]);
    expect(output()).toContain('"OverdueUnbooked":0');
  });
});

describe('concluding what is unbooked', () => {
  it('as booked takes two people who saw the same, and drops all of it in one act', async () => {
    await unbooked();
    await watch();
    const seen = await digest();
    const word = { digest: seen, outcome: 'booked' };
    const first = await say('ann', word);
    expect([first.status, first.body.by, first.body.amount]).toEqual([202, 'ann', '1.5']);
    expect((await btc()).booking?.entries).toHaveLength(2);
    const second = await say('ben', word, { groups: '[approver]' });
    expect([second.status, second.body.concluded]).toMatchObject([
      200,
      { by: 'ben', comment: COMMENT },
    ]);
    const lane = await btc();
    expect([lane.booking?.entries, countedOf(lane, 'rule', RULE.id).hours]).toMatchObject([[], {}]);
    expect(Object.values(countedOf(lane, 'rule', RULE.id).days)).toEqual(['2']);
    expect(lane.concludedAt).toBeDefined();
    expect(await breaks()).toMatchObject([{ status: { state: 'closed', how: 'settlement' } }]);
    // An answer that was lost is asked for again.
    expect((await say('ben', word)).status).toBe(200);
    expect(codeOf(await say('eve', word))).toBe('nothing-unbooked');
    const audit = await items('audit-entry');
    expect(audit.map(({ action, by, approvedBy }) => [action?.S, by?.S, approvedBy?.S])).toEqual([
      ['propose-unbooked-conclusion', 'ann', undefined],
      ['conclude-unbooked', 'ann', 'ben'],
    ]);
  });

  it('as not executed gives the debits of what is unbooked back, or keeps them, as both say', async () => {
    for (const [budget, left, ofTiers] of [
      ['give-back', '0.5', '100'],
      ['keep', '2', '250'],
    ]) {
      const at = await unbooked();
      await usedOfTiers(at);
      const word = { digest: await digest(), outcome: 'not-executed', budget };
      expect((await say('ann', word)).status).toBe(202);
      expect((await say('ben', word)).status).toBe(200);
      const lane = await btc();
      expect(Object.values(countedOf(lane, 'rule', RULE.id).days)).toEqual([left]);
      // The room of approvals that they used goes the same way, of the account and of the tiers.
      expect(countedOf(lane, 'unapproved', ACCOUNT).hours).toEqual({ [hourOf(at)]: left });
      const tiers = await deployed().ledger.readCounts(TENANT, 'approval-usage');
      expect(countedOf(tiers, 'approved-by', '0').hours).toEqual({ [hourOf(at)]: ofTiers });
      expect(lane.booking?.entries).toEqual([]);
    }
  });

  it('says so with each instruction, which stays confirmed with all of its history', async () => {
    await unbooked();
    const status = {
      state: 'confirmed',
      at: new Date().toISOString(),
      confirmation: { kind: 'withdrawal', withdrawals: [] },
      evidence: 'answered 200',
    } as const;
    const confirmed: Instruction = { ...PROPOSED, tenant: TENANT, id: 'sweep-1', status };
    await commit({ kind: 'create-instruction', instruction: confirmed });
    const word = { digest: await digest(), outcome: 'not-executed', budget: 'keep' };
    await say('ann', word);
    expect((await say('ben', word)).status).toBe(200);
    const { body } = await deployed().call('query-ledger', {
      routeKey: 'GET /v1/instructions',
      groups: '[viewer]',
    });
    expect(body.items).toMatchObject([
      {
        id: 'sweep-1',
        status,
        concluded: { outcome: 'not-executed', amount: '0.5', currency: 'BTC', by: ['ann', 'ben'] },
        history: [
          ...confirmed.history.map(({ at, state }) => ({ at, state, message: expect.any(String) })),
          {
            state: 'confirmed',
            message: '0.5 BTC of it was not executed, as ann and ben concluded',
          },
        ],
      },
    ]);
  });

  it('as not executed does not go without a word on the budget, nor anything without a comment', async () => {
    await unbooked();
    const seen = await digest();
    for (const body of [
      { digest: seen, outcome: 'not-executed' },
      { digest: seen, outcome: 'booked', budget: 'keep' },
      { digest: seen, outcome: 'booked', comment: '' },
      { digest: seen, outcome: 'gone' },
    ]) {
      expect((await say('ann', body)).status).toBe(422);
    }
  });

  it('is not done by one person, with however many sessions and roles', async () => {
    await unbooked();
    const word = { digest: await digest(), outcome: 'booked' };
    for (const groups of ['[treasurer]', '[approver]', '[treasurer approver admin trader]']) {
      expect((await say('ann', word, { groups })).status).toBe(202);
    }
    expect((await btc()).booking?.entries).toHaveLength(2);
  });

  it('is only for treasurers and approvers', async () => {
    await unbooked();
    const word = { digest: await digest(), outcome: 'booked' };
    for (const groups of ['[viewer]', '[trader]', '[admin]', '']) {
      expect((await say('eve', word, { groups })).status).toBe(403);
    }
  });

  it('is refused on amounts that are not what was seen, and begins anew', async () => {
    await unbooked();
    const word = { digest: await digest(), outcome: 'booked' };
    await say('ann', word);
    await unbooked(5 * DAY);
    const stale = await say('ben', word);
    expect([stale.status, codeOf(stale), stale.body.digest]).toEqual([
      412,
      'unbooked-changed',
      await digest(),
    ]);
    const anew = { ...word, digest: await digest() };
    expect((await say('ben', anew)).status).toBe(202);
    expect((await say('ann', anew)).status).toBe(200);
  });

  it('is refused where balances that are read at the second word show that it was booked', async () => {
    await unbooked(4 * DAY, '4.75');
    const before = await btc();
    const word = { digest: await digest(), outcome: 'not-executed', budget: 'give-back' };
    expect((await say('ann', word)).status).toBe(202);
    const second = await say('ben', word);
    expect([second.status, codeOf(second)]).toEqual([409, 'reading-differs']);
    expect(await btc()).toEqual(before);
    expect((await look()).body.said).toMatchObject({ by: 'ann', outcome: 'not-executed' });
  });

  it('takes two who say the same', async () => {
    await unbooked();
    const seen = await digest();
    await say('ann', { digest: seen, outcome: 'not-executed', budget: 'keep' });
    for (const other of [{ outcome: 'booked' }, { outcome: 'not-executed', budget: 'give-back' }]) {
      const refused = await say('ben', { digest: seen, ...other });
      expect([codeOf(refused), refused.body.proposal]).toMatchObject([
        'proposal-differs',
        { by: 'ann', budget: 'keep' },
      ]);
    }
    // Who said it says it anew.
    expect((await say('ann', { digest: seen, outcome: 'booked' })).status).toBe(202);
    expect((await say('ben', { digest: seen, outcome: 'booked' })).status).toBe(200);
  });

  it.each<[string, (item: RawItem) => RawItem, string]>([
    ['in the name of another', (item) => ({ ...item, by: 'eve' }), 'ann'],
    ['with another outcome', ({ budget: _, ...item }) => ({ ...item, outcome: 'booked' }), 'ben'],
    ['without a seal', ({ seal: _, ...item }) => item, 'ben'],
  ])('counts nothing that was written in the table, and halts: a first word %s', async (...of) => {
    const [, changed, by] = of;
    await unbooked();
    const seen = await digest();
    await say('ann', { digest: seen, outcome: 'not-executed', budget: 'keep' });
    const { change, read } = tableHand(() => deployed().ledgerTable);
    const key = ledgerKeys.unbooked(TENANT, 'BTC');
    await change(key, changed);
    const { outcome, budget } = await read(key);
    const word = { digest: seen, outcome, ...(budget === undefined ? {} : { budget }) };
    const first = await say(by, word);
    expect([first.status, first.body.by]).toEqual([202, by]);
    expect((await btc()).booking?.entries).toHaveLength(2);
    expect(await deployed().ledger.readHalt(TENANT)).toMatchObject({
      mode: 'halted',
      because: {
        by: 'sluice',
        trigger: 'tampering',
        found: { code: 'unbooked-unsealed', currency: 'BTC' },
      },
    });
    // From here on it takes two, as ever.
    expect((await say('cid', word)).status).toBe(200);
  });

  it('waits for keys that are out of reach: nothing is concluded without them', async () => {
    await unbooked();
    const word = { digest: await digest(), outcome: 'booked' };
    expect((await say('ann', word)).status).toBe(202);
    deployed().kms.become('failing');
    const unavailable = await say('ben', word);
    expect([unavailable.status, codeOf(unavailable)]).toEqual([503, 'seals-unavailable']);
    expect((await btc()).booking?.entries).toHaveLength(2);
    deployed().kms.become('well');
    expect((await say('ben', word)).status).toBe(200);
  });

  it('waits for the quarantine of the last request', async () => {
    await unbooked(30);
    const soon = await say('ann', { digest: await digest(), outcome: 'booked' });
    expect(codeOf(soon)).toBe('in-quarantine');
  });

  it('is agreed on a balance that has never moved, as it is read at the second word', async () => {
    await unmoved();
    const word = { digest: await digest(), outcome: 'booked' };
    expect((await say('ann', word)).status).toBe(202);
    expect((await say('ben', word)).status).toBe(200);
    expect((await btc()).booking?.entries ?? []).toEqual([]);
  });

  it('waits for a balance of after the quarantine where none can be read either', async () => {
    await unmoved();
    const word = { digest: await digest(), outcome: 'booked' };
    expect((await say('ann', word)).status).toBe(202);
    const { sandbox } = deployed();
    sandbox.queueFault({
      on: 'GET /v1/balances',
      times: 20,
      fault: { kind: 'reset-without-execution' },
    });
    const unread = await say('ben', word);
    expect([unread.status, codeOf(unread)]).toEqual([409, 'no-later-balance']);
    sandbox.clearFaults();
    expect((await say('ben', word)).status).toBe(200);
  });

  it('knows nothing of a currency without a lane', async () => {
    expect((await look('XYZ')).status).toBe(404);
    expect((await look('not a currency')).status).toBe(404);
  });
});
